"""Questions of SQuAD-format files as word pieces, and batches of them."""
import bisect
import json
import random

import torch

QUESTION = 64  # pieces of a question that are read


def places_of(text, answer, anywhere):
    """Where an answer stands: where it says, or wherever its text is found as whole words."""
    first, size = answer["answer_start"], len(answer["text"])
    if not anywhere:
        return [(first, first + size)] if first >= 0 else []
    out, at = [], text.find(answer["text"]) if size else -1
    while at >= 0:
        if not (at and text[at - 1].isalnum() and text[at].isalnum() or
                at + size < len(text) and text[at + size - 1].isalnum() and text[at + size].isalnum()):
            out.append((at, at + size))
        at = text.find(answer["text"], at + 1)
    return out or [(first, first + size)]


def tokens_of(passage, first, past):
    """The first and the last token of the code points first to past, or None."""
    a, b = bisect.bisect_right(passage["past"], first), bisect.bisect_left(passage["first"], past) - 1
    return (a, b) if a <= b else None


def load(path, source, pieces, anywhere=False):
    """The questions of a file, in its order. answers: [(share of the annotators, [(first, last token), …])]"""
    out = []
    with open(path, encoding="utf-8") as file:
        data = json.load(file)["data"]
    for number, article in enumerate(data):
        for paragraph in article["paragraphs"]:
            ids, first, past, word = pieces.encode(paragraph["context"])
            passage = dict(source=source, article=number, text=paragraph["context"], ids=ids, first=first, past=past, word=word)
            for asked in paragraph["qas"]:
                shares = {}
                for answer in asked["answers"]:
                    found = {tokens_of(passage, *place) for place in places_of(passage["text"], answer, anywhere)} - {None}
                    if found:
                        shares[tuple(sorted(found))] = shares.get(tuple(sorted(found)), 0) + 1
                total = sum(shares.values())
                out.append(dict(passage=passage, id=asked["id"], ids=pieces.encode(asked["question"])[0][:QUESTION],
                                answers=[(n / total, places) for places, n in shares.items()],
                                texts=[answer["text"] for answer in asked["answers"]]))
    return out


def size_of(question, longest):
    return min(longest, len(question["ids"]) + len(question["passage"]["ids"]) + 3)


def window_of(question, longest, dice):
    """The first token of the part of a long passage that is read: one with an answer in it."""
    room, size = longest - len(question["ids"]) - 3, len(question["passage"]["ids"])
    if size <= room or not question["answers"]:
        return 0
    first, last = dice.choice(dice.choice(question["answers"])[1])
    low, high = max(0, min(last + 1 - room, first)), min(first, size - room)
    return dice.randint(min(low, high), high)


def batch_of(items, longest, pieces):
    """Tensors for the encoder. items: [(question, first token of its passage that is read)]"""
    ids, places, types, at, starts = [], [], [], [0], []
    for question, offset in items:
        asked = question["ids"]
        part = question["passage"]["ids"][offset:offset + longest - len(asked) - 3]
        ids += [pieces.begin, *asked, pieces.end, *part, pieces.end]
        types += [0] * (len(asked) + 2) + [1] * (len(part) + 1)
        places += range(len(asked) + len(part) + 3)
        starts.append((at[-1] + len(asked) + 2, len(part), offset))
        at.append(len(ids))
    return dict(ids=torch.tensor(ids), places=torch.tensor(places), types=torch.tensor(types), at=torch.tensor(at), starts=starts)


def targets_of(items, batch):
    """For each question [(share, [(first, last)])] in rows of the batch, places outside the window left out."""
    out = []
    for (question, _), (start, size, offset) in zip(items, batch["starts"]):
        kept = []
        for share, places in question["answers"]:
            inside = [(start + a - offset, start + b - offset) for a, b in places if a >= offset and b < offset + size]
            if inside:
                kept.append((share, inside))
        out.append(kept)
    return out


class Stream:
    """Batches without end, a portion of the questions at a time: `main` ones in a new order every time round, and of the helping ones
    less and less. Its state can be kept and put back."""

    def __init__(self, main, helping, tokens, longest, seed, portion=1800):
        self.main, self.helping, self.tokens, self.longest, self.portion = main, helping, tokens, longest, portion
        self.dice = random.Random(seed)
        self.queues, self.batches, self.rounds = [[], []], [], 0

    def state(self):
        return dict(dice=self.dice.getstate(), queues=self.queues, batches=self.batches, rounds=self.rounds)

    def restore(self, state):
        self.dice.setstate(state["dice"])
        self.queues, self.batches, self.rounds = state["queues"], state["batches"], state["rounds"]

    def take(self, kind, count):
        questions, out = (self.main, self.helping)[kind], []
        while len(out) < count and questions:
            if not self.queues[kind]:
                self.queues[kind] = list(range(len(questions)))
                self.dice.shuffle(self.queues[kind])
                self.rounds += kind == 0
            out.append((kind, self.queues[kind].pop()))
        return out

    def question(self, key):
        return (self.main, self.helping)[key[0]][key[1]]

    def refill(self, share):
        keys = self.take(0, self.portion) + self.take(1, round(self.portion * share))
        keys.sort(key=lambda key: size_of(self.question(key), self.longest))
        batch, rows = [], 0
        for key in keys:
            size = size_of(self.question(key), self.longest)
            if batch and rows + size > self.tokens:
                self.batches.append(batch)
                batch, rows = [], 0
            batch.append(key)
            rows += size
        self.batches.append(batch)
        self.dice.shuffle(self.batches)

    def next(self, share):
        """The next batch: [(question, first token of its passage that is read)]. share: helping questions for each main one."""
        if not self.batches:
            self.refill(share)
        return [(q, window_of(q, self.longest, self.dice)) for q in map(self.question, self.batches.pop())]
