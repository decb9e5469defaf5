#!/usr/bin/env python3
"""Packs a fine-tuned encoder into the weights file of the reader `transformer`, and measures it in C on what was held out.

    ship.py --folder FOLDER --out FILE.weights [--whole] [--measured FILE.json] [--f1-share W] [--version V]
    ship.py --folder FOLDER --measure NAME --program BEAT-MODEL --log RUNS.jsonl --data NAME=FILE… [--f1-share W]

FOLDER is what finetune.py made. Matrices become bytes with a scale for each row, the one of some that errs least; --whole leaves
them in single precision. --measure appends a line to the log (kind "measured") of what `beat-model eval` finds with the packed file.
"""
import argparse
import json
import pathlib
import sys
import tempfile

import numpy as np

import answer
import base
from questions import QUESTION

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import held
import pack

MOST = 127
TRIED = np.linspace(0.7, 1, 16)  # shares of the largest number of a row that its scale may be made for
WORDS = "embeddings.word_embeddings.weight"


def quantised(matrix):
    """Bytes and the scale of each row."""
    top = np.maximum(np.abs(matrix).max(1, keepdims=True), 1e-12)
    scale, least = top / MOST, np.full(top.shape, np.inf)
    for share in TRIED:
        tried = top * share / MOST
        error = np.square(np.clip(np.round(matrix / tried), -MOST, MOST) * tried - matrix).sum(1, keepdims=True)
        scale, least = np.where(error < least, tried, scale), np.minimum(error, least)
    scale = scale.astype(np.float32)
    return np.clip(np.round(matrix / scale), -MOST, MOST).astype(np.int8), scale[:, 0]


def is_matrix(name):
    return name == WORDS or name.startswith("encoder.") and name.endswith(".weight") and "LayerNorm" not in name


def tensors_of(folder, whole):
    stored = base.read_safetensors(folder / "model.safetensors")
    out = {"vocab": np.frombuffer((folder / "vocab.txt").read_bytes(), np.int8)}
    for name, value in stored.items():
        value = np.array(value, np.float32)
        if whole or not is_matrix(name):
            out[name] = value
        else:
            out[name], out[name.removesuffix("weight") + "scale"] = quantised(value)
    return out


def config_of(folder, f1_share):
    told = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return {"model": "bert", "layers": told["num_hidden_layers"], "heads": told["num_attention_heads"], "width": told["hidden_size"],
            "inner": told["intermediate_size"], "words": told["vocab_size"], "positions": told["max_position_embeddings"],
            "types": told["type_vocab_size"], "lower": 1, "eps": told["layer_norm_eps"],
            "window": answer.WINDOW, "stride": answer.SHARED, "span": answer.SPAN, "question": QUESTION, "f1_share": f1_share}


def made_of(run):
    """How the file came to be: enough to find the run in the log, and no times, so that a run repeated is a file repeated."""
    whole = {item.split("=")[0] for item in run["hold_out"].split(",") if item.endswith("=1:0")}
    return dict(base=run["base"], data=sorted(set(run["data"]) - whole), recipe="model_adapter/train/README.md",
                runs=[{key: run[key] for key in ("name", "seed", "steps", "hold_out")}])


def write(out, folder, options, measured=()):
    run = folder / "run.json"  # not there: base.py made it out of a file that was shipped
    made = made_of(json.loads(run.read_text(encoding="utf-8"))) if run.is_file() else {}
    header = dict(reader="transformer", version=options.version, config=config_of(folder, options.f1_share), measured=list(measured), made=made)
    return pack.write(out, header, tensors_of(folder, options.whole))


def measure(options):
    run = json.loads((options.folder / "run.json").read_text(encoding="utf-8"))
    rules = dict(item.split("=") for item in sorted(run["hold_out"].split(",")))
    files = dict(item.split("=", 1) for item in options.data)
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder) / "transformer.weights", options.folder, options)
        scores = held.scores_of(options.program, "transformer", pathlib.Path(folder), files, rules)
    line = dict(kind="measured", name=options.measure, members=[run["name"]], seeds=[run["seed"]], minutes=run["minutes"],
                hold_out=",".join("=".join(item) for item in rules.items()), f1_share=options.f1_share, scores=scores)
    with open(options.log, "a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    add = parser.add_argument
    add("--folder", type=pathlib.Path, required=True, help="what finetune.py made")
    add("--out", type=pathlib.Path, help="the weights file to write")
    add("--whole", action="store_true", help="matrices in single precision")
    add("--measured", type=pathlib.Path, help="list of scores, JSON (report.py --measured)")
    add("--f1-share", type=float, default=0.0, help="0: the most probable span; 1: the best expected F1 (default 0)")
    add("--version", default="1.0", help="of the reader's weights (default 1.0)")
    add("--measure", metavar="NAME", help="measure it, under this name in the log")
    add("--program", help="beat-model")
    add("--log", type=pathlib.Path, help="the log of runs")
    add("--data", action="append", default=[], metavar="NAME=FILE", help="a data set, SQuAD format")
    options = parser.parse_args()
    try:
        if options.measure:
            measure(options)
        elif options.out:
            told = json.loads(options.measured.read_text(encoding="utf-8")) if options.measured else []
            digest = write(options.out, options.folder, options, told)
            print(f"{options.out}: {options.out.stat().st_size:,} bytes, sha256 {digest}")
        else:
            parser.error("either --out or --measure")
    except (pack.Refused, OSError) as error:
        sys.exit(f"ship.py: {options.out or options.folder}: {error}")


if __name__ == "__main__":
    main()
