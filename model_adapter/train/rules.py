"""SQuAD v1.1's rules for comparing two answers."""
import collections
import re
import string

ARTICLES = re.compile(r"\b(a|an|the)\b")
MARKS = set(string.punctuation)


def normalised(text):
    return " ".join(ARTICLES.sub(" ", "".join(c for c in text.lower() if c not in MARKS)).split())


def f1(guess, gold):
    guess, gold = guess.split(), gold.split()
    shared = sum((collections.Counter(guess) & collections.Counter(gold)).values())
    return 2 * shared / (len(guess) + len(gold)) if shared else 0.0
