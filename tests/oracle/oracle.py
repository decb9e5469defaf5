#!/usr/bin/python3
"""The rules of scoring once more, in Python: what `beatctl score` and `beatctl eval` must agree with.

Normalisation, F1 and exact match as the SQuAD v1.1 script defines them, leaning on Python's own str.lower(),
re and str.split(). Needs a Python with the same Unicode as the server's tables (14, Python 3.11).

  oracle.py score < pairs.jsonl      the same output as `beatctl score`
  oracle.py eval DATASET PREDICTIONS the same output as `beatctl eval`
  oracle.py properties               the digest that tests/unit/test_text.c holds
"""

import collections
import hashlib
import json
import re
import string
import sys
import unicodedata

UNICODE = "14.0.0"
ARTICLES = re.compile(r"\b(a|an|the)\b")
PUNCTUATION = frozenset(string.punctuation)


def normalise(text):
    lowered = text.lower()
    bare = "".join(c for c in lowered if c not in PUNCTUATION)
    return " ".join(ARTICLES.sub(" ", bare).split())


def overlap(gold, pred):
    """(shared, tokens of pred, tokens of gold) of two normalised texts."""
    gold_tokens, pred_tokens = gold.split(), pred.split()
    common = collections.Counter(pred_tokens) & collections.Counter(gold_tokens)
    return sum(common.values()), len(pred_tokens), len(gold_tokens)


def f1(shared, pred_tokens, gold_tokens):
    if shared == 0:
        return 0.0
    precision = 1.0 * shared / pred_tokens
    recall = 1.0 * shared / gold_tokens
    return (2 * precision * recall) / (precision + recall)


def score_line(gold, pred):
    """The line of output for a pair. repr() of a float is its shortest form."""
    g, p = normalise(gold), normalise(pred)
    s, m, k = overlap(g, p)
    return '{"shared":%d,"pred_tokens":%d,"gold_tokens":%d,"em":%d,"f1":%r}' % (s, m, k, g == p, f1(s, m, k))


def best(pred, golds):
    """Exact match and F1, each the maximum over the gold answers."""
    p = normalise(pred)
    norms = [normalise(gold) for gold in golds]
    return max(g == p for g in norms), max(f1(*overlap(g, p)) for g in norms)


class Sum:
    def __init__(self):
        self.total = self.exact = self.f1 = 0

    def add(self, exact, value):
        self.total += 1
        self.exact += exact
        self.f1 += value

    def means(self):
        if self.total == 0:
            return {"exact_match": None, "f1": None, "total": 0}
        return {
            "exact_match": 100.0 * self.exact / self.total,
            "f1": 100.0 * self.f1 / self.total,
            "total": self.total,
        }


def evaluate(dataset, predictions):
    """What `beatctl eval --per-article` prints, as an object, and the number of unanswered questions."""
    everything, articles, unanswered = Sum(), [], 0
    for article in dataset["data"]:
        one = Sum()
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                if qa["id"] in predictions:
                    scores = best(predictions[qa["id"]], [answer["text"] for answer in qa["answers"]])
                else:
                    scores = (False, 0)
                    unanswered += 1
                everything.add(*scores)
                one.add(*scores)
        articles.append({"title": article.get("title"), **one.means()})
    return {**everything.means(), "articles": articles}, unanswered


def code_points():
    """Every code point that can stand in UTF-8."""
    yield from range(0xD800)
    yield from range(0xE000, 0x110000)


def properties_digest():
    """SHA-256 over what matters of every code point: white space, \\w, lower case, weight beside a sigma."""
    word = re.compile(r"\w")
    digest = hashlib.sha256()
    for point in code_points():
        c = chr(point)
        flags = (
            c.isspace()
            | bool(word.match(c)) << 1
            | ("A" + c + "Σ").lower().endswith("ς") << 2
            | (c + "Σ").lower().endswith("ς") << 3
            | ("AΣ" + c + "B").lower().startswith("aς") << 4
            | ("AΣ" + c).lower().startswith("aς") << 5
        )
        digest.update(bytes([flags]) + c.lower().encode() + b"\xff")
    return digest.hexdigest()


def check_unicode():
    if unicodedata.unidata_version != UNICODE:
        sys.exit(f"this Python has Unicode {unicodedata.unidata_version}, the oracle needs {UNICODE} (Python 3.11)")


def main(argv):
    check_unicode()
    if argv[1:] == ["score"]:
        for line in sys.stdin.buffer:
            pair = json.loads(line)
            print(score_line(pair["gold"], pair["pred"]))
    elif len(argv) == 4 and argv[1] == "eval":
        with open(argv[2], encoding="utf-8") as dataset, open(argv[3], encoding="utf-8") as predictions:
            result, _ = evaluate(json.load(dataset), json.load(predictions))
        del result["articles"]
        print(json.dumps(result, separators=(",", ":")))
    elif argv[1:] == ["properties"]:
        print(properties_digest())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv)
