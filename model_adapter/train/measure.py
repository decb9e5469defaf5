#!/usr/bin/env python3
"""Scores of the neural reader, as it answers in C, on the articles that none of its networks was trained on.

    measure.py --work DIR --name NAME --program BEAT-MODEL --data NAME=DATASET.json… [--f1-share W]
               [--linear FILE.weights --linear-share W] MEMBER.pt…

Which articles were held out is what the members' runs say; several are measured on what all of them held out. The linear
reader whose opinion is asked must not have been trained on them either. Appends a line to DIR/runs.jsonl (kind "measured")
and prints it for people.
"""
import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile

import export
import held
import members


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
    parser.add_argument("--program", required=True, help="beat-model")
    parser.add_argument("--data", action="append", default=[], metavar="NAME=FILE", help="a data set, SQuAD format")
    parser.add_argument("--f1-share", type=float, default=1.0, help="0: the most probable span; 1: the best expected F1")
    parser.add_argument("--linear", type=pathlib.Path, help="weights of the linear reader that is asked, too")
    parser.add_argument("--linear-share", type=float, default=0.3, help="of its opinion in a span's probability (default 0.3)")
    parser.add_argument("members", nargs="+", metavar="MEMBER.pt")
    args = parser.parse_args()
    files = dict(item.split("=", 1) for item in args.data)
    _, runs = members.load(args.work, args.members)
    rules = held_out(runs)
    with tempfile.TemporaryDirectory() as folder:
        weights = pathlib.Path(folder)
        export.write(weights / "neural.weights", args.work, args.members, args.f1_share, args.linear, args.linear_share)
        if args.linear is not None:
            shutil.copy(args.linear, weights / "linear.weights")
        scores = held.scores_of(args.program, "neural", weights, files, rules)
    line = dict(kind="measured", name=args.name, members=[run["name"] for run in runs], seeds=[run["seed"] for run in runs],
                minutes=sum(run["minutes"] for run in runs), hold_out=",".join("=".join(item) for item in rules.items()),
                f1_share=args.f1_share, **export.second_opinion(args.linear, args.linear_share), scores=scores)
    with open(os.path.join(args.work, "runs.jsonl"), "a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
