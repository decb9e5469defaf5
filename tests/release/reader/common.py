"""What all parts share: the list of findings, the files of a folder, strict JSON, the scoring rules of SQuAD v1.1."""

import collections
import json
import os
import re
import string

SPLITS = ("train", "dev", "test")
HUB = {"train": "train", "dev": "validation", "test": "test"}
ID = re.compile(r"[0-9a-f]{40}")
PSEUDONYM = re.compile(r"[0-9a-f]{16}")
ARTICLES = re.compile(r"\b(a|an|the)\b")


class Findings:
    """Collects what is wrong; the first of a kind are kept, all are counted."""

    KEEP = 20

    def __init__(self):
        self.sentences = []
        self.total = 0

    def add(self, where, sentence):
        self.total += 1
        if self.total <= self.KEEP:
            self.sentences.append(f"{where}: {sentence}")

    def check(self, condition, where, sentence):
        if not condition:
            self.add(where, sentence)
        return bool(condition)


class Release:
    """A folder and what the parts have read of it."""

    def __init__(self, folder, findings):
        self.folder = folder
        self.findings = findings
        self.files = sorted(walk(folder))
        self.name = None
        self.formats = set()
        self.questions = {split: collections.OrderedDict() for split in SPLITS}
        self.counts = {}

    def path(self, relative):
        return os.path.join(self.folder, relative)

    def has(self, relative):
        return relative in self.files

    def text(self, relative):
        with open(self.path(relative), encoding="utf-8", errors="strict", newline="") as file:
            return file.read()

    def lines(self, relative):
        """The lines of a JSONL file, which ends with a newline unless it is empty."""
        text = self.text(relative)
        if not text:
            return []
        if not text.endswith("\n"):
            self.findings.add(relative, "the last line has no end")
        return text[: -1 if text.endswith("\n") else None].split("\n")


def walk(folder):
    for top, _, names in os.walk(folder):
        for name in names:
            yield os.path.relpath(os.path.join(top, name), folder).replace(os.sep, "/")


def no_duplicates(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key comes twice: {keys}")
    return dict(pairs)


def parse(text):
    """JSON without duplicate keys and without NaN."""

    def refuse(word):
        raise ValueError(f"{word} is no JSON number")

    return json.loads(text, object_pairs_hook=no_duplicates, parse_constant=refuse)


def normalise(text):
    bare = "".join(c for c in text.lower() if c not in string.punctuation)
    return ARTICLES.sub(" ", bare).split()


def overlap(gold, prediction):
    """(shared, tokens of the prediction, tokens of the gold answer)"""
    gold_tokens, predicted = normalise(gold), normalise(prediction)
    shared = sum((collections.Counter(gold_tokens) & collections.Counter(predicted)).values())
    return shared, len(predicted), len(gold_tokens)


def exact(gold, prediction):
    return normalise(gold) == normalise(prediction)


def has_keys(findings, where, value, keys):
    """True if value is an object with exactly these keys."""
    if not isinstance(value, dict):
        findings.add(where, f"is no object: {value!r:.80}")
        return False
    if set(value) != set(keys):
        findings.add(where, f"has the keys {sorted(value)}, not {sorted(keys)}")
        return False
    return True
