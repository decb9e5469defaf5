"""Encoded questions (train-encode) as arrays, and batches of them."""
import json
import random

import numpy as np
import torch

from network import ASKED, PART_ROWS, QUESTION_FEATURES, STILL

PARTS = len(PART_ROWS)


class Records:
    """Reads the numbers of a file one after another."""

    def __init__(self, path):
        self.bytes = np.fromfile(path, np.uint8)
        self.at = 0

    def take(self, kind, count):
        size = np.dtype(kind).itemsize * count
        found = self.bytes[self.at:self.at + size].view(kind)
        self.at += size
        return found

    def number(self):
        return int(self.take("<u4", 1)[0])

    def tokens(self, n):
        return self.take("<u4", n).astype(np.int32), self.take("<u2", n * PARTS).reshape(n, PARTS).astype(np.int16)


def read_passage(records, source):
    article, n = records.number(), records.number()
    rows, parts = records.tokens(n)
    still = records.take("<f4", n * STILL).reshape(n, STILL).copy()
    point, point_end, word = (records.take("<u4", n).copy() for _ in range(3))
    return dict(source=source, article=article, n=n, rows=rows, parts=parts, still=still, point=point, point_end=point_end, word=word)


def read_question(records, passage, precision):
    identifier = records.take("u1", records.number()).tobytes().decode()
    m = records.number()
    rows, parts = records.tokens(m)
    features = records.take("<f4", m * QUESTION_FEATURES).reshape(m, QUESTION_FEATURES).copy()
    asked = records.take("<f4", passage["n"] * ASKED).reshape(-1, ASKED).astype(precision)
    answers = []
    for _ in range(records.number()):
        annotators, places = records.number(), records.number()
        answers.append((annotators, records.take("<u4", 2 * places).reshape(-1, 2).tolist()))
    return dict(passage=passage, id=identifier, m=m, rows=rows, parts=parts, features=features, asked=asked, answers=answers)


def load(path, source, precision=np.float16):
    """The questions of an encoded file, in its order; half precision of what there is most of saves memory."""
    records, questions, passage = Records(path), [], None
    while records.at < len(records.bytes):
        kind = chr(records.number())
        if kind == "P":
            passage = read_passage(records, source)
        else:
            questions.append(read_question(records, passage, precision))
    return questions


def texts(path):
    """Of a SQuAD-format file: id -> (context, answer texts)."""
    with open(path, encoding="utf-8") as file:
        return {q["id"]: (p["context"], [a["text"] for a in q["answers"]])
                for article in json.load(file)["data"] for p in article["paragraphs"] for q in p["qas"]}


def batch_of(questions):
    """Tensors for the network, padded with zeros."""
    n, m, size = max(q["passage"]["n"] for q in questions), max(q["m"] for q in questions), len(questions)
    out = dict(rows=np.zeros((size, n), np.int64), parts=np.zeros((size, n, PARTS), np.int64),
               still=np.zeros((size, n, STILL), np.float32), asked=np.zeros((size, n, ASKED), np.float32),
               question_rows=np.zeros((size, m), np.int64), question_parts=np.zeros((size, m, PARTS), np.int64),
               question_features=np.zeros((size, m, QUESTION_FEATURES), np.float32))
    for i, q in enumerate(questions):
        p, a, b = q["passage"], q["passage"]["n"], q["m"]
        out["rows"][i, :a], out["parts"][i, :a], out["still"][i, :a], out["asked"][i, :a] = p["rows"], p["parts"], p["still"], q["asked"]
        out["question_rows"][i, :b], out["question_parts"][i, :b], out["question_features"][i, :b] = q["rows"], q["parts"], q["features"]
    tensors = {name: torch.from_numpy(array) for name, array in out.items()}
    tensors["length"] = torch.tensor([q["passage"]["n"] for q in questions])
    tensors["question_length"] = torch.tensor([q["m"] for q in questions])
    return tensors


def batches(questions, tokens, chooser=random, most=48, window=2000):
    """Shuffled batches of about `tokens` tokens, of questions whose passages are about as long."""
    questions = list(questions)
    chooser.shuffle(questions)
    out = []
    for at in range(0, len(questions), window):
        part, i = sorted(questions[at:at + window], key=lambda q: q["passage"]["n"]), 0
        while i < len(part):
            n = 1
            while i + n < len(part) and n < most and (n + 1) * part[i + n]["passage"]["n"] <= tokens:
                n += 1
            out.append(part[i:i + n])
            i += n
    chooser.shuffle(out)
    return out
