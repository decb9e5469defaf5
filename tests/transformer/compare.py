#!/usr/bin/env python3
"""Compares the transformer reader in C with PyTorch and with tokenisers in Python.

usage: compare.py cut TOOL FOLDER [--strings N] [--seed N]      tokenisers on hostile strings
       compare.py scores TOOL FOLDER [--rows N]                 scores of random tokens
       compare.py real TOOL FOLDER DATASET.json… [--rows N] [--packages NODE_MODULES --graph FILE.onnx]
                                                                scores of real questions, in PyTorch and in onnxruntime;
                                                                an encoder without a head gets a random one
       compare.py answers BEAT_MODEL FOLDER [--rows N]          answers on long and hostile passages
       compare.py time FOLDER [--tokens N] [--rows N]           PyTorch on one thread: milliseconds, and of the processor
       compare.py make KIND FOLDER [--dtype F32|F16|BF16] [--shards N] [--layers N --width N --heads N --inner N]

TOOL is train-checkpoint. Prints what was compared; exit code 1 if anything differs."""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "oracle"))
import tokenisers
from hostile import Hostile

CHUNK = 20000
TOLERANCE = 1e-3


def tokeniser_of(folder):
    """The one of its files, as a reader of them would take it."""
    path = folder / "tokenizer.json"
    if path.exists():
        root = json.loads(path.read_text(encoding="utf-8"))
        model = root["model"]
        if "merges" in model:
            merges = [m.split(" ") if isinstance(m, str) else m for m in model["merges"]]
            return tokenisers.ByteLevel(model["vocab"], merges, root["pre_tokenizer"].get("add_prefix_space", False))
        return tokenisers.WordPiece(model["vocab"], root["normalizer"]["lowercase"])
    if (folder / "merges.txt").exists():
        lines = (folder / "merges.txt").read_text(encoding="utf-8").split("\n")
        merges = [line.split(" ") for line in lines if line and not line.startswith("#version")]
        return tokenisers.ByteLevel(json.loads((folder / "vocab.json").read_text(encoding="utf-8")), merges)
    lines = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
    config = folder / "tokenizer_config.json"
    lower = json.loads(config.read_text()).get("do_lower_case", True) if config.exists() else True
    return tokenisers.WordPiece({piece: i for i, piece in enumerate(lines)}, lower)


def cut(options):
    tokeniser, wrong, seen = tokeniser_of(options.folder), 0, 0
    source = Hostile(options.seed)
    while seen < options.strings:
        texts = [source.text().replace("\0", "") for _ in range(min(CHUNK, options.strings - seen))]
        done = subprocess.run([options.tool, "cut", options.folder], input="".join(t + "\0" for t in texts).encode(),
                              capture_output=True, check=True)
        lines = done.stdout.decode().splitlines()
        assert len(lines) == len(texts), (len(lines), len(texts))
        for text, line in zip(texts, lines):
            expected = tokeniser.cut(text)
            if json.loads(line) != expected:
                wrong += 1
                if wrong <= 5:
                    print(f"{ascii(text)}: expected {expected}, got {line}")
        seen += len(texts)
    print(f"{seen} strings, {wrong} cut otherwise")
    return wrong == 0


def scores_of(command, rows):
    """[[start, …], [end, …]] of rows of tokens and their kinds."""
    text = "".join(" ".join(f"{i}:{k}" for i, k in zip(*row)) + "\n" for row in rows)
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def worst_of(rows, expected):
    """The largest difference of a score."""
    assert len(rows) == len(expected), (len(rows), len(expected))
    return max(abs(a - b) for row in zip(rows, expected) for got, want in zip(*row) for a, b in zip(got, want, strict=True))


def scores(options):
    import checkpoints

    reference = checkpoints.Reference(options.folder)
    generator, rows = random.Random(options.seed), []
    for _ in range(options.rows):
        n = generator.choice((1, 2, 5, 16, 17, 48, 100, 200, 384))
        rows.append(([generator.randrange(reference.config["vocab_size"]) for _ in range(n)],
                     [int(i > n // 3) for i in range(n)]))
    worst = worst_of(scores_of([options.tool, "scores", options.folder, "fp32"], rows), [reference.scores(*row) for row in rows])
    print(f"{len(rows)} rows of tokens, the scores differ by at most {worst:.2g}")
    return worst < TOLERANCE


def questions(options, tokeniser):
    """Rows of real questions taken at random, each with the first window of its passage."""
    pairs = [(q["question"], p["context"]) for path in options.data for article in json.loads(path.read_text(encoding="utf-8"))["data"]
             for p in article["paragraphs"] for q in p["qas"]]
    marks = [tokeniser.vocab[mark] for mark in ("[CLS]", "[SEP]")]
    for question, passage in random.Random(options.seed).sample(pairs, min(options.rows, len(pairs))):
        asked = [piece[0] for piece in tokeniser.cut(question)][:64]
        read = [piece[0] for piece in tokeniser.cut(passage)][:384 - len(asked) - 3]
        yield [marks[0], *asked, marks[1], *read, marks[1]], [0] * (len(asked) + 2) + [1] * (len(read) + 1)


def onnx(options, reference, rows, place):
    """Scores by onnxruntime on the graph of the encoder, with the reference's head."""
    head = place / "head.json"
    head.write_text(json.dumps([reference.tensors[f"qa_outputs.{part}"].tolist() for part in ("weight", "bias")]))
    script = pathlib.Path(__file__).parents[1] / "bench/onnx.mjs"
    return scores_of(["node", script, options.packages, options.graph, head], rows)


def real(options):
    import checkpoints

    checkpoints.torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        has_head = "qa_outputs.weight" in checkpoints.read_folder(options.folder)
        folder = options.folder if has_head else checkpoints.with_head(options.folder, place)
        reference, rows = checkpoints.Reference(folder), list(questions(options, tokeniser_of(folder)))
        ours = scores_of([options.tool, "scores", folder, "fp32"], rows)
        theirs = {"PyTorch": [reference.scores(*row) for row in rows]}
        if options.graph:
            theirs["onnxruntime"] = onnx(options, reference, rows, place)
    worst = {who: worst_of(ours, expected) for who, expected in theirs.items()}
    for who, most in worst.items():
        print(f"{len(rows)} real questions, the scores differ from those of {who} by at most {most:.2g}")
    return max(worst.values()) < TOLERANCE


def passages(source, count):
    """Long ones of the README's words, and hostile ones; questions of words and worse."""
    import checkpoints

    words = checkpoints.TEXT.split()
    for i in range(count):
        at = source.randrange(len(words) - 900)
        text = " ".join(words[at:at + source.choice((20, 200, 700))])
        if i % 3 == 2:
            text = " ".join(source.text().replace("\0", "") for _ in range(40)) + " word"
        yield text, " ".join(source.choices(words, k=source.choice((0, 6, 12, 150)))) + source.text().replace("\0", "")


def answered(options):
    import answers
    import checkpoints

    reference, tokeniser = checkpoints.Reference(options.folder), tokeniser_of(options.folder)
    vocab, wrong = tokeniser.vocab, 0
    marks = ("<s>", ["</s>", "</s>"], "</s>") if "<s>" in vocab else ("[CLS]", ["[SEP]"], "[SEP]")
    frame = vocab[marks[0]], [vocab[m] for m in marks[1]], vocab[marks[2]]
    asked = list(passages(Hostile(options.seed), options.rows))
    data = {"data": [{"title": "t", "paragraphs": [
        {"context": p, "qas": [{"id": str(i), "question": q, "answers": []}]} for i, (p, q) in enumerate(asked)]}]}
    done = subprocess.run([options.tool, "predict", "-", "--reader", "mine", "--checkpoint", f"mine={options.folder}", "--best", "5"],
                          input=json.dumps(data).encode(), capture_output=True, check=True)
    got = json.loads(done.stdout)
    for i, (passage, question) in enumerate(asked):
        expected = answers.answers(reference, tokeniser, frame, passage, question, 5)
        best = [(b["start"], b["end"], b["score"]) for b in got[str(i)]["best"]]
        same = len(best) == len(expected) and all(abs(a[2] - b[2]) < 1e-4 for a, b in zip(best, expected))
        # where two are as good as equal, either may come first
        clear = len(expected) < 2 or expected[0][2] - expected[1][2] > 1e-5
        if not same or (clear and best[0][:2] != expected[0][:2]):
            wrong += 1
            print(f"{ascii(question)}: expected {expected}, got {best}")
        if any(passage[b["start"]:b["end"]] != b["answer"] for b in got[str(i)]["best"]):
            wrong += 1
            print(f"{ascii(question)}: answers that are not in their places")
    print(f"{len(asked)} questions, {wrong} answered otherwise")
    return wrong == 0


def time_torch(options):
    import time

    import checkpoints

    checkpoints.torch.set_num_threads(1)
    reference = checkpoints.Reference(options.folder)
    ids = [(1009 * i + 7) % reference.config["vocab_size"] for i in range(options.tokens)]
    kinds = [int(i > options.tokens // 10) for i in range(options.tokens)]
    for _ in range(options.rows):
        clock, used = time.perf_counter(), time.process_time()
        reference.scores(ids, kinds)
        print(1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - used))
    return True


def make(options):
    import checkpoints

    shape = {key: value for key in ("layers", "width", "heads", "inner") if (value := getattr(options, key))}
    checkpoints.make(options.kind, options.folder, options.dtype, options.shards, **shape)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, work in (("cut", cut), ("scores", scores), ("real", real), ("answers", answered)):
        command = commands.add_parser(name)
        command.add_argument("tool")
        command.add_argument("folder", type=pathlib.Path)
        command.add_argument("--strings", type=int, default=10000)
        command.add_argument("--rows", type=int, default=12)
        command.add_argument("--seed", default="1")
        command.set_defaults(work=work)
        if name == "real":
            command.add_argument("data", nargs="+", type=pathlib.Path, metavar="DATASET.json")
            command.add_argument("--packages", help="the folder node_modules that has onnxruntime-node")
            command.add_argument("--graph", type=pathlib.Path, help="the encoder as ONNX")
    command = commands.add_parser("time")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("--tokens", type=int, default=200)
    command.add_argument("--rows", type=int, default=20)
    command.set_defaults(work=time_torch)
    command = commands.add_parser("make")
    command.add_argument("kind")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("--dtype", default="F32")
    command.add_argument("--shards", type=int, default=1)
    for name in ("layers", "width", "heads", "inner"):
        command.add_argument("--" + name, type=int)
    command.set_defaults(work=make)
    options = parser.parse_args()
    sys.exit(0 if options.work(options) else 1)


if __name__ == "__main__":
    main()
