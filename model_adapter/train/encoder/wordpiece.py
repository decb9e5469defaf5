"""BERT's WordPiece for lower-case vocabularies, each token with its code points in the original text."""
import functools
import json
import unicodedata

UNKNOWN, BEGIN, END = "[UNK]", "[CLS]", "[SEP]"
LONGEST = 100  # characters of a word that is looked up


def is_mark(c):
    """Punctuation, as BERT sees it: all of ASCII that is no letter, number or space, and Unicode's P classes."""
    o = ord(c)
    return 33 <= o <= 47 or 58 <= o <= 64 or 91 <= o <= 96 or 123 <= o <= 126 or unicodedata.category(c)[0] == "P"


def is_ideograph(c):
    o = ord(c)
    return (0x4E00 <= o <= 0x9FFF or 0x3400 <= o <= 0x4DBF or 0x20000 <= o <= 0x2A6DF or 0x2A700 <= o <= 0x2B73F
            or 0x2B740 <= o <= 0x2B81F or 0x2B920 <= o <= 0x2CEAF or 0xF900 <= o <= 0xFAFF or 0x2F800 <= o <= 0x2FA1F)


@functools.lru_cache(None)
def kind(c):
    """What becomes of a character: ' ' it ends a word, '' it is dropped, '.' a word of its own, else 'a'; and its lower-case form."""
    if c in "\t\n\r" or unicodedata.category(c) == "Zs" or c.isspace() and unicodedata.category(c)[0] != "C":
        return " ", ""
    if c in "\0\ufffd" or unicodedata.category(c)[0] == "C":
        return "", ""
    plain = "".join(d for d in unicodedata.normalize("NFD", c) if unicodedata.category(d) != "Mn").lower()
    if is_ideograph(c) or len(plain) == 1 and is_mark(plain):
        return ".", plain
    return "a", plain


def words(text):
    """[(lower-case characters, the code point each comes from)]"""
    out, word, places = [], [], []

    def end():
        if word:
            out.append(("".join(word), list(places)))
            word.clear()
            places.clear()

    for i, c in enumerate(text):
        sort, plain = kind(c)
        if sort in " .":
            if sort:
                end()
            if sort == ".":
                out.append((plain, [i] * len(plain)))
            continue
        for d in plain:
            if is_mark(d):
                end()
                out.append((d, [i]))
            else:
                word.append(d)
                places.append(i)
    end()
    return out


class WordPiece:
    def __init__(self, pieces):
        self.pieces = pieces
        self.number = {piece: i for i, piece in enumerate(pieces)}
        self.unknown, self.begin, self.end = (self.number[name] for name in (UNKNOWN, BEGIN, END))
        self.split = functools.lru_cache(1 << 17)(self._split)

    def _split(self, word):
        """[(number, first, past)] of a word's pieces, the longest first."""
        if len(word) > LONGEST:
            return [(self.unknown, 0, len(word))]
        out, at = [], 0
        while at < len(word):
            past = len(word)
            while past > at and (word[at:past] if at == 0 else "##" + word[at:past]) not in self.number:
                past -= 1
            if past == at:
                return [(self.unknown, 0, len(word))]
            out.append((self.number[word[at:past] if at == 0 else "##" + word[at:past]], at, past))
            at = past
        return out

    def encode(self, text):
        """Of the pieces: their numbers, the first and the past code point of each, and the word it is of."""
        numbers, first, past, word_of = [], [], [], []
        for w, (word, places) in enumerate(words(text)):
            for number, a, b in self.split(word):
                numbers.append(number)
                first.append(places[a])
                past.append(places[b - 1] + 1)
                word_of.append(w)
        return numbers, first, past, word_of


def load(path):
    """Of a vocab.txt or a tokenizer.json."""
    with open(path, encoding="utf-8") as file:
        if str(path).endswith(".json"):
            vocabulary = json.load(file)["model"]["vocab"]
            return WordPiece(sorted(vocabulary, key=vocabulary.get))
        return WordPiece(file.read().split("\n")[:-1])
