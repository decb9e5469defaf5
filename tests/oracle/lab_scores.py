"""`beatctl lab strata`, `lab altered` and `lab babi report` checked by second computations."""

import collections
import json
import os
import random
import statistics

import oracle

WORDS = "amber birch cedar delta ember flint grove heath".split()


def dataset(draw, name, questions):
    """A set in SQuAD's form of questions with one to five answers, and a prediction for most."""
    qas, predictions = [], {}
    for i in range(questions):
        words = draw.choices(WORDS, k=12)
        context = " ".join(words)
        answers = [{"text": " ".join(words[s : s + draw.randint(1, 2)]), "answer_start": 0} for s in draw.choices(range(4), k=draw.randint(1, 5))]
        for a in answers:
            a["answer_start"] = context.index(a["text"])
        key = f"{name}-{i}"
        qas.append((context, {"id": key, "question": draw.choice(["Who", "When", "What"]) + " is it?", "answers": answers}))
        if draw.random() < 0.9:
            predictions[key] = draw.choice([answers[0]["text"], "The " + answers[-1]["text"] + ".", draw.choice(WORDS)])
    data = {"version": "1.1", "data": [{"title": name, "paragraphs": [{"context": c, "qas": [q]} for c, q in qas]}]}
    return data, predictions


def put(folder, name, value):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as f:
        json.dump(value, f)
    return path


def questions_of(data):
    return [q for a in data["data"] for p in a["paragraphs"] for q in p["qas"]]


def scores(q, predictions):
    if q["id"] not in predictions:
        return 0, 0.0
    return oracle.best(predictions[q["id"]], [a["text"] for a in q["answers"]])


def agreement(q):
    return str(max(collections.Counter(oracle.normalise(a["text"]) for a in q["answers"]).values()))


def by_stratum(data, predictions, label):
    sums = collections.defaultdict(lambda: [0, 0, 0.0])
    for q in questions_of(data):
        em, f1 = scores(q, predictions)
        s = sums[label(q)]
        s[0], s[1], s[2] = s[0] + 1, s[1] + em, s[2] + f1
    return {k: (n, 100 * em / n, 100 * f1 / n) for k, (n, em, f1) in sums.items()}


def near(a, b):
    return abs(a - b) < 1e-9


def strata_wrong(theirs, mine, known):
    """What differs in one set; `known`: the strata of the first set, or None."""
    if {s["stratum"]: s["questions"] for s in theirs["strata"]} != {k: v[0] for k, v in mine.items()}:
        return "the strata"
    if any(not near(s["exact_match"], mine[s["stratum"]][1]) or not near(s["f1"], mine[s["stratum"]][2]) for s in theirs["strata"]):
        return "scores of a stratum"
    if known is None:
        return "an expectation of itself" if "expected" in theirs else None
    shared = [k for k in mine if k in known]
    n = sum(mine[k][0] for k in shared)
    expected = sum(mine[k][0] * known[k][2] for k in shared) / n
    if not near(theirs["expected"]["f1"], expected) or not near(theirs["expected"]["covered"], n / sum(v[0] for v in mine.values())):
        return "what is expected"
    return None


def test_strata(tap, run, beatctl, folder):
    draw = random.Random(5)
    first, answers = dataset(draw, "first", 120)
    second, more = dataset(draw, "second", 90)
    answers.update(more)
    labels = {q["id"]: draw.choice(["a", "b", 3]) for d in (first, second) for q in questions_of(d)[5:]}
    files = put(folder, "first.json", first), put(folder, "second.json", second)
    predictions = "m=" + put(folder, "answers.json", answers)
    ways = {"agreement": agreement, "question-type": lambda q: q["question"].split()[0].lower(),
            put(folder, "labels.json", labels): lambda q: str(labels.get(q["id"], "(none)"))}
    for by, label in ways.items():
        code, out, err = run(beatctl, "lab", "strata", *files, "--by", by, "--predictions", predictions, "--json")
        sets = json.loads(out)["sets"] if code == 0 else []
        mine = [by_stratum(d, answers, label) for d in (first, second)]
        wrong = [why for s, m, known in zip(sets, mine, (None, mine[0])) for why in [strata_wrong(s["models"][0], m, known)] if why]
        tap.check(code == 0 and len(sets) == 2 and not wrong, f"lab strata: scores by {os.path.basename(by)}, and weighed as another set", wrong or [err])
    where = os.path.join(folder, "strata")
    run(beatctl, "lab", "strata", *files, "--by", "agreement", "--predictions", predictions, "--out", where, "--figure-formats", "svg,png")
    tap.check(set(os.listdir(where)) == {"strata.json", "strata.csv", "strata-001.svg", "strata-001.png"}, "lab strata: tables, and figures as SVG and PNG")
    refusals = {("--by", "agreement"): "--predictions", ("--predictions", predictions, "--by", "none"): "none", ("--predictions", predictions): "--by",
                ("--predictions", predictions, "--by", "agreement", "--out", where, "--figure-formats", "svg,gif"): "--figure-formats"}
    for args, why in refusals.items():
        code, out, err = run(beatctl, "lab", "strata", *files, *args)
        tap.check(code in (1, 2) and out == "" and why in err, f"lab strata: refuses, and says {why}", [err])


def test_altered(tap, run, beatctl, folder):
    draw = random.Random(6)
    data, answers = dataset(draw, "q", 200)
    groups = collections.defaultdict(list)
    for i, q in enumerate(questions_of(data)):  # every fifth is an original without a mark, some have two or three alterations
        old, base = q["id"], f"{i % 70}"
        q["id"] = base if i < 70 else f"{base}-high-conf-{i}"
        if old in answers:
            answers[q["id"]] = answers.pop(old)
        groups[base].append((i < 70, scores(q, answers)))
    path, predictions = put(folder, "altered.json", data), put(folder, "altered-answers.json", answers)
    code, out, err = run(beatctl, "lab", "altered", path, "--mark", "-high-conf", "--predictions", predictions, "--json")
    got = json.loads(out) if code == 0 else {"models": [{}]}
    worst = [[s for original, s in g if not original] or [g[0][1]] for g in groups.values()]
    mine = 100 * sum(min(em for em, _ in w) for w in worst) / len(worst), 100 * sum(min(f for _, f in w) for w in worst) / len(worst)
    model = got["models"][0]
    tap.check(code == 0 and (got["questions"], got["alterations"]) == (70, 130) and near(model["worst"]["exact_match"], mine[0]) and near(model["worst"]["f1"], mine[1]),
              "lab altered: the worst of several altered passages", [err, model, mine])
    originals = [s for g in groups.values() for original, s in g if original]
    tap.check(near(model["original"]["f1"], 100 * sum(f for _, f in originals) / 70) and model["worst"]["f1"] <= model["one"]["f1"] + 1e-9,
              "lab altered: originals, and one version that the seed draws")


def test_babi_report(tap, run, beatctl, folder):
    path = os.path.join(folder, "twins.jsonl")
    make = (beatctl, "lab", "babi", "--preset", "mix-t12", "--questions", "250", "--twins", "--format", "jsonl", "--out")
    run(*make, path)
    with open(path, encoding="utf-8") as f:
        items = [json.loads(line) for line in f]
    by_id = {i["id"]: i for i in items}
    twins = [(by_id[i["id"].removesuffix("-where")], i) for i in items if i["id"].endswith("-where")]
    wrong = [b["id"] for a, b in twins if a["kind"] != "yes-no" or a["answer"] != "yes" or b["kind"] != "where-P" or a["support"] != b["support"]
             or a["question"] != f"Is {b['question'].split()[2].rstrip('?')} in the {b['answer']}?"]
    tap.check(len(items) - len(twins) == 250 and len(twins) == sum(i["kind"] == "yes-no" and i["answer"] == "yes" for i in items) and len(twins) > 5 and not wrong,
              "lab babi: a twin behind each yes-no question with the answer yes", wrong[:3])
    draw = random.Random(7)
    answers = {i["id"]: draw.choice([i["answer"], ",".join(reversed(i["answer"].split(","))), "no"]) for i in items if draw.random() < 0.95}
    right = {i["id"]: sorted(answers.get(i["id"], "-").split(",")) == sorted(i["answer"].split(",")) for i in items}
    code, out, err = run(beatctl, "lab", "babi", "report", path, "--predictions", put(folder, "told.json", answers), "--train", path, "--json",
                         "--out", os.path.join(folder, "told"))
    model = json.loads(out)["models"][0] if code == 0 else {"cells": [], "consistency": {}, "kinds": []}
    cells = collections.defaultdict(list)
    for i in items:
        cells[i["kind"], "+".join(i["composition"]), len(i["support"])].append(right[i["id"]])
    theirs = {(c["kind"], c["composition"], c["facts"]): (c["questions"], c["accuracy"]) for c in model["cells"]}
    tap.check(code == 0 and set(theirs) == set(cells) and all(theirs[k][0] == len(v) and near(theirs[k][1], 100 * sum(v) / len(v)) for k, v in cells.items())
              and all(c["seen"] for c in model["cells"]), "lab babi report: accuracy by kind, composition and number of facts", [err])
    both = collections.Counter((right[a["id"]], right[b["id"]]) for a, b in twins)
    tap.check(model["consistency"] == {"both": both[True, True], "yes_no_only": both[True, False], "where_only": both[False, True], "neither": both[False, False]},
              "lab babi report: what is known in both ways of asking", [model["consistency"], both])
    tap.check({"report.json", "accuracy.csv", "heat-001-all.svg", "heat-001-yes-no.svg"} <= set(os.listdir(os.path.join(folder, "told"))),
              "lab babi report: tables and heat maps in a folder")


def test_dose(tap, run, beatctl, folder):
    test = os.path.join(folder, "test.jsonl")
    run(beatctl, "lab", "babi", "--preset", "mix-t12", "--questions", "150", "--format", "jsonl", "--out", test)
    dose = (beatctl, "lab", "babi", "--preset", "mix-t12", "--format", "jsonl", "--apart-from", test, "--dose")
    small, large = ([json.loads(line) for line in run(*dose, n)[1].splitlines()] for n in ("3", "6"))
    with open(test, encoding="utf-8") as f:
        tested = {(tuple(i["story"]), i["question"]) for i in map(json.loads, f)}
    counts = collections.Counter(i["kind"] for i in large)
    tap.check(len(counts) == 7 and set(counts.values()) == {6} and not any((tuple(i["story"]), i["question"]) in tested for i in large)
              and all(i in large for i in small), "lab babi: a dose has as many of every kind, nothing of the test set, and holds the smaller one", [counts])
    code, out, err = run(beatctl, "lab", "babi", "--preset", "task1", "--dose", "3")
    tap.check(code == 2 and "--format" in err, "lab babi: no dose in running stories", [err])


def files_below(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in (n for n in names if not n.endswith(".log")):
            with open(os.path.join(root, name), "rb") as f:
                found[os.path.relpath(os.path.join(root, name), folder)] = f.read()
    return found


def stories(draw, name, n):
    """Questions that a linear reader can learn from: who did what."""
    paragraphs = []
    for i in range(n):
        people = draw.sample(["Ada", "Ben", "Cleo", "Dora", "Emil"], 3)
        parts = [f"{p} painted the {w} house in {1900 + draw.randrange(99)}." for p, w in zip(people, draw.sample(WORDS, 3))]
        context, asked = " ".join(parts), draw.choice(parts)
        who, word = asked.split()[0], asked.split()[3]
        answer = {"text": who, "answer_start": context.index(who)}
        paragraphs.append({"context": context, "qas": [{"id": f"{name}-{i}", "question": f"Who painted the {word} house?", "answers": [answer]}]})
    return {"version": "1.1", "data": [{"title": name, "paragraphs": paragraphs}]}


def test_experiment(tap, run, beatctl, folder):
    draw = random.Random(8)
    a, b, dev = (put(folder, f"{n}.json", stories(draw, n, 40)) for n in ("a", "b", "dev"))
    answers = {q["id"]: "Ada" for q in questions_of(stories(random.Random(1), "dev", 40))}
    plan = {"readers": {"linear": {}, "told": {"train": "test {seed} -gt 0", "answer": "cat " + put(folder, "ada.json", answers)}},
            "train": {"A": a, "A + B": [a, b], "A(20)": {"files": [a, b], "size": 20}}, "test": {"dev|set": dev}, "seeds": [1, 2, 3]}
    path = put(folder, "plan.json", plan)
    first, second, cut = (os.path.join(folder, n) for n in ("one", "two", "cut"))
    code, out, err = run(beatctl, "lab", "experiment", path, "--out", first)
    again = run(beatctl, "lab", "experiment", path, "--out", second)
    made = files_below(first)
    tap.check(code == 0 and out == again[1] and made == files_below(second) and len([n for n in made if n.endswith("run.json")]) == 19,
              "lab experiment: twice with equal bytes", [err, again[2]])
    code, out, err = run(beatctl, "lab", "experiment", put(folder, "bad-plan.json", {**plan, "readers": {**plan["readers"], "x": {"train": "exit 3", "answer": "true"}}}), "--out", cut)
    tap.check(code == 1 and "exit 3" in err and not os.path.exists(os.path.join(cut, "table.csv")), "lab experiment: a command that fails is told, with its log", [err])
    os.remove(os.path.join(cut, "runs", "reader-1-train-2-seed-2", "run.json"))  # as a kill in the middle leaves it
    with open(os.path.join(cut, "runs", "reader-1-train-2-seed-2", "answers-001.json"), "w", encoding="utf-8") as f:
        f.write("{")
    kept = os.stat(os.path.join(cut, "runs", "reader-1-train-1-seed-1", "run.json")).st_mtime_ns
    run(beatctl, "lab", "experiment", path, "--out", cut)
    same = {n: v for n, v in files_below(cut).items() if not n.startswith("runs/reader-3")}
    tap.check(same == made and os.stat(os.path.join(cut, "runs", "reader-1-train-1-seed-1", "run.json")).st_mtime_ns == kept,
              "lab experiment: goes on where it was, to the same bytes", [sorted(set(same) ^ set(made))])
    right = [100 * (q["answers"][0]["text"] == "Ada") for q in questions_of(json.load(open(dev, encoding="utf-8")))]
    lines = [line.split(",") for line in made["table.csv"].decode().splitlines()]
    told = next(line for line in lines if line[:2] == ["told", "A"])
    tap.check(told[3] == "3" and abs(float(told[4]) - sum(right) / len(right)) < 1e-3 and float(told[5]) == 0, "lab experiment: mean and standard deviation over the seeds", [told])
    linear = [json.loads(v)["tests"][0]["f1"] for n, v in sorted(made.items()) if n.startswith("runs/reader-1-train-1-seed") and n.endswith("run.json")]
    row = next(line for line in lines if line[:2] == ["linear", "A"])
    tap.check(abs(float(row[6]) - statistics.mean(linear)) < 1e-3 and abs(float(row[7]) - statistics.stdev(linear)) < 1e-3 and lines[1][:2] == ["linear", "original"],
              "lab experiment: linear trained again, beside the reader as it is", [row, linear])
    tap.check(b"\\begin{tabular}" in made["table.tex"] and b"dev\\|set" in made["table.md"] and b"<svg" in made["heat.svg"], "lab experiment: tables as LaTeX and Markdown, and a heat map")
    bad = {"readers": [("readers", {"x": {}})], "seeds": [("seeds", [1, 1])], "test": [("test", {"t": [a, b]})], "train": [("train", {})]}
    for key, ((member, value),) in bad.items():
        code, out, err = run(beatctl, "lab", "experiment", put(folder, "bad.json", {**plan, member: value}), "--out", cut)
        tap.check(code == 1 and out == "" and "bad.json" in err, f"lab experiment: refuses a plan with wrong {key}", [err])


def test_lab_scores(tap, run, beatctl, folder):
    test_strata(tap, run, beatctl, folder)
    test_altered(tap, run, beatctl, folder)
    test_babi_report(tap, run, beatctl, folder)
    test_dose(tap, run, beatctl, folder)
    test_experiment(tap, run, beatctl, folder)
