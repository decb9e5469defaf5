"""YAML, as far as heads of dataset cards use it, and strictly: block mappings and block sequences, plain scalars of
harmless characters, double-quoted scalars. Anything else is an error, so that nothing is read another way elsewhere."""

import re

KEY = re.compile(r"([A-Za-z_][A-Za-z0-9_]*):(?: (.*))?")
PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./<>+-]*")
ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(["\\nrt]))')
SIMPLE = {'"': '"', "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}
WORDS = {"true": True, "false": False, "null": None}
AMBIGUOUS = frozenset("yes no on off y n".split())


class Error(ValueError):
    pass


def unescape(match):
    short, long, simple = match.groups()
    if simple:
        return SIMPLE[simple]
    point = int(short or long, 16)
    if 0xD800 <= point <= 0xDFFF:
        raise Error("half a surrogate pair")
    return chr(point)


def scalar(text):
    if text.startswith('"'):
        inner = re.fullmatch(r'"((?:[^"\\]|\\.)*)"', text)
        if not inner:
            raise Error(f"a string without an end: {text!r:.60}")
        rest = ESCAPE.sub("", inner.group(1))
        if "\\" in rest or not rest.isprintable() and any(not (c.isprintable() or c in "\u200c\u200d") for c in rest):
            raise Error(f"a string with something unseen in it: {text!r:.60}")
        return ESCAPE.sub(unescape, inner.group(1))
    if not PLAIN.fullmatch(text):
        raise Error(f"no plain scalar: {text!r:.60}")
    if text.lower() in AMBIGUOUS:
        raise Error(f"{text} means something else to YAML 1.1")
    if text in WORDS:
        return WORDS[text]
    if re.fullmatch(r"0|[1-9][0-9]*", text):
        return int(text)
    return text


class Reader:
    def __init__(self, text):
        self.lines = []
        for number, line in enumerate(text.split("\n"), 1):
            if line != line.rstrip() or not line or "\t" in line or line.lstrip().startswith("#"):
                raise Error(f"line {number}: blank, a comment, a tab or space at the end")
            self.lines.append((len(line) - len(line.lstrip(" ")), line.lstrip(" ")))
        self.at = 0

    def indent(self):
        return self.lines[self.at][0] if self.at < len(self.lines) else -1

    def value(self, text, indent):
        """What follows a key: a scalar on its line, or the block below it."""
        if text:
            return scalar(text)
        below = self.indent()
        starts_list = below >= 0 and self.lines[self.at][1].startswith("- ")
        if below > indent or (below == indent and starts_list):
            return self.sequence(below) if starts_list else self.mapping(below)
        raise Error("a key without a value")

    def mapping(self, indent):
        found = {}
        while self.indent() == indent and not self.lines[self.at][1].startswith("- "):
            match = KEY.fullmatch(self.lines[self.at][1])
            if not match:
                raise Error(f"no key: {self.lines[self.at][1]!r:.60}")
            key, text = match.groups()
            if key in found:
                raise Error(f"the key {key} comes twice")
            self.at += 1
            found[key] = self.value(text, indent)
        if self.indent() > indent:
            raise Error(f"too deep: {self.lines[self.at][1]!r:.60}")
        return found

    def sequence(self, indent):
        found = []
        while self.indent() == indent and self.lines[self.at][1].startswith("- "):
            rest = self.lines[self.at][1][2:]
            if KEY.fullmatch(rest) and not rest.startswith('"'):
                self.lines[self.at] = (indent + 2, rest)
                found.append(self.mapping(indent + 2))
            else:
                self.at += 1
                found.append(scalar(rest))
        return found


def load(text):
    """The mapping that a text (without its dash lines) is."""
    reader = Reader(text)
    found = reader.mapping(0)
    if reader.at != len(reader.lines):
        raise Error(f"something is left: {reader.lines[reader.at][1]!r:.60}")
    return found
