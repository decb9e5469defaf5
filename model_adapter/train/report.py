#!/usr/bin/env python3
"""Mean and spread of the scores in logs of runs, as a table for the model card.

    report.py RUNS.jsonl…              a markdown table
    report.py --measured RUNS.jsonl…   what the weights file says of itself, JSON

A line of the log is a network trained alone (train.py) or networks measured together (measure.py). Lines that did
the same thing with other articles held out, or with another seed, are one row: each score is the mean over the
lines, the spread their standard deviation (one less than the number of lines in the denominator). What measure.py found
stands for what train.py saw on the way. --measured takes the row with the most members, each data set's scores
weighted by the number of questions.
"""
import argparse
import collections
import json
import statistics
import sys

NAMES = {"squad": "SQuAD", "wiki": "new-wiki", "amazon": "amazon", "policy-dev": "PolicyQA dev", "policy-test": "PolicyQA test",
         "news": "QAMR Wikinews"}
WHOLE = {"policy-dev": "documents", "policy-test": "documents"}  # what is new to the reader in a set held out as a whole
SCORES = ("em", "f1", "wins")


def data_set(name, hold_out):
    """How a person calls the questions: a held-out set is unseen as a whole, or article by article."""
    rule = dict(item.split("=") for item in hold_out.split(","))[name]
    return f"{NAMES.get(name, name)}, unseen {WHOLE.get(name, 'domain') if rule.startswith('1:') else 'articles'}"


def lines_of(path):
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        try:
            yield json.loads(line)
        except ValueError as error:
            sys.exit(f"{path}:{number}: not a line of a log of runs: {error}")


def results(paths):
    """{(members, decoding, data set): [scores, …]}, a line of the log each; a name that was run again counts once."""
    out = collections.defaultdict(dict)
    for path in paths:
        for run in lines_of(path):
            if run.get("kind") == "measured":
                looks = [(len(run["members"]), run["f1_share"], run["scores"])]
            else:
                looks = [(1, look["f1_share"], look["held_out"]) for look in run.get("looks", []) if look["progress"] >= 1]
            for count, share, scores in looks:
                for name, found in scores.items():
                    out[count, share, data_set(name, run["hold_out"])][run.get("kind"), run["name"]] = found
    return {key: preferred(found) for key, found in out.items()}


def preferred(found):
    """Of {(kind, name): scores} those that were measured, where some were."""
    return [s for (kind, _), s in found.items() if kind] or list(found.values())


def decoding(share):
    return {0: "most probable", 1: "expected F1"}.get(share, f"expected, F1 {share:g}")


def cell(values):
    spread = f" ± {statistics.stdev(values):.1f}" if len(values) > 1 else ""
    return f"{statistics.fmean(values):.1f}{spread}"


def table(found):
    yield "| networks | decoding | questions of | runs | questions | EM | F1 | wins |"
    yield "|---|---|---|---|---|---|---|---|"
    for (count, share, name), scores in sorted(found.items(), key=lambda item: (item[0][0], item[0][1], item[0][2] != "SQuAD, unseen articles", item[0][2])):
        cells = [cell([s[key] for s in scores]) for key in SCORES]
        asked = sum(s["questions"] for s in scores)
        yield f"| {count} | {decoding(share)} | {name} | {len(scores)} | {asked:,} | {' | '.join(cells)} |"


def measured(found):
    """The strongest row of each data set, SQuAD first: people are told of that one."""
    most = {}
    for (count, share, name), scores in found.items():
        if name not in most or (count, share) > most[name][0]:
            most[name] = (count, share), scores
    out = []
    for name in sorted(most, key=lambda n: (n != "SQuAD, unseen articles", n)):
        scores = most[name][1]
        asked = sum(s["questions"] for s in scores)
        means = {key: round(10 * sum(s[key] * s["questions"] for s in scores) / asked) for key in SCORES}
        out.append({"on": name, "questions": asked, **means})
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--measured", action="store_true", help="print the JSON list of a weights file's header")
    parser.add_argument("logs", nargs="+", metavar="RUNS.jsonl")
    args = parser.parse_args()
    found = results(args.logs)
    if not found:
        sys.exit("there is no run in it that held articles out")
    if args.measured:
        print(json.dumps(measured(found), ensure_ascii=False, indent=1))
    else:
        print("\n".join(table(found)))


if __name__ == "__main__":
    main()
