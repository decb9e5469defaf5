"""`beatctl dataset` checked by a second computation, the plain way: what must be in each file is worked out here from
the input, and the bytes of two runs are compared. Halves are measured, and no single move or exchange of titles may make them more
alike."""

import gzip
import hashlib
import json
import os
import random

import oracle

def rank(seed, question_id):
    return hashlib.sha256(seed.encode() + b"\0" + question_id.encode()).digest()[:8]


def generated(seed, titles):
    """A dataset with several answers a question, odd titles and characters of every width."""
    draw = random.Random(seed)
    words = ["alpha", "The", "beta,", "ΑΣ", "naïve", "ﬁve", "😀", "10", "March", "an", "1999", "e\u0301", "\u4e2d\u6587"]
    data, number = [], 0
    for t in range(titles):
        paragraphs = []
        for _ in range(draw.randint(1, 6)):
            context = " ".join(draw.choice(words) + str(draw.randint(0, 9)) * draw.randint(0, 1) for _ in range(draw.randint(8, 60)))
            qas = []
            for _ in range(draw.randint(0, 7)):
                number += 1
                answers = []
                for _ in range(draw.randint(1, 5)):
                    start = draw.randrange(len(context))
                    answers.append({"text": context[start : start + draw.randint(1, 12)], "answer_start": start})
                answers += [dict(a) for a in answers if draw.random() < 0.3]
                question = draw.choice(["What", "who", "In", "Which", "Is"]) + " " + " ".join(draw.choices(words, k=draw.randint(1, 14))) + "?"
                qas.append({"id": f"q{number}-é", "question": question, "answers": answers})
            paragraphs.append({"context": context, "qas": qas})
        data.append({"title": ["", "\u202e", "../x\"\n", "Å"][t % 4] + f"title {t}", "paragraphs": paragraphs})
    return {"version": "1.1", "data": data}


def rows(dataset):
    """Everything that must survive, in order: (title, context, id, question, answers)."""
    return [
        (a["title"], p["context"], q["id"], q["question"], tuple((x["text"], x["answer_start"]) for x in q["answers"]))
        for a in dataset["data"]
        for p in a["paragraphs"]
        for q in p["qas"]
    ]


def load(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        return json.load(f)


def majority(answers):
    votes = {}
    for text, _ in answers:
        votes[oracle.normalise(text)] = votes.get(oracle.normalise(text), 0) + 1
    most = max(votes.values())
    return next(a for a in answers if votes[oracle.normalise(a[0])] == most)


def counts(some):
    passages = [(r[0], r[1]) for r in some]
    return {
        "titles": len({r[0] for r in some}),
        "passages": sum(1 for i, p in enumerate(passages) if i == 0 or p != passages[i - 1]),
        "questions": len(some),
        "answers": sum(len(r[4]) for r in some),
    }


def digest(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def balance_faults(halves):
    """Titles, or pairs of titles, whose crossing would make the halves more alike."""
    sizes = [{t: (sum(r[0] == t for r in h), len({r[1] for r in h if r[0] == t})) for t in {r[0] for r in h}} for h in halves]
    total = [sum(s[k] for side in sizes for s in side.values()) for k in (0, 1)]
    gap = [sum(s[k] for s in sizes[0].values()) - sum(s[k] for s in sizes[1].values()) for k in (0, 1)]

    def unlike(q, p):
        return abs(q) * total[1] + abs(p) * total[0]

    now, nothing = unlike(*gap), (0, 0)
    left = list(sizes[0].values()) + [nothing]
    right = list(sizes[1].values()) + [nothing]
    return [(a, b) for a in left for b in right if (a, b) != (nothing, nothing)
            and unlike(gap[0] - 2 * (a[0] - b[0]), gap[1] - 2 * (a[1] - b[1])) < now]  # fmt: skip


class Checker:
    def __init__(self, tap, run, beatctl, folder):
        self.tap, self.call, self.beatctl, self.folder = tap, run, beatctl, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *args):
        return self.call(self.beatctl, "dataset", *args)

    def put(self, name, dataset):
        with open(self.path(name), "w", encoding="utf-8") as f:
            json.dump(dataset, f, ensure_ascii=False)
        return self.path(name)

    def record(self, what, path, inputs, outputs):
        """The record beside an output is true, and printed by --json."""
        with open(path, encoding="utf-8") as f:
            record = json.load(f)
        ins = [(i["name"], i["sha256"]) for i in record["inputs"]] == [(os.path.basename(i), digest(i)) for i in inputs]
        outs = [o["sha256"] for o in record["outputs"]] == [digest(o) for o in outputs]
        numbers = [{k: o[k] for k in ("titles", "passages", "questions", "answers")} for o in record["outputs"]]
        expected = [counts(rows(load(o))) for o in outputs if ".json" in o and "jsonl" not in o]
        self.tap.check(ins and outs and numbers[: len(expected)] == expected, f"dataset {what}: the record is true", (record, expected))
        return record

    def halve(self, what, source):
        all_rows = rows(load(source))
        first, again = self.path("halves"), self.path("again")
        results = [self.run("halve", source, "--seed", "7", "--out", out, "--json") for out in (first, again)]
        files = [os.path.join(first, n) for n in ("dev.json", "test.json")]
        halves = [rows(load(f)) for f in files]
        titles = [{r[0] for r in h} for h in halves]
        self.tap.check(not titles[0] & titles[1] and all(titles), f"dataset halve: {what}, halves share no title", results)
        kept = [[r for r in all_rows if r[0] in t] for t in titles]
        self.tap.check(halves == kept and len(all_rows) == sum(map(len, halves)), f"dataset halve: {what}, nothing is lost or changed")
        self.tap.check(balance_faults(halves) == [], f"dataset halve: {what}, no move makes them more alike", balance_faults(halves)[:3])
        record = self.record("halve", os.path.join(first, "halves.provenance.json"), [source], files)
        a, b = (counts(h) for h in halves)
        said = f"differ by {abs(a['questions'] - b['questions'])} questions, {abs(a['passages'] - b['passages'])} passages"
        self.tap.check(said in record["notes"][0], f"dataset halve: {what}, {record['notes'][0]}", (said,))
        same = all(digest(os.path.join(first, n)) == digest(os.path.join(again, n)) for n in sorted(os.listdir(first)))
        self.tap.check(same and results[0] == results[1], f"dataset halve: {what}, the same bytes again")

    def majority(self, what, source):
        out = self.path("voted.json")
        result = self.run("majority", source, "--out", out)
        expected = [(*r[:4], (majority(r[4]),)) for r in rows(load(source))]
        self.tap.check(rows(load(out)) == expected, f"dataset majority: {what}, {len(expected)} questions", result)
        self.record("majority", out + ".provenance.json", [source], [out])
        code, piped, err = self.run("majority", source)
        with open(out, encoding="utf-8") as f:
            whole = f.read()
        record = json.loads(err)
        self.tap.check(code == 0 and piped == whole and record["outputs"][0]["sha256"] == digest(out) and record["command"] == f"beatctl dataset majority {os.path.basename(source)}",
                       f"dataset majority: {what}, without --out to standard output, its record to standard error", (code, err))
        mean = [sum(len(r[4][0][0].split()) for r in some) / len(some) for some in (rows(load(source)), expected)]
        print(f"# {what}: {mean[0]:.2f} words an answer by the first, {mean[1]:.2f} by majority")

    def sample(self, what, source):
        all_rows = rows(load(source))
        other = os.path.join(self.folder, "halves", "dev.json")
        on = {r[1] for r in rows(load(other))}
        can = [r for r in all_rows if r[1] in on]
        drawn = {r[2] for r in sorted(can, key=lambda r: rank("s.1", r[2]))[: len(can) // 3]}
        out = self.path("sample.json.gz")
        result = self.run("sample", source, "--questions", str(len(drawn)), "--from-passages", other, "--seed", "s.1", "--out", out)
        self.tap.check(rows(load(out)) == [r for r in can if r[2] in drawn], f"dataset sample: {what}, {len(drawn)} of {len(can)}", result)
        self.record("sample", out + ".provenance.json", [source, other], [out])
        code, _, err = self.run("sample", source, "--questions", str(len(can) + 1), "--from-passages", other, "--out", self.path("more.json"))
        ok = code == 1 and f"has {len(can)} questions" in err and not os.path.exists(self.path("more.json"))
        self.tap.check(ok, f"dataset sample: {what}, more than there are is refused", (code, err))

    def merge(self, what, source):
        halves = [os.path.join(self.folder, "halves", n) for n in ("dev.json", "test.json")]
        out = self.path("merged.json")
        result = self.run("merge", *halves, "--out", out)
        expected = [r for h in halves for r in rows(load(h))]
        self.tap.check(rows(load(out)) == expected, f"dataset merge: {what}, one after the other", result)
        self.record("merge", out + ".provenance.json", halves, [out])
        os.remove(out)
        code, _, err = self.run("merge", halves[0], source, "--out", out)
        self.tap.check(code == 1 and "comes twice" in err and not os.path.exists(out), f"dataset merge: {what}, an id twice is refused", (code, err))
        self.run("merge", halves[1], source, "--skip-repeated", "--out", out)
        ids = {r[2] for r in rows(load(halves[1]))}
        expected = rows(load(halves[1])) + [r for r in rows(load(source)) if r[2] not in ids]
        self.tap.check(rows(load(out)) == expected, f"dataset merge: {what}, the first of an id is kept")

    def filter(self, what, source):
        all_rows = rows(load(source))
        out, listed = self.path("few.json"), self.path("titles.txt")
        titles = sorted({r[0] for r in all_rows if "\n" not in r[0]})[::2]
        with open(listed, "w", encoding="utf-8") as f:
            f.write("\n".join(titles) + "\n\n")
        conditions = ["--titles", listed, "--max-answer-words", "2", "--min-question-words", "3", "--question-type", "what", "--question-type", "in"]
        result = self.run("filter", source, *conditions, "--out", out)
        expected = [r for r in all_rows if r[0] in titles and len(r[4][0][0].split()) <= 2 and len(r[3].split()) >= 3
                    and r[3].split()[0].lower() in ("what", "in")]  # fmt: skip
        self.tap.check(rows(load(out)) == expected and expected, f"dataset filter: {what}, {len(expected)} questions", result)
        self.record("filter", out + ".provenance.json", [source, listed], [out])
        self.run("filter", source, "--not-titles", listed, "--min-passage-words", "20", "--out", out)
        expected = [r for r in all_rows if r[0] not in titles and len(r[1].split()) >= 20]
        self.tap.check(rows(load(out)) == expected, f"dataset filter: {what}, the other titles, long passages")

    def formats(self, what, source):
        """Rows of the Hugging Face layout hold several answers, MRQA one: there and back again."""
        plain, there, back = self.path("plain.json"), self.path("rows.jsonl"), self.path("back.json")
        self.run("merge", source, "--out", plain)
        self.run("merge", source, "--format", "hf", "--out", there)
        result = self.run("merge", there, "--out", back)
        self.tap.check(digest(back) == digest(plain), f"dataset: {what}, to rows and back", result)
        there = self.path("mrqa.jsonl.gz")
        self.run("majority", source, "--out", plain)
        self.run("majority", source, "--format", "mrqa", "--out", there)
        result = self.run("merge", there, "--out", back)
        same = [(r[0], r[2:4], r[4][0][0]) for r in rows(load(plain))]
        got = [(r[0], r[2:4], r[4][0][0]) for r in rows(load(back))]
        self.tap.check(same == got, f"dataset: {what}, one answer each to MRQA and back", result)
        code, _, err = self.run("merge", source, "--format", "mrqa", "--out", self.path("no.jsonl"))
        self.tap.check(code == 1 and "dataset majority" in err, "dataset: MRQA has no place for several people's answers", (code, err))

    def refusals(self, source):
        out = self.path("out.json")
        lost = self.put("lost.json", {"data": [{"title": "t", "paragraphs": [{"context": "c", "qas": [{"id": "q", "question": "?", "answers": [{"text": "c"}]}]}]}]})
        open(self.path("none.txt"), "w", encoding="utf-8").close()
        cases = [
            ("no file", 1, "cannot be opened", ["majority", self.path("nowhere.json"), "--out", out]),
            ("no JSON", 1, "none.txt", ["majority", self.path("none.txt"), "--out", out]),
            ("no place", 1, "does not say where it stands", ["majority", lost, "--out", out]),
            ("one title", 1, "nothing to halve by", ["halve", self.put("one.json", {"data": generated("1", 1)["data"]}), "--out", self.path("halved")]),
            ("its own input", 1, "is an input of this command", ["majority", source, "--out", source]),
            ("standard input", 1, "name a file", ["majority", "-", "--out", out]),
            ("a folder to write", 1, "is a folder", ["majority", source, "--out", self.folder]),
            ("an empty list", 1, "names no title", ["filter", source, "--titles", self.path("none.txt"), "--out", out]),
            ("nothing left", 1, "no question is like that", ["filter", source, "--min-question-words", "9999", "--out", out]),
            ("no condition", 2, "wants a condition", ["filter", source, "--out", out]),
            ("no number", 2, "--questions", ["sample", source, "--out", out]),
            ("no out", 2, "--out", ["halve", source]),
            ("two files", 2, "takes one FILE", ["halve", source, source, "--out", out]),
            ("a wrong type", 2, "no type 'colour'", ["filter", source, "--answer-type", "colour", "--out", out]),
            ("a wrong format", 2, "--format is", ["majority", source, "--format", "csv", "--out", out]),
            ("equal names", 2, "two different names", ["halve", source, "--names", "a,a", "--out", out]),
            ("a name with a path", 2, "two different names", ["halve", source, "--names", "../a,b", "--out", out]),
        ]
        before = digest(source)
        for what, expected, said, args in cases:
            code, shown, err = self.run(*args)
            ok = code == expected and said in err and shown == "" and not [n for n in os.listdir(self.folder) if n.startswith("out.json")]
            self.tap.check(ok and digest(source) == before, f"dataset refuses: {what}", (code, shown, err))


def test_derive(tap, run, beatctl, folder, seed, datasets):
    c = Checker(tap, run, beatctl, folder)
    sources = [("generated", c.put("source.json", generated(seed, 23)))] + [(os.path.basename(d), d) for d in datasets]
    for what, source in sources:
        c.halve(what, source)
        c.majority(what, source)
        c.sample(what, source)
        c.merge(what, source)
        c.filter(what, source)
        c.formats(what, source)
    c.refusals(sources[0][1])
