"""Answers of an encoder, as the reader in C gives them, and their scores under SQuAD v1.1's rules."""
import pathlib
import sys

import torch

import questions as asked_of

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from rules import f1, normalised

WINDOW, SHARED, SPAN = 384, 128, 30


def windows_of(question, window=WINDOW, shared=SHARED):
    """The first token of each part of the passage that is read."""
    room, size = window - len(question["ids"]) - 3, len(question["passage"]["ids"])
    out = [0]
    while out[-1] + room < size:
        out.append(out[-1] + room - min(shared, room - 1))
    return out


def best_span(start, end, span=SPAN):
    """Score, first and last of the best pair."""
    size = len(start)
    score = (start[:, None] + end[None]).masked_fill(~torch.ones(size, size, dtype=torch.bool).triu().tril(span - 1), -1e9)
    value, place = score.flatten().max(0)
    return float(value), int(place) // size, int(place) % size


def text_of(passage, first, last):
    """Whole words."""
    word = passage["word"]
    while first and word[first - 1] == word[first]:
        first -= 1
    while last + 1 < len(word) and word[last + 1] == word[last]:
        last += 1
    return passage["text"][passage["first"][first]:passage["past"][last]]


def answers(logits, questions, pieces, tokens=3000):
    """{id: text}. logits: of a batch."""
    items = sorted(((q, offset) for q in questions for offset in windows_of(q)), key=lambda item: asked_of.size_of(item[0], WINDOW))
    best, i = {}, 0
    while i < len(items):
        some, rows = [], 0
        while i < len(items) and (not some or rows + asked_of.size_of(items[i][0], WINDOW) <= tokens):
            rows += asked_of.size_of(items[i][0], WINDOW)
            some.append(items[i])
            i += 1
        batch = asked_of.batch_of(some, WINDOW, pieces)
        made = logits(batch)
        for (question, offset), (start, size, _) in zip(some, batch["starts"]):
            if not size:
                continue
            value, a, b = best_span(made[start:start + size, 0], made[start:start + size, 1])
            if question["id"] not in best or value > best[question["id"]][0]:
                best[question["id"]] = value, text_of(question["passage"], offset + a, offset + b)
    return {name: text for name, (_, text) in best.items()}


def scores(found, questions):
    """EM, F1 and wins (more than 40 % of the words of the first annotator) in per cent."""
    em = overlap = wins = 0
    for q in questions:
        guess, gold = normalised(found.get(q["id"], "")), [normalised(text) for text in q["texts"]]
        em += max((guess == g for g in gold), default=0)
        overlap += max((f1(guess, g) for g in gold), default=0)
        wins += f1(guess, gold[0]) > 0.4
    n = max(1, len(questions))
    return dict(questions=len(questions), em=round(100 * em / n, 2), f1=round(100 * overlap / n, 2), wins=round(100 * wins / n, 2))
