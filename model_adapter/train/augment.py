"""Other versions of a data set's questions and passages, so that a network sees each in several forms.

    augment.py VECTORS.json DATASET.json OUT.json [--copies 2] [--seed 1]

Every passage comes in COPIES versions: its sentences in another order (those that share an answer stay together),
its questions with some words replaced by words with a similar vector and some left out. Answers keep their texts and
get the offsets they have in the new order. Ids are the old ones.
"""
import argparse
import json
import random
import re

import numpy as np

SENTENCE_END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[A-Z\"“(])")
WORD = re.compile(r"^[A-Za-z]{3,}$")
KEPT = set("who whom whose what which when where why how many much long far old often did does was were are the and for not "
           "has have had can could would will shall should may might with from into than that this these those".split())
CANDIDATES, NEAREST, ALIKE = 40000, 6, 0.62
REPLACED, LEFT_OUT, SHUFFLED = 0.15, 0.08, 0.6


def unit_rows(vectors, words):
    rows = np.array([vectors[w][:100] for w in words], np.float64)
    return rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9)


class Neighbours:
    """Words with a similar vector."""

    def __init__(self, path, wanted):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        vectors = data["vectors"]
        self.words = [w for w in data["words"][:CANDIDATES] if WORD.match(w)]
        table = unit_rows(vectors, self.words)
        known = [w for w in sorted(wanted) if w in vectors]
        self.of = {}
        for at in range(0, len(known), 500):
            some = known[at:at + 500]
            # rounded, because the last bits of a product are another machine's business
            like = np.round(unit_rows(vectors, some) @ table.T, 9)
            best = np.argpartition(-like, min(NEAREST + 1, len(self.words) - 1), axis=1)[:, :NEAREST + 1]
            for word, row, places in zip(some, like, best):
                near = sorted(places, key=lambda p: (-row[p], p))
                self.of[word] = [self.words[p] for p in near if row[p] >= ALIKE and self.words[p] != word]


def question_words(dataset):
    for article in dataset["data"]:
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                for piece in qa["question"].split():
                    word = piece.strip("?,.;:\"'()").lower()
                    if WORD.match(word) and word not in KEPT:
                        yield word


def other_question(text, neighbours, chooser):
    out = []
    for piece in text.split():
        core = piece.strip("?,.;:\"'()")
        word = core.lower()
        draw = chooser.random()
        if word in KEPT or not WORD.match(word):
            out.append(piece)
        elif draw < REPLACED and core == word and neighbours.of.get(word):
            out.append(piece.replace(core, chooser.choice(neighbours.of[word])))
        elif draw < REPLACED + LEFT_OUT:
            out.append(piece.replace(core, "") if piece.endswith("?") else "")
        else:
            out.append(piece)
    return " ".join(filter(None, out))


def cuts(context, answers):
    """Where sentences begin, without those an answer goes across."""
    begins = [0] + [m.end() for m in SENTENCE_END.finditer(context)]
    inside = lambda at: any(start < at < end for start, end in answers)
    return [at for at in begins if at == 0 or not inside(at)]


def other_order(context, answers, chooser):
    """The sentences shuffled: the new text, and a function from old offsets to new ones."""
    begins = cuts(context, answers)
    pieces = [(a, context[a:b].rstrip()) for a, b in zip(begins, begins[1:] + [len(context)])]
    if chooser.random() < SHUFFLED:
        chooser.shuffle(pieces)
    text, places = "", []
    for begin, piece in pieces:
        text += " " if text else ""
        places.append((begin, len(text)))
        text += piece
    places.sort()
    def moved(offset):
        begin, now = max((p for p in places if p[0] <= offset))
        return now + offset - begin
    return text, moved


def other_paragraph(paragraph, neighbours, chooser):
    spans = [(a["answer_start"], a["answer_start"] + len(a["text"])) for qa in paragraph["qas"] for a in qa["answers"]]
    context, moved = other_order(paragraph["context"], spans, chooser)
    qas = []
    for qa in paragraph["qas"]:
        answers = [dict(text=a["text"], answer_start=moved(a["answer_start"])) for a in qa["answers"]]
        answers = [a for a in answers if context[a["answer_start"]:a["answer_start"] + len(a["text"])] == a["text"]]
        if answers:
            qas.append(dict(id=qa["id"], question=other_question(qa["question"], neighbours, chooser), answers=answers))
    return dict(context=context, qas=qas)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("vectors")
    parser.add_argument("dataset")
    parser.add_argument("out")
    parser.add_argument("--copies", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with open(args.dataset, encoding="utf-8") as file:
        dataset = json.load(file)
    neighbours, chooser = Neighbours(args.vectors, set(question_words(dataset))), random.Random(args.seed)
    data = []
    for article in dataset["data"]:
        data.append(dict(title=article["title"], paragraphs=[other_paragraph(p, neighbours, chooser)
                                                             for p in article["paragraphs"] for _ in range(args.copies)]))
    with open(args.out, "w", encoding="utf-8") as file:
        json.dump(dict(version="1.1", data=data), file, ensure_ascii=False)
    before = sum(len(p["qas"]) for a in dataset["data"] for p in a["paragraphs"])
    print(f"{sum(len(p['qas']) for a in data for p in a['paragraphs'])} questions of {before}, {len(neighbours.of)} words with neighbours")


if __name__ == "__main__":
    main()
