"""Texts made to break a normaliser, from a seeded random generator: the same seed gives the same texts."""

import random
import string

SPACES = [chr(c) for c in (*range(9, 14), *range(0x1C, 0x21), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B))]
SPACES += [chr(c) for c in (0x2028, 0x2029, 0x202F, 0x205F, 0x3000)]
# Look like white space and are none: zero-width, joiners, marks of direction, fillers, byte-order mark.
NEAR_SPACES = [chr(c) for c in (0x180E, *range(0x200B, 0x2010), 0x2060, 0xFEFF, 0x3164, 0x2800, 0xAD, 0x0, 0x7F)]
MARKS = [chr(c) for c in (0x300, 0x301, 0x307, 0x327, 0x345, 0x483, 0x5B0, 0x64B, 0x93F, 0xE31, 0x20DD, 0xFE0F)]
DIGITS = list("٣۷७௯๓༣၅᠗Ⅷↂ½²₃①㊿零〇四𝟘𝟿𑁒") + ["\U0001F10A"]
SIGMAS = ["Σ", "σ", "ς", "ΑΣ", "ΟΔΟΣ", "Σ.", "'Σ", "ΑΣ\u0301", "Α\u0301Σ", "ΑΣ'", "Α:Σ:Β", "ϹΣ", "ªΣ", "Σ\u00ad", "1Σ"]
CASED = ["İ", "I\u0307", "ı", "ẞ", "ß", "Ⱥ", "Ⱦ", "\u212a", "\u212b", "\u2126", "ǅ", "ﬁ", "ᾈ", "Ꭰ", "ꭰ", "Ა", "ა"]
CASED += ["Ⓐ", "Ａ", "ａ", "𐐀", "𞤀", "À"]
EMOJI = ["😀", "👩‍🚀", "🇫🇷", "❤️", "👍🏽", "🏴\U000E0067\U000E0062\U000E007F", "1️⃣"]
ARTICLES = ["a", "an", "the", "A", "An", "AN", "The", "THE", "tHe"]
ARTICLES += ["a.n", "t-h-e", "_a_", "a_", "'an'", "the-end", "a-an-the"]
# Seem to be articles and are none, or are some beside a character that is no \w.
NEAR_ARTICLES = ["a\u0301", "á", "\u0301a", "\u0430", "ａ", "th\u0435", "the\u200b", "\u200ban", "a\u00ad", "a1", "١a"]
NEAR_ARTICLES += ["the²", "ta", "anthe", "aN\u0307"]
WORDS = "New York City Paris 1066 river of time Tower blue whale U.S. don't 3,000 naïve".split()
WORDS += "Ångström Ελλάδα Москва 東京 ไทย हिन्दी".split()

POOLS = [
    (SPACES, 8),
    (NEAR_SPACES, 3),
    (MARKS, 3),
    (DIGITS, 2),
    (SIGMAS, 3),
    (CASED, 3),
    (EMOJI, 2),
    (ARTICLES, 8),
    (NEAR_ARTICLES, 3),
    (WORDS, 8),
    (list(string.punctuation), 4),
    (list(string.ascii_letters), 4),
]


class Hostile(random.Random):
    """A generator of texts, pairs and datasets."""

    def code_point(self):
        top = self.choice((0x80, 0x250, 0x800, 0x3000, 0x10000, 0x20000, 0x110000))
        point = self.randrange(top)
        return chr(point if not 0xD800 <= point < 0xE000 else point - 0x800)

    def piece(self):
        if self.random() < 0.08:
            return self.code_point()
        (pool,) = self.choices([p for p, _ in POOLS], cum_weights=WEIGHTS)
        return self.choice(pool)

    def text(self):
        size = self.choice((0, 1, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16))
        if self.random() < 0.005:
            size = self.randrange(100, 400)
        return self.choice(("", "", " ")).join([self.piece() for _ in range(size)])

    def changed(self, text):
        """A text near another one, so that there is something to share."""
        way = self.randrange(7)
        if way == 0:
            return self.choice((text.upper(), text.title(), text.swapcase(), text.casefold()))
        if way == 1:
            words = text.split()
            self.shuffle(words)
            return self.choice(SPACES).join(words)
        if way == 2:
            words = text.split()
            return " ".join(words[self.randrange(len(words) + 1) :] + words[: self.randrange(len(words) + 1)])
        if way == 3:
            at = self.randrange(len(text) + 1)
            return text[:at] + self.piece() + text[at:]
        if way == 4:
            at = self.randrange(len(text) + 1)
            return text[:at] + text[at + 1 :]
        if way == 5:
            return self.choice(ARTICLES) + self.choice(SPACES) + text
        return text

    def pair(self):
        gold = self.text()
        return gold, self.text() if self.random() < 0.3 else self.changed(gold)

    def dataset(self, articles):
        """A dataset in SQuAD form and predictions for most of its questions."""
        data, predictions = [], {}
        for a in range(articles):
            paragraphs = [{"context": self.text(), "qas": []} for _ in range(self.randrange(4))]
            for p, paragraph in enumerate(paragraphs):
                for q in range(self.randrange(6)):
                    name = f"{a}-{p}-{q}-" + self.choice(("", "é", "😀", '"', "\\"))
                    golds = [self.text() for _ in range(self.randrange(1, 5))]
                    answers = [{"text": gold, "answer_start": 0} for gold in golds]
                    paragraph["qas"].append({"id": name, "question": self.text(), "answers": answers})
                    if self.random() < 0.93:
                        predictions[name] = self.changed(self.choice(golds))
            data.append({"title": self.text(), "paragraphs": paragraphs})
        return {"version": "1.1", "data": data}, predictions

    def predictions_for(self, dataset):
        """Predictions for somebody's dataset: a gold answer, changed or cut from the context; some missing."""
        predictions = {"nobody asked": "this"}
        for article in dataset["data"]:
            for paragraph in article["paragraphs"]:
                words = paragraph["context"].split()
                for qa in paragraph["qas"]:
                    start = self.randrange(len(words) + 1)
                    gold = self.choice(qa["answers"])["text"]
                    guesses = (gold, self.changed(gold), gold + " " + " ".join(words[start : start + 3]), None)
                    guess = self.choices(guesses, weights=(3, 3, 3, 1))[0]
                    if guess is not None:
                        predictions[qa["id"]] = guess
        return predictions


WEIGHTS = [sum(w for _, w in POOLS[: i + 1]) for i in range(len(POOLS))]
