#!/usr/bin/env python3
"""Mean and spread of the scores in logs of runs, as a table for the model card.

    report.py RUNS.jsonl…                             a markdown table
    report.py --measured SHIPPED [PART…] -- RUNS.jsonl  what the weights file says of itself, JSON

A line of the log is a network trained alone (train.py) or networks measured together (measure.py). Lines that did
the same thing with other articles held out, or with another seed, are one row: each score is the mean over the
lines, the spread their standard deviation (one less than the number of lines in the denominator). What measure.py found
stands for what train.py saw on the way. --measured takes the last line that measure.py wrote under each name: of SHIPPED for the data
sets it has, of the others the mean over the PARTs, weighted by the number of questions.
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
    """{(members, decoding, linear's share, data set): [scores, …]}, a line of the log each; a name that was run again counts once."""
    out = collections.defaultdict(dict)
    for path in paths:
        for run in lines_of(path):
            if run.get("kind") == "measured":
                looks = [(len(run["members"]), run["f1_share"], run.get("linear_share", 0), run["scores"])]
            else:
                looks = [(1, look["f1_share"], 0, look["held_out"]) for look in run.get("looks", []) if look["progress"] >= 1]
            for count, share, linear, scores in looks:
                for name, found in scores.items():
                    out[count, share, linear, data_set(name, run["hold_out"])][run.get("kind"), run["name"]] = found
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
    yield "| networks | decoding | linear | questions of | runs | questions | EM | F1 | wins |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for (count, share, linear, name), scores in sorted(found.items(), key=lambda item: (*item[0][:3], item[0][3] != "SQuAD, unseen articles", item[0][3])):
        cells = [cell([s[key] for s in scores]) for key in SCORES]
        asked = sum(s["questions"] for s in scores)
        yield f"| {count} | {decoding(share)} | {linear:g} | {name} | {len(scores)} | {asked:,} | {' | '.join(cells)} |"


def measured(path, shipped, parts):
    """Means in thousandths, SQuAD first: people are told of that one."""
    last = {run["name"]: run for run in lines_of(path) if run.get("kind") == "measured"}
    missing = [name for name in (shipped, *parts) if name not in last]
    if missing:
        sys.exit(f"{path}: nothing was measured as {', '.join(missing)}")
    scores = collections.defaultdict(list)
    for name, found in last[shipped]["scores"].items():
        scores[data_set(name, last[shipped]["hold_out"])].append(found)
    for run in map(last.get, parts):
        for name, found in run["scores"].items():
            if name not in last[shipped]["scores"]:
                scores[data_set(name, run["hold_out"])].append(found)
    return [mean_of(name, scores[name]) for name in sorted(scores, key=lambda n: (n != "SQuAD, unseen articles", n))]


def mean_of(name, scores):
    asked = sum(s["questions"] for s in scores)
    return {"on": name, "questions": asked, **{key: round(10 * sum(s[key] * s["questions"] for s in scores) / asked) for key in SCORES}}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--measured", nargs="+", metavar="NAME", help="print the JSON list of a weights file's header")
    parser.add_argument("logs", nargs="+", metavar="RUNS.jsonl")
    args = parser.parse_args()
    if args.measured:
        print(json.dumps(measured(args.logs[0], args.measured[0], args.measured[1:]), ensure_ascii=False, indent=1))
        return
    found = results(args.logs)
    if not found:
        sys.exit("there is no run in it that held articles out")
    print("\n".join(table(found)))


if __name__ == "__main__":
    main()
