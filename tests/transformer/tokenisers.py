"""BERT's WordPiece and byte-level BPE once more, from their rules, to compare the C code with: numbers, spans in code points, words.

Written for being right, not quick, and in another way than the C code: whole strings and regular expressions."""

import re
import unicodedata

WHITE = {*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}
IDEOGRAPHS = re.compile("[\u4e00-\u9fff\u3400-\u4dbf\U00020000-\U0002a6df\U0002a700-\U0002b73f\U0002b740-\U0002b81f"
                        "\U0002b820-\U0002ceaf\uf900-\ufaff\U0002f800-\U0002fa1f]")


def category(c):
    return unicodedata.category(c)


class WordPiece:
    def __init__(self, vocab, lower=True):
        self.vocab, self.lower = vocab, lower

    def cleaned(self, text):
        """Characters with the place they come from; ideographs between spaces."""
        out = []
        for at, c in enumerate(text):
            if ord(c) in (0, 0xFFFD) or (category(c)[0] == "C" and c not in "\t\n\r"):
                continue
            c = " " if ord(c) in WHITE else c
            out += [(" ", at), (c, at), (" ", at)] if IDEOGRAPHS.match(c) else [(c, at)]
        return out

    def normalised(self, text):
        letters = self.cleaned(text)
        if not self.lower:
            return letters
        # NFD of the whole, and where each character of it came from: its decomposition alone, put in canonical order
        parts = [(d, at) for c, at in letters for d in unicodedata.normalize("NFD", c)]
        ordered, run = [], []
        for d, at in [*parts, (" ", -1)]:
            if unicodedata.combining(d):
                run.append((d, at))
            else:
                ordered += sorted(run, key=lambda x: unicodedata.combining(x[0])) + [(d, at)]
                run = []
        ordered.pop()
        assert "".join(d for d, _ in ordered) == unicodedata.normalize("NFD", "".join(c for c, _ in letters))
        return [(low, at) for d, at in ordered if category(d) != "Mn" for low in d.lower()]

    def words(self, text):
        word = []
        for c, at in [*self.normalised(text), (" ", -1)]:
            mark = category(c)[0] == "P" or (c.isascii() and c.isprintable() and not c.isalnum() and c != " ")
            if word and (mark or ord(c) in WHITE):
                yield word
                word = []
            if mark:
                yield [(c, at)]
            elif ord(c) not in WHITE:
                word.append((c, at))

    def pieces(self, word):
        text, first, found = "".join(c for c, _ in word), 0, []
        if len(text) > 100:
            return None
        while first < len(text):
            for end in range(len(text), first, -1):
                name = ("##" if first else "") + text[first:end]
                # "##" alone is what a text has where it says so, and stands alone; it begins no word
                if name in self.vocab and (first or not name.startswith("##")):
                    found.append((self.vocab[name], word[first:end]))
                    break
            else:
                return None
            first = end
        return found

    def cut(self, text):
        out = []
        for number, word in enumerate(self.words(text)):
            for id, letters in self.pieces(word) or [(self.vocab["[UNK]"], word)]:
                places = [at for _, at in letters]
                out.append([id, min(places), max(places) + 1, number])
        return out


def alphabet():
    """GPT-2's characters for bytes."""
    own = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    table, more = {b: chr(b) for b in own}, 256
    for b in range(256):
        if b not in table:
            table[b], more = chr(more), more + 1
    return table


ALPHABET = alphabet()
# letters, numbers, a space, other white space and the rest as one letter each
PATTERN = re.compile(r"'(?:s|t|re|ve|m|ll|d)|_?L+|_?N+|_?[^LN_W]+|[_W]+(?![^_W])|[_W]+")


class ByteLevel:
    def __init__(self, vocab, merges, space_before=False):
        self.vocab, self.space_before = vocab, space_before
        self.rank = {tuple(pair): i for i, pair in enumerate(merges)}

    def words(self, text):
        def kind(c):
            if c == " ":
                return "_"
            return "W" if ord(c) in WHITE else category(c)[0] if category(c)[0] in "LN" else "O"

        kinds, at = "".join(map(kind, text)), 0
        while at < len(text):
            contraction = re.compile(r"'(?:s|t|re|ve|m|ll|d)").match(text, at)
            end = contraction.end() if contraction else PATTERN.match(kinds, at).end()
            yield at, text[at:end]
            at = end

    def joined(self, word):
        parts = [ALPHABET[b] for b in word.encode()]
        while len(parts) > 1:
            pairs = list(zip(parts, parts[1:]))
            best = min(pairs, key=lambda pair: self.rank.get(pair, len(self.rank)))
            if best not in self.rank:
                break
            merged, i = [], 0
            while i < len(parts):
                both = tuple(parts[i:i + 2]) == best
                merged.append(parts[i] + parts[i + 1] if both else parts[i])
                i += 2 if both else 1
            parts = merged
        return parts

    def cut(self, text):
        shift = int(self.space_before and bool(text) and text[0] != " ")
        text, out = " " * shift + text, []
        point_of = [at for at, c in enumerate(text) for _ in c.encode()] + [len(text)]
        byte = 0
        for number, (_, word) in enumerate(self.words(text)):
            for part in self.joined(word):
                first, end = byte, byte + len(part)
                byte = end
                raw = text.encode()[first:end]
                first += len(raw) - len(raw.lstrip(b" "))
                end = max(end - (len(raw) - len(raw.rstrip(b" "))), first)
                span = [point_of[first], point_of[end - 1] + 1] if end > first else [point_of[first]] * 2
                out.append([self.vocab[part], *[max(p - shift, 0) for p in span], number])
        return out


def learnt(text, count):
    """A byte-level BPE learnt from a text: (vocabulary, merges)."""
    words = {}
    for _, word in ByteLevel({}, []).words(text):
        key = tuple(ALPHABET[b] for b in word.encode())
        words[key] = words.get(key, 0) + 1
    merges = []
    for _ in range(count):
        pairs = {}
        for word, n in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] = pairs.get(pair, 0) + n
        if not pairs:
            break
        best = max(sorted(pairs), key=pairs.get)
        merges.append(list(best))
        again = {}
        for word, n in words.items():
            parts, i = [], 0
            while i < len(word):
                both = word[i:i + 2] == best
                parts.append(word[i] + word[i + 1] if both else word[i])
                i += 2 if both else 1
            again[tuple(parts)] = again.get(tuple(parts), 0) + n
        words = again
    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *ALPHABET.values(), *("".join(m) for m in merges)]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}, merges
