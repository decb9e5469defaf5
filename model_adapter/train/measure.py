#!/usr/bin/env python3
"""Scores of one or several networks together on the articles that none of them was trained on.

    measure.py --work DIR --name NAME --data NAME=DATASET.json… [--f1-share W] MEMBER.pt…

Which articles were held out is what the members' runs say; several are measured on what all of them held out. Appends a line to DIR/runs.jsonl
(kind "measured") and prints it for people.
"""
import argparse
import json
import os
import sys

import data
import members
from score import evaluate


def held_out(runs):
    """{data set: "K:I"}, articles whose number mod K is I: the rules that all members have."""
    rules = [set(filter(None, run["hold_out"].split(","))) for run in runs]
    shared = set.intersection(*rules)
    if not shared:
        sys.exit("the members held out nothing, or not the same: there is nothing they can be measured on")
    return dict(item.split("=") for item in sorted(shared))



def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--work", required=True, help="folder of the training")
    parser.add_argument("--name", required=True, help="name of the line in the log")
    parser.add_argument("--data", action="append", default=[], metavar="NAME=FILE", help="a data set, SQuAD format")
    parser.add_argument("--f1-share", type=float, default=1.0, help="0: the most probable span; 1: the best expected F1")
    parser.add_argument("members", nargs="+", metavar="MEMBER.pt")
    args = parser.parse_args()
    files = dict(item.split("=", 1) for item in args.data)
    networks, runs = members.load(args.work, args.members)
    scores, rules = {}, held_out(runs)
    for name in filter(files.get, rules):
        k, i = map(int, rules[name].split(":"))
        questions = [q for q in data.load(os.path.join(args.work, name + ".enc"), name) if q["passage"]["article"] % k == i]
        if questions:
            scores[name] = evaluate(networks, questions, data.texts(files[name]), args.f1_share)
            print(f"{args.name} {name}: EM {scores[name]['em']} F1 {scores[name]['f1']} wins {scores[name]['wins']}"
                  f" of {scores[name]['questions']} questions", flush=True)
    if not scores:
        sys.exit("no article of the data was held out: there is nothing to measure on")
    line = dict(kind="measured", name=args.name, members=[run["name"] for run in runs], seeds=[run["seed"] for run in runs],
                minutes=sum(run["minutes"] for run in runs), hold_out=",".join("=".join(item) for item in rules.items()), f1_share=args.f1_share, scores=scores)
    with open(os.path.join(args.work, "runs.jsonl"), "a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
