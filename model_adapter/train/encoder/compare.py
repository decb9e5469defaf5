#!/usr/bin/env python3
"""Compares the reader `transformer` in C with the encoder in PyTorch.

    compare.py --folder FOLDER --program BEAT-MODEL [--questions N] [--seed S] DATASET.json…

With the weights in single precision both must give the same answer to 99 of 100 questions taken at random; with the weights as
bytes, as they are shipped, C must still give 95 of them, and lose no more than 1.5 F1: what the bytes of the weights cost, for the
numbers between the layers have two bytes each, which cost nothing that could be measured.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import types

import torch

import answer
import encoder
import questions as asked_of
import ship
import wordpiece

SAME, SAME_SHORT, LOST = 0.99, 0.95, 1.5


def chosen(paths, pieces, count, seed):
    """Questions taken at random, as a SQuAD-format file and as pieces."""
    data = []
    for path in paths:
        for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
            data += [(p["context"], q) for p in article["paragraphs"] for q in p["qas"]]
    some = random.Random(seed).sample(data, min(count, len(data)))
    made = {"version": "1.1", "data": [{"title": "chosen", "paragraphs": [
        {"context": context, "qas": [{**q, "id": f"{i}"}]} for i, (context, q) in enumerate(some)]}]}
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(made, file)
        file.flush()
        return made, asked_of.load(file.name, "chosen", pieces)


def in_c(program, folder, made, whole):
    with tempfile.TemporaryDirectory() as place:
        ship.write(pathlib.Path(place) / "transformer.weights", folder, types.SimpleNamespace(whole=whole, f1_share=0.0, version="1.0"))
        (pathlib.Path(place) / "set.json").write_text(json.dumps(made), encoding="utf-8")
        done = subprocess.run([program, "predict", f"{place}/set.json", "--reader", "transformer", "--weights", place], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"compare.py: {program} predict failed")
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="what finetune.py made")
    parser.add_argument("--program", required=True, help="beat-model")
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("data", nargs="+", type=pathlib.Path, metavar="DATASET.json")
    args = parser.parse_args()
    torch.set_grad_enabled(False)
    pieces = wordpiece.load(args.folder / "vocab.txt")
    made, asked = chosen(args.data, pieces, args.questions, args.seed)
    ours = answer.answers(encoder.Plain(*encoder.load(args.folder)).logits, asked, pieces)
    good = True
    for whole, least in ((True, SAME), (False, SAME_SHORT)):
        theirs = in_c(args.program, args.folder, made, whole)
        same = sum(ours[q["id"]] == theirs[q["id"]] for q in asked)
        lost = answer.scores(ours, asked)["f1"] - answer.scores(theirs, asked)["f1"]
        fine = same >= least * len(asked) and lost <= LOST
        good = good and fine
        print(f"parity, {'single precision' if whole else 'bytes'}: {len(asked)} questions: same answer to {same}, "
              f"F1 {-lost:+.2f} in C: {'good' if fine else 'NOT GOOD'}", flush=True)
    sys.exit(not good)


if __name__ == "__main__":
    main()
