#!/usr/bin/env python3
"""Checks that the neural reader in C computes what the network computes that was trained.

    parity.py --weights FILE --programs DIR [--questions 1000] [--seed 1] DATASET.json…

Takes questions of the data sets at random, gives them to train-logits (the reader's own code) and to network.py, both
with the numbers of the weights file, and compares the scores of all spans and the answers. Some passages are made
longer than one window, so that those are compared too. Exit code 0 only if no score differs by more than 1e-3 and
at least 99.9 % of the answers are the same.

A score counts if its span has a probability at all: what is more than 104 below the best is exactly 0 after a softmax in
single precision, and such scores go down to -10000, where single precision itself has steps of 1e-3. They may differ by
1e-4 of their size.
"""
import argparse
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import numpy as np
import torch

import data
import pack
import score
from network import BLOCKED, Reader

LARGEST = 1e-3
LARGEST_SHARE = 1e-4  # of the scores of spans that are out of the question
NO_CHANCE = 104  # below the best: exp(-104) is 0 in single precision
SAME = 0.999
WINDOW, STEP = 320, 160
LONG_EVERY, LONG_WORDS = 25, 600
AT_ONCE = 16


def networks_of(header, tensors):
    """The members, of the file's own numbers."""
    vectors = torch.from_numpy(tensors["word.vector"].astype(np.float32) * tensors["word.scale"][:, None])
    shapes = {key: header["config"][key] for key in header["config"] if key not in ("members", "first", "f1_share")}
    out = []
    for i in range(header["config"]["members"]):
        weights = {name.split(".", 1)[1]: torch.from_numpy(value.copy()) for name, value in tensors.items() if name.startswith(f"{i}.")}
        network = Reader(vectors, {**shapes, "learnt_words": weights["delta"].shape[0]})
        network.load_state_dict(weights)
        out.append(network.eval())
    return out


def write_table(path, header, tensors):
    """The table of words that train-encode reads."""
    with open(path, "wb") as file:
        file.write(struct.pack("<II", len(tensors["word.hash"]), header["config"]["first"]))
        file.write(tensors["word.hash"].tobytes() + tensors["word.row"].tobytes())


def sample(paths, count, dice):
    """One passage a question, numbered; of every LONG_EVERY questions one on several passages in a row."""
    pairs = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            pairs += [(p["context"], q) for a in json.load(file)["data"] for p in a["paragraphs"] for q in p["qas"]]
    chosen = dice.sample(pairs, min(count, len(pairs)))
    paragraphs = []
    for number, (context, question) in enumerate(chosen):
        while number % LONG_EVERY == LONG_EVERY - 1 and len(context.split()) < LONG_WORDS:
            context += "\n\n" + dice.choice(pairs)[0]
        asked = {"id": str(number), "question": question["question"], "answers": question["answers"]}
        paragraphs.append({"context": context, "qas": [asked]})
    return {"version": "1.1", "data": [{"title": "parity", "paragraphs": paragraphs}]}


def run(command, out):
    with open(out, "wb") as file:
        done = subprocess.run(command, stdout=file, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"parity.py: {os.path.basename(command[0])} failed: {done.stderr.strip()}")


def answers_in_c(path, span):
    """{number: (scores [members][tokens][span], first, last)}"""
    records, out = data.Records(path), {}
    while records.at < len(records.bytes):
        number, tokens, members = (records.number() for _ in range(3))
        scores = records.take("<f4", members * tokens * span).reshape(members, tokens, span)
        first, last = records.number(), records.number()
        records.take("<f4", 1)
        out[number] = scores, first, last
    return out


def window_of(first, last, windows):
    """The window in which a span is farther from a cut."""
    at = min(first // STEP, windows - 1)
    if at > 0 and last < (at + 1) * STEP and first - at * STEP <= (at + 1) * STEP - 1 - last:
        at -= 1
    return at


def windows_of(question):
    """The question once for each window of its passage."""
    passage = question["passage"]
    count = 1 if passage["n"] <= WINDOW else -(-(passage["n"] - WINDOW) // STEP) + 1
    for at in range(count):
        part = slice(at * STEP, min(at * STEP + WINDOW, passage["n"]))
        cut = {key: passage[key][part] for key in ("rows", "parts", "still")}
        yield {**question, "passage": {**cut, "n": part.stop - part.start}, "asked": question["asked"][part]}


def scores_of(network, questions):
    """[tokens][span] for each question."""
    pieces = [(i, at, piece) for i, q in enumerate(questions) for at, piece in enumerate(windows_of(q))]
    with torch.no_grad():
        found = network(data.batch_of([piece for _, _, piece in pieces])).numpy()
    out = [np.full((q["passage"]["n"], network.config["span"]), BLOCKED, np.float32) for q in questions]
    for (i, at, piece), scores in zip(pieces, found):
        windows, n, span = sum(1 for j, _, _ in pieces if j == i), piece["passage"]["n"], network.config["span"]
        if windows == 1:
            out[i][:] = scores[:n]
            continue
        for first in range(n):
            for length in range(min(span, n - first)):
                begin = at * STEP + first
                if window_of(begin, begin + length, windows) == at:
                    out[i][begin, length] = scores[first, length]
    return out


def chosen_span(passage, context, scores, f1_share):
    """The reader's rule for an answer, over the torch scores: spans that hold no word are no answers."""
    shares = sum(torch.softmax(torch.from_numpy(member).flatten(), 0) for member in scores).numpy() / len(scores)
    span = scores[0].shape[1]
    words = [any(c.isalnum() for c in context[a:b]) for a, b in zip(passage["point"], passage["point_end"])]
    best = []
    for k in np.argsort(-shares, kind="stable"):
        first, last = int(k) // span, int(k) // span + int(k) % span
        if last < passage["n"] and any(words[first:last + 1]):
            best.append((float(shares[k]), first, last))
        if len(best) == score.BEST:
            break
    _, first, last = score.choose(passage, best, f1_share)
    return first, last


class Comparison:
    def __init__(self, span, f1_share):
        self.span, self.f1_share = span, f1_share
        self.questions = self.long = self.same = 0
        self.largest = self.largest_share = 0.0
        self.differing = []

    def add(self, question, context, scores, in_c):
        in_c_scores, *answer = in_c
        passage = question["passage"]
        possible = np.arange(passage["n"])[:, None] + np.arange(self.span)[None] < passage["n"]
        for torch_scores, c_scores in zip(scores, in_c_scores):
            self.differences(torch_scores[possible], c_scores[possible])
        expected = chosen_span(passage, context, scores, self.f1_share)
        self.questions += 1
        self.long += passage["n"] > WINDOW
        self.same += expected == tuple(answer)
        if expected != tuple(answer):
            texts = [context[passage["point"][a]:passage["point_end"][b]] for a, b in (expected, answer)]
            self.differing.append(f"question {question['id']}: torch answers \"{texts[0]}\", C \"{texts[1]}\"")

    def differences(self, a, b):
        chance = a >= a.max() - NO_CHANCE
        self.largest = max(self.largest, float(np.abs(a - b)[chance].max()))
        self.largest_share = max([self.largest_share] + (np.abs(a - b) / np.abs(a))[~chance].tolist())

    def good(self):
        return self.questions > 0 and self.largest <= LARGEST and self.largest_share <= LARGEST_SHARE and self.same >= SAME * self.questions

    def __str__(self):
        return (f"parity: {self.questions} questions ({self.long} on passages of several windows): largest difference of a score "
                f"{self.largest:.1e} (allowed {LARGEST:.0e}), of hopeless ones {self.largest_share:.1e} of their size "
                f"(allowed {LARGEST_SHARE:.0e}), same answer to {self.same} ({SAME:.1%} needed): {'good' if self.good() else 'NOT GOOD'}")


def compare(args, work):
    header, tensors, _ = pack.read(args.weights)
    config = header["config"]
    made = sample(args.datasets, args.questions, random.Random(args.seed))
    dataset, table = os.path.join(work, "sample.json"), os.path.join(work, "words.table")
    pathlib.Path(dataset).write_text(json.dumps(made), encoding="utf-8")
    write_table(table, header, tensors)
    run([os.path.join(args.programs, "train-encode"), table, dataset], os.path.join(work, "sample.enc"))
    run([os.path.join(args.programs, "train-logits"), args.weights, dataset], os.path.join(work, "sample.logits"))
    in_c = answers_in_c(os.path.join(work, "sample.logits"), config["span"])
    questions = [q for q in data.load(os.path.join(work, "sample.enc"), "sample", np.float32) if int(q["id"]) in in_c]
    contexts = data.texts(dataset)
    networks, found = networks_of(header, tensors), Comparison(config["span"], config["f1_share"])
    questions.sort(key=lambda q: q["passage"]["n"])
    for at in range(0, len(questions), AT_ONCE):
        some = questions[at:at + AT_ONCE]
        for question, *scores in zip(some, *(scores_of(network, some) for network in networks)):
            found.add(question, contexts[question["id"]][0], scores, in_c[int(question["id"])])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--weights", required=True, help="the weights file")
    parser.add_argument("--programs", required=True, help="folder with train-encode and train-logits")
    parser.add_argument("--questions", type=int, default=1000, help="how many to compare (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of questions")
    parser.add_argument("datasets", nargs="+", metavar="DATASET.json")
    args = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as work:
        try:
            found = compare(args, work)
        except (pack.Refused, OSError) as error:
            sys.exit(f"parity.py: {args.weights}: {error}")
    print("\n".join([str(found)] + found.differing[:10]))
    sys.exit(0 if found.good() else 1)


if __name__ == "__main__":
    main()
