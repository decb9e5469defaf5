#!/usr/bin/python3
"""What `beatctl eval --json` must say, computed another way: every score, interval and macro average.

usage: compare.py [NAME=]DATASET… -- PREDICTIONS.json…

Prints {"results": […], "macro": […]}: for each dataset and each file of predictions exact match, F1 and both
intervals, and for each file the mean over the datasets. Datasets are SQuAD JSON or MRQA JSONL, plain or .gz."""

import gzip
import json
import math
import sys

sys.dont_write_bytecode = True
import oracle

LEVEL = 0.95


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        return f.read()


def questions(path):
    """(id, gold answers) of every question."""
    text = read(path)
    if ".jsonl" in path:
        for line in text.splitlines():
            row = json.loads(line)
            for qa in row.get("qas", []):
                yield qa["qid"], qa["answers"]
        return
    for article in json.loads(text)["data"]:
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                yield qa["id"], [answer["text"] for answer in qa["answers"]]


def bisect(f, low, high):
    """The zero of a rising function."""
    for _ in range(200):
        middle = (low + high) / 2
        if f(middle) < 0:
            low = middle
        else:
            high = middle
    return low


def tail(n, p, counts):
    return math.fsum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in counts)


def clopper_pearson(k, n):
    """By the definition: the shares at which k of n, or more, or fewer, would just be too strange."""
    alpha = (1 - LEVEL) / 2
    low = 0.0 if k == 0 else bisect(lambda p: tail(n, p, range(k, n + 1)) - alpha, 0.0, 1.0)
    high = 1.0 if k == n else bisect(lambda p: alpha - tail(n, p, range(k + 1)), 0.0, 1.0)
    return [100 * low, 100 * high]


def student_cdf(t, df):
    """By Simpson's rule on the density."""
    steps = 4000
    factor = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    height = [factor * (1 + (i * t / steps) ** 2 / df) ** (-(df + 1) / 2) for i in range(steps + 1)]
    weights = [1] + [4, 2] * (steps // 2 - 1) + [4, 1]
    return 0.5 + t / steps / 3 * math.fsum(w * h for w, h in zip(weights, height))


def student(values):
    n = len(values)
    if n < 2:
        return [None, None]
    mean = math.fsum(values) / n
    sd = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1))
    t = bisect(lambda x: student_cdf(x, n - 1) - (1 + LEVEL) / 2, 0.0, 1000.0 if n == 2 else 20.0)
    half = t * sd / math.sqrt(n)
    return [100 * max(0, mean - half), 100 * min(1, mean + half)]


def won(pred, gold):
    """F1 > 0.4 in whole numbers."""
    shared, m, k = oracle.overlap(oracle.normalise(gold), oracle.normalise(pred))
    return 2000 * shared > 400 * (m + k)


def evaluate(path, predictions):
    scores = [oracle.best(predictions[i], golds) if i in predictions else (False, 0.0) for i, golds in questions(path)]
    exact, n = sum(s[0] for s in scores), len(scores)
    f1 = [s[1] for s in scores]
    wins = sum(won(predictions[i], golds[0]) for i, golds in questions(path) if i in predictions)
    return {
        "total": n,
        "exact_match": 100 * exact / n,
        "f1": 100 * sum(f1) / n,
        "exact_match_interval": clopper_pearson(exact, n),
        "f1_interval": student(f1),
        "wins": 100 * wins / n,
        "wins_interval": clopper_pearson(wins, n),
    }


def main(argv):
    split = argv.index("--")
    datasets, files = argv[1:split], argv[split + 1 :]
    results, macro = [], []
    for file in files:
        predictions = json.loads(read(file))
        rows = [evaluate(path, predictions) for path in datasets]
        results.append(rows)
        macro.append({key: math.fsum(row[key] for row in rows) / len(rows) for key in ("exact_match", "f1")})
    print(json.dumps({"results": results, "macro": macro}))


if __name__ == "__main__":
    main(sys.argv)
