"""Scores of a network on encoded questions: SQuAD v1.1 EM and F1, and wins under the 40 % rule."""
import collections

import torch

from data import batch_of
from rules import f1, normalised

BEST = 20


def overlap(a, b):
    shared = sum((collections.Counter(a) & collections.Counter(b)).values())
    return 2 * shared / (len(a) + len(b)) if shared else float(a == b)


def choose(passage, spans, f1_share):
    """Of the most probable spans the one with the highest expected share*F1 + (1-share)*EM."""
    words = [[w for w in passage["word"][a:b + 1].tolist() if w] for _, a, b in spans]
    def worth(i):
        return sum(p * (f1_share * overlap(words[i], words[j]) + (1 - f1_share) * (words[i] == words[j]))
                   for j, (p, _, _) in enumerate(spans))
    return spans[max(range(len(spans)), key=lambda i: (worth(i), -i))]


def best_spans(networks, questions, best=BEST):
    """For each question its most probable spans, [(probability, first, last)], probabilities averaged over networks."""
    out = {}
    ordered = sorted(questions, key=lambda q: q["passage"]["n"])
    for network in networks:
        network.eval()
    with torch.no_grad():
        i = 0
        while i < len(ordered):
            some = ordered[i:i + max(1, min(64, 6000 // ordered[i]["passage"]["n"]))]
            i += len(some)
            batch = batch_of(some)
            shares = sum(torch.softmax(n(batch).flatten(1), 1) for n in networks) / len(networks)
            top, at = shares.topk(min(best, shares.shape[1]), 1)
            span = networks[0].config["span"]
            for q, ps, ks in zip(some, top.tolist(), at.tolist()):
                out[id(q)] = [(p, k // span, k // span + k % span) for p, k in zip(ps, ks) if k // span + k % span < q["passage"]["n"]]
    return [out[id(q)] for q in questions]


def evaluate(networks, questions, texts, f1_share=0.0):
    """EM, F1 and wins in per cent."""
    em = total = wins = 0
    for q, spans in zip(questions, best_spans(networks, questions)):
        context, golds = texts[q["id"]]
        passage = q["passage"]
        _, first, last = choose(passage, spans, f1_share) if f1_share else spans[0]
        guess = normalised(context[passage["point"][first]:passage["point_end"][last]])
        golds = [normalised(g) for g in golds]
        em += any(guess == g for g in golds)
        total += max(f1(guess, g) for g in golds)
        wins += f1(guess, golds[0]) > 0.4
    n = max(len(questions), 1)
    return dict(questions=len(questions), em=round(100 * em / n, 2), f1=round(100 * total / n, 2), wins=round(100 * wins / n, 2))
