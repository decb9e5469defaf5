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
import subprocess
import sys
import tempfile

import export
import members


def held_out(runs):
    """{data set: "K:I"}, articles whose number mod K is I: the rules that all members have."""
    rules = [set(filter(None, run["hold_out"].split(","))) for run in runs]
    shared = set.intersection(*rules)
    if not shared:
        sys.exit("the members held out nothing, or not the same: there is nothing they can be measured on")
    return dict(item.split("=") for item in sorted(shared))


def part_of(path, rule):
    """The dataset without the articles that were trained on."""
    k, i = map(int, rule.split(":"))
    with open(path, encoding="utf-8") as file:
        return {"version": "1.1", "data": [a for number, a in enumerate(json.load(file)["data"]) if number % k == i]}


def evaluate(program, weights, dataset):
    """What `beat-model eval` finds, in per cent; None without any question."""
    if not any(paragraph["qas"] for article in dataset["data"] for paragraph in article["paragraphs"]):
        return None
    path = weights / "part.json"
    path.write_text(json.dumps(dataset), encoding="utf-8")
    done = subprocess.run([program, "eval", path, "--reader", "neural", "--weights", weights, "--json"], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"measure.py: {program} eval failed")
    found = json.loads(done.stdout)["results"][0]
    return dict(questions=found["total"], em=round(found["exact_match"], 2), f1=round(found["f1"], 2), wins=round(found["wins"], 2))


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
    scores, rules = {}, held_out(runs)
    with tempfile.TemporaryDirectory() as folder:
        weights = pathlib.Path(folder)
        export.write(weights / "neural.weights", args.work, args.members, args.f1_share, args.linear, args.linear_share)
        if args.linear is not None:
            shutil.copy(args.linear, weights / "linear.weights")
        for name in filter(files.get, rules):
            found = evaluate(args.program, weights, part_of(files[name], rules[name]))
            if found is not None:
                scores[name] = found
                print(f"{args.name} {name}: EM {found['em']} F1 {found['f1']} wins {found['wins']} of {found['questions']} questions", flush=True)
    if not scores:
        sys.exit("no article of the data was held out: there is nothing to measure on")
    line = dict(kind="measured", name=args.name, members=[run["name"] for run in runs], seeds=[run["seed"] for run in runs],
                minutes=sum(run["minutes"] for run in runs), hold_out=",".join("=".join(item) for item in rules.items()),
                f1_share=args.f1_share, **export.second_opinion(args.linear, args.linear_share), scores=scores)
    with open(os.path.join(args.work, "runs.jsonl"), "a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
