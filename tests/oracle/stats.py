"""The statistics of `beatctl stats` computed anew from their definitions, the plain way, and compared number by number.

The word lists of the answer types are taken from the output, which carries them; everything else is written here a second
time: words, overlaps by sets of n-grams, types, first words, draws and scores."""

import json
import math
import os
import string
import subprocess
from collections import Counter

import oracle

TYPES = ["what", "who", "when", "where", "which", "why", "how", "in"]
MONTHS_WITH_CAPITAL = {"march", "may", "mar", "jan", "dec", "sep"}
SUFFIXES = ("able", "ible", "ful", "less", "ous", "ive", "ic", "al", "ary", "ish")
DASHES = "-–—"


def plain_words(text):
    return text.lower().translate({ord(c): None for c in string.punctuation}).split()


def overlap(question, passage):
    """The longest n for which an n-gram of the question is one of the passage; a longer one has shorter ones in it."""
    n = 0
    while n < len(question):
        grams = {tuple(passage[i : i + n + 1]) for i in range(len(passage) - n)}
        if not any(tuple(question[i : i + n + 1]) in grams for i in range(len(question) - n)):
            break
        n += 1
    return n


def question_type(words):
    first = words[0] if words else ""
    if first in ("whom", "whose"):
        return "who"
    return first if first in TYPES else "other"


class Word:
    def __init__(self, word, lists):
        self.plain = plain_words(word)[0]
        self.lists = {name for name, words in lists.items() if self.plain in words}
        rest = word.lstrip(string.punctuation)
        self.capital = rest[:1].lower() != rest[:1] if rest else False
        rest = rest[1:] if rest[:1] in ("£", "¥", "€") else rest
        self.digit = rest[:1] != "" and rest[0] in "0123456789"
        self.year = self.digit and self.is_year(rest)

    @staticmethod
    def is_year(text):
        if len(text) < 4 or any(c not in "0123456789" for c in text[:4]) or not 1000 <= int(text[:4]) <= 2099:
            return False
        rest = text[4:]
        if rest[:1] and rest[0] in "0123456789":
            return False
        if rest[:1] and rest[0] in DASHES:
            rest = rest[1:].lstrip("0123456789")
        if rest.startswith("'s"):
            rest = rest[2:]
        elif rest.startswith("s"):
            rest = rest[1:]
        return rest.strip(string.punctuation) == ""

    def has(self, *names):
        return any(name in self.lists for name in names)

    @property
    def month(self):
        return self.has("months") and (self.capital or self.plain not in MONTHS_WITH_CAPITAL)

    @property
    def adverb(self):
        return len(self.plain.encode()) >= 5 and self.plain.endswith("ly")

    @property
    def adjective(self):
        if self.has("adjectives"):
            return True
        if len(self.plain.encode()) < 5 or self.capital or self.has("nouns_that_look_like_adjectives"):
            return False
        return self.plain.endswith(SUFFIXES)


def is_date(words):
    anchors = [w.month or w.has("weekdays") or w.year for w in words]
    eras = [w.has("eras", "centuries") for w in words]
    numerals = [w.digit or w.has("numbers", "ordinals") for w in words]
    for w, anchor, era, numeral in zip(words, anchors, eras, numerals):
        if not (anchor or era or numeral or w.has("date_fillers")):
            return False
    loose = any(n and not a and not e for n, a, e in zip(numerals, anchors, eras))
    return any(anchors) or (any(e and not a for e, a in zip(eras, anchors)) and loose)


def is_numeric(words):
    rest = list(words)
    while len(rest) > 1 and not rest[0].digit and rest[0].has("approximations"):
        rest.pop(0)
    if rest[0].digit:
        return True
    if rest[0].has("numbers"):
        return not rest[0].capital or len(rest) == 1
    return rest[0].has("ordinals") and len(rest) == 1


def name_type(words, question, lists):
    if question[:1] == ["where"]:
        return "place"
    for a, b in list(zip(question, question[1:]))[:4]:
        if a in ("what", "which") and b in lists["places"]:
            return "place"
    if any(w.has("organisations") for w in words):
        return "other_name"
    first = next((w for w in words if not w.has("particles")), words[-1])
    if {"who", "whom", "whose"} & set(question[:2]) or first.has("honorifics"):
        return "person"
    return "place" if any(w.has("places") for w in words) else "other_name"


def is_verb_phrase(words):
    if len(words) < 2 or words[0].capital:
        return False
    a, b = words[:2]
    starter = b.has("determiners", "prepositions", "pronouns")
    if a.plain == "to":
        return not (b.capital or b.digit or starter or b.has("numbers"))
    if a.has("auxiliaries"):
        return True
    if b.plain == "of":
        return False
    if a.has("verbs"):
        return True
    return len(a.plain.encode()) >= 5 and a.plain.endswith(("ing", "ed")) and (b.plain == "to" or starter)


def answer_type(answer, question, lists):
    words = [Word(w, lists) for w in answer.split() if plain_words(w)][:40]
    if not words:
        return "other"
    if question[:2] not in (["how", "many"], ["how", "much"]) and is_date(words):
        return "date"
    if is_numeric(words):
        return "other_numeric"
    if all(w.capital or w.digit or w.has("particles") for w in words):
        if any(w.capital and not w.has("particles") for w in words):
            return name_type(words, question, lists)
    if len(words) >= 3:
        if words[0].has("pronouns", "subordinators"):
            return "clause"
        if any(w.has("auxiliaries") and not w.capital for w in words[1:]):
            return "clause"
    if is_verb_phrase(words):
        return "verb_phrase"
    if len(words) <= 4 and words[-1].adjective:
        if all(w.adjective or w.adverb or w.has("degrees") for w in words[:-1]):
            return "adjective_phrase"
    if all(w.adverb for w in words) or words[0].plain == "to" or words[0].has("prepositions"):
        return "other"
    if len(words) == 1 and words[0].has("yes_no"):
        return "other"
    return "noun_phrase" if any(c.isalnum() for c in answer) else "other"


def drawn(seed, thing, n):
    h = 2166136261
    for byte in (seed + ":" + thing).encode() + bytes(4):
        h = (h ^ byte) * 16777619 & 0xFFFFFFFF
    return h * n >> 32


def f1_score(pred, gold):
    pred, gold = oracle.normalise(pred).split(), oracle.normalise(gold).split()
    same = sum((Counter(pred) & Counter(gold)).values())
    if same == 0:
        return 0.0
    precision, recall = same / len(pred), same / len(gold)
    return 2 * precision * recall / (precision + recall)


def human_of(answers):
    """For each answer its best exact match and F1 against the others."""
    answers = answers[:32]
    scores = []
    for i, one in enumerate(answers):
        others = answers[:i] + answers[i + 1 :]
        exact = any(oracle.normalise(one) == oracle.normalise(other) for other in others)
        scores.append((exact, max(f1_score(one, other) for other in others)))
    return scores


class Part:
    def __init__(self):
        self.documents, self.passages = set(), set()
        self.questions = self.unanswered = 0
        self.question_words, self.answer_words, self.overlap = Counter(), Counter(), Counter()
        self.types, self.answers = Counter(), Counter()
        self.human = []

    def add(self, title, context, qa, facts):
        self.documents.add(title)
        self.passages.add((title, context))
        self.questions += 1
        self.question_words[len(qa["question"].split())] += 1
        self.overlap[facts["overlap"]] += 1
        self.types[facts["type"]] += 1
        if qa["answers"]:
            self.answer_words[len(qa["answers"][0]["text"].split())] += 1
            self.answers[facts["answer"]] += 1
        else:
            self.unanswered += 1
        if facts["human"]:
            self.human.append(facts["human"])


def mean_and_sd(counter):
    n, total = sum(counter.values()), sum(v * k for v, k in counter.items())
    if n == 0:
        return None, None
    return total / n, math.sqrt(float(n * sum(v * v * k for v, k in counter.items()) - total * total)) / n


def lengths(part):
    result = {}
    names = (("question_words", part.question_words), ("answer_words", part.answer_words), ("ngram_overlap", part.overlap))
    for name, counter in names:
        result[name], result[name + "_sd"] = mean_and_sd(counter)
    return result


def figures(part, answer_names):
    wh = sorted(part.types.items(), key=lambda item: (-item[1], item[0]))
    return {
        "lengths": lengths(part),
        "question_lengths": [{"words": v, "n": n} for v, n in sorted(part.question_words.items())],
        "answer_lengths": [{"words": v, "n": n} for v, n in sorted(part.answer_words.items())],
        "overlap": [{"n": v, "questions": n} for v, n in sorted(part.overlap.items())],
        "wh": [{"word": word, "n": n} for word, n in wh],
        "answer_types": [{"type": name, "n": part.answers[name]} for name in answer_names],
    }


def counts(name, part):
    return {
        "split": name,
        "documents": len(part.documents),
        "passages": len(part.passages),
        "questions": part.questions,
        "unanswered": part.unanswered,
    }


def human(name, part):
    n = len(part.human)

    def mean(values):
        return round(100 * sum(values) / n, 2)

    return {
        "split": name,
        "questions": n,
        "one": {"em": mean([h["one"][0] for h in part.human]), "f1": mean([h["one"][1] for h in part.human])},
        "mean": {"em": mean([h["mean"][0] for h in part.human]), "f1": mean([h["mean"][1] for h in part.human])},
        "best": {"em": mean([h["best"][0] for h in part.human]), "f1": mean([h["best"][1] for h in part.human])},
    }


def human_facts(qa, seed):
    answers = [a["text"] for a in qa["answers"]]
    if len(answers) < 2:
        return None
    scores = human_of(answers)
    exact, f1 = [float(s[0]) for s in scores], [s[1] for s in scores]
    return {
        "one": scores[drawn(seed, qa["id"], len(scores))],
        "mean": (sum(exact) / len(exact), sum(f1) / len(f1)),
        "best": (max(exact), max(f1)),
    }


def compute(files, seed, lists, answer_names):
    """files: [(split, dataset)]. What the JSON output must say."""
    parts, whole, first = {}, Part(), Counter()
    for split, dataset in files:
        part = parts.setdefault(split, Part())
        for number, article in enumerate(dataset["data"]):
            title = article.get("title", ("no title", number))
            for paragraph in article["paragraphs"]:
                passage = plain_words(paragraph["context"])
                for qa in paragraph["qas"]:
                    words = plain_words(qa["question"])
                    answers = qa["answers"]
                    facts = {
                        "overlap": overlap(words, passage),
                        "type": question_type(words),
                        "answer": answer_type(answers[0]["text"], words, lists) if answers else None,
                        "human": human_facts(qa, seed),
                    }
                    part.add(title, paragraph["context"], qa, facts)
                    whole.add(title, paragraph["context"], qa, facts)
                    if words:
                        first[tuple(word[:40] for word in words[:3])] += 1
    beginnings = sorted(first.items(), key=lambda item: (-item[1], [word.encode() for word in item[0]]))
    result = counts("all", whole)
    del result["split"]
    result |= figures(whole, answer_names)
    result["splits"] = [counts(name, part) for name, part in parts.items()]
    result["by_split"] = [counts(n, part) | figures(part, answer_names) for n, part in parts.items()]
    result["first_tokens"] = [{"path": list(path), "n": n} for path, n in beginnings[:200]]
    result["first_tokens_distinct"] = len(first)
    result["human"] = [human(name, part) for name, part in parts.items() if part.human]
    return result


def close(a, b):
    return a == b or (isinstance(a, (int, float)) and isinstance(b, (int, float)) and abs(a - b) <= 0.0101)


def differences(expected, got, path=""):
    """Numbers of human performance are sums of doubles in another order: they may differ in the last digit shown."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            yield from differences(value, got.get(key) if isinstance(got, dict) else None, f"{path}.{key}")
    elif isinstance(expected, list):
        if not isinstance(got, list) or len(expected) != len(got):
            yield f"{path}: expected {str(expected)[:300]} got {str(got)[:300]}"
            return
        for i, (a, b) in enumerate(zip(expected, got)):
            yield from differences(a, b, f"{path}[{i}]")
    elif not (close(expected, got) if path.startswith(".human") else expected == got):
        yield f"{path}: expected {expected!r} got {got!r}"


def run(beatctl, *args, **more):
    done = subprocess.run([beatctl, "stats", *args], capture_output=True, check=False, timeout=600, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check(tap, beatctl, what, files, seed="1"):
    """files: [(split that the name tells, path, dataset)]"""
    code, out, err = run(beatctl, ",".join(path for _, path, _ in files), "--json", "--seed", seed)
    if code != 0 or err:
        tap.check(False, f"stats: {what}", (code, out[:300], err))
        return
    got = json.loads(out)
    lists = {name: set(words.split()) for name, words in got["answer_words"].items()}
    names = [t["type"] for t in got["answer_types"]]
    expected = compute([(split, dataset) for split, _, dataset in files], seed, lists, names)
    got["human"] = got["human"]["splits"]
    wrong = list(differences(expected, got))
    tap.check(not wrong, f"stats: {what}, {expected['questions']} questions", wrong[:8])


def english(source, lists, articles):
    """A dataset whose answers are made of the words that the rules know, in all their forms."""
    vocabulary = sorted(set().union(*lists.values()))
    numbers = ["1847", "1990s", "1914–18", "12", "$5", "3.5", "£40", "1st", "2099", "2100", "1066,", "(1881)", "1'000"]

    def word():
        w = source.choice(numbers) if source.random() < 0.12 else source.choice(vocabulary)
        shape = source.random()
        w = w.capitalize() if shape < 0.3 else w.upper() if shape < 0.33 else w
        return w + source.choice(("", "", "", "", ",", ".", "'s", "-", "ly", "ing", "ed", "ous"))

    def text(n):
        return " ".join(word() for _ in range(n))

    data = []
    for a in range(articles):
        paragraphs = []
        for p in range(3):
            context = text(source.randrange(60)) + " to be or not to be to be or not"
            words, qas = context.split(), []
            for q in range(6):
                start = source.randrange(len(words))
                asked = " ".join(words[start : start + source.randrange(12)])
                question = source.choice(("What", "Who", "Whose", "In which city", "How many", "Where", "", "To whom")) + " " + asked
                answers = [{"text": text(source.choice((1, 1, 2, 3, 4, 7, 60)))} for _ in range(source.randrange(4))]
                qas.append({"id": f"{a}/{p}/{q}", "question": question, "answers": answers})
            paragraphs.append({"context": context, "qas": qas})
        data.append({"title": f"T{a // 2}", "paragraphs": paragraphs})
    return {"data": data}


def write(folder, name, dataset):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as f:
        json.dump(dataset, f, ensure_ascii=False)
    return path


def test_generated(tap, beatctl, folder, hostile, seed):
    source = hostile(f"{seed}/stats")
    path = write(folder, "empty.json", {"version": "1.1", "data": []})
    check(tap, beatctl, "an empty dataset", [("empty", path, {"data": []})])
    lists = json.loads(run(beatctl, path, "--json")[1])["answer_words"]
    lists = {name: set(words.split()) for name, words in lists.items()}
    for i in range(3):
        dataset, _ = source.dataset((1, 20, 200)[i])
        check(tap, beatctl, "hostile texts", [("hostile", write(folder, "hostile.json", dataset), dataset)], seed=f"s{i}")
    splits = {split: english(source, lists, n) for split, n in (("train", 40), ("dev", 12), ("test", 8))}
    files = [(split, write(folder, f"{split}.json", dataset), dataset) for split, dataset in splits.items()]
    check(tap, beatctl, "three splits of the words the rules know", files)
    check(tap, beatctl, "the same with another seed", files, seed="another.seed")
    long = {"data": [{"title": "long", "paragraphs": []}]}
    for passage, question in (("a " * 30000, "a " * 30000), ("a b " * 9000 + "c", "b a " * 9000 + "c"), ("x" * 90000, "y")):
        qas = [{"id": "q", "question": question, "answers": [{"text": "a"}]}]
        long["data"][0]["paragraphs"].append({"context": passage, "qas": qas})
    code, out, err = run(beatctl, write(folder, "long.json", long), "--json")
    got = [o["n"] for o in json.loads(out)["overlap"]] if code == 0 else err
    tap.check(got == [0, 17999, 30000], "stats: long texts of few words", (code, got))


def test_stats(tap, beatctl, folder, hostile, seed, datasets):
    test_generated(tap, beatctl, folder, hostile, seed)
    for path in datasets:
        with open(path, encoding="utf-8") as f:
            dataset = json.load(f)
        name = os.path.basename(path)
        split = next((s for s in ("train", "dev", "test") if s in name.replace(".", "-").split("-")), name.removesuffix(".json"))
        check(tap, beatctl, name, [(split, path, dataset)])
