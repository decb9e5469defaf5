#!/usr/bin/env python3
"""Puts trained networks and the word vectors into one weights file (pack.py) for the neural reader.

    export.py --work DIR --out FILE [--version V] [--f1-share W] [--linear FILE.weights --linear-share W] [--measured FILE.json]
              [--made TEXT] MEMBER.pt…

The members share the word vectors; their tensors are named 0.…, 1.…. FILE.weights is the linear reader whose opinion is
asked (readers/neural_second.h). FILE.json is what people are told of the reader, the list that report.py --measured prints;
without it the file says nothing of scores.
"""
import argparse
import json
import pathlib
import sys

import numpy as np

import members
import pack

MEASURE_KEYS = {"on": str, "questions": int, "em": int, "f1": int, "wins": int}
CONFIG = ("width", "rank", "align", "part", "passage_layers", "question_layers", "joint_layers", "span")


def tensors_of(networks, words):
    out = {
        "word.hash": words["hash"].astype(np.uint32), "word.row": words["row"].astype(np.uint32),
        "word.scale": words["scale"].astype(np.float32), "word.vector": words["vector"].astype(np.int8),
    }
    for i, network in enumerate(networks):
        for name, value in network.state_dict().items():
            out[f"{i}.{name}"] = value.detach().numpy().astype(np.float32)
    return out


def read_measured(path):
    if path is None:
        return []
    measured = json.loads(path.read_text(encoding="utf-8"))
    for entry in measured:
        if {key: type(value) for key, value in entry.items()} != MEASURE_KEYS:
            sys.exit(f"{path}: every entry must have {', '.join(MEASURE_KEYS)}, the scores as whole per mille")
    return measured


def second_opinion(linear, share):
    """What the config says of the linear reader: which file, so that no other is taken for it, and its share."""
    if linear is None:
        return {}
    try:
        return {"linear": pack.read(linear)[2], "linear_share": share}
    except (pack.Refused, OSError) as error:
        sys.exit(f"export.py: {linear}: {error}")


def trained_on(run):
    """The data sets of a run but for those that were held out as a whole."""
    whole = {item.split("=")[0] for item in run["hold_out"].split(",") if item.endswith("=1:0")}
    return set(run["data"]) - whole


def made_of(runs, recipe):
    """How the file came to be: enough to find the runs in the log, and no times, so that a run repeated is a file repeated."""
    return dict(
        data=sorted(set().union(*map(trained_on, runs))), recipe=recipe,
        runs=[{key: run[key] for key in ("name", "seed", "steps", "hold_out", "start")} for run in runs],
    )


def write(out, work, paths, f1_share, linear=None, linear_share=0, **told):
    """The networks of `paths` as the file `out`; told: version, measured, made. Returns its SHA-256."""
    words = members.stored_words(work)
    networks, runs = members.load(work, paths)
    config = {**{key: networks[0].config[key] for key in CONFIG}, "members": len(networks), "first": int(words["first"]),
              "f1_share": f1_share, **second_opinion(linear, linear_share)}
    header = dict(reader="neural", version=told.get("version", "1.0"), config=config, measured=told.get("measured", []),
                  made=made_of(runs, told.get("made", "")))
    try:
        return pack.write(out, header, tensors_of(networks, words))
    except (pack.Refused, OSError) as error:
        sys.exit(f"export.py: {out}: {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--work", required=True, help="folder of the training")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the weights file to write")
    parser.add_argument("--version", default="1.0", help="of the reader's weights (default 1.0)")
    parser.add_argument("--f1-share", type=float, default=1.0, help="0: the most probable span; 1: the best expected F1")
    parser.add_argument("--linear", type=pathlib.Path, help="weights of the linear reader that is asked, too")
    parser.add_argument("--linear-share", type=float, default=0.3, help="of its opinion in a span's probability (default 0.3)")
    parser.add_argument("--measured", type=pathlib.Path, help="list of scores, JSON")
    parser.add_argument("--made", default="model_adapter/train/README.md", help="the recipe in words, or where it is told")
    parser.add_argument("members", nargs="+", metavar="MEMBER.pt")
    args = parser.parse_args()
    digest = write(args.out, args.work, args.members, args.f1_share, args.linear, args.linear_share,
                   version=args.version, measured=read_measured(args.measured), made=args.made)
    print(f"{args.out}: {args.out.stat().st_size:,} bytes, {len(args.members)} members, sha256 {digest}")


if __name__ == "__main__":
    main()
