"""`beatctl lab` checked by second computations."""

import json
import os

import babi_worlds

# Table 1 of the paper: sentences before a question, supporting facts.
TASKS = {
    "task1": (6, 1), "task2": (15.52, 2), "task3": (51.9, 3), "task5": (20.1, 1), "task6": (6.27, 1), "task7": (8.67, 2.33),
    "task8": (8.75, 1.94), "task9": (6, 1), "task10": (6, 1), "task11": (6, 2), "task12": (6, 1), "task13": (6, 2),
}
# Table 2: length and facts, for how many questions are asked here. The rarer the wanted questions, the dearer the set.
SPLITS = {"concat-t2": (10.76, 2, 600), "mix-t2": (13.25, 2.05, 300), "mix-t7": (20, 2.50, 300), "mix-t12": (20, 3.70, 60)}
CHECKED = 60  # questions of a set that are solved again


def near(value, wanted, part):
    return abs(value - wanted) <= part * wanted


def stories(run, beatctl, preset, questions, *more):
    out = run(beatctl, "lab", "babi", "--preset", preset, "--questions", str(questions), "--format", "jsonl", *more)[1]
    return [json.loads(line) for line in out.splitlines()]


def test_babi_set(tap, run, beatctl, preset, wanted):
    length, facts, questions = wanted
    items = stories(run, beatctl, preset, questions)
    mean = sum(len(i["story"]) for i in items) / len(items), sum(len(i["support"]) for i in items) / len(items)
    training = not preset.startswith("mix")
    wrong = [(i["question"], why) for i in items[:: len(items) // CHECKED] for why in [babi_worlds.check(i, training)] if why]
    tap.check(not wrong, f"lab babi: {preset}: every answer is what all possible worlds say, facts suffice and none is too many", wrong[:3])
    part = 0.02 if questions >= 600 else 0.08
    tap.check(len(items) == questions and near(mean[0], length, part) and near(mean[1], facts, part), f"lab babi: {preset}: the paper's averages", [mean])


def test_babi_forms(tap, run, beatctl, folder):
    """The same questions in every form; twice the same bytes; a record that is true."""
    items = stories(run, beatctl, "mix-t7", 40, "--seed", "5")
    out = os.path.join(folder, "mix.json")
    run(beatctl, "lab", "babi", "--preset", "mix-t7", "--questions", "40", "--seed", "5", "--format", "squad", "--out", out)
    with open(out, encoding="utf-8") as f:
        rows = [(p["context"], q) for a in json.load(f)["data"] for p in a["paragraphs"] for q in p["qas"]]
    same = [
        context == " ".join(i["story"]) and q["question"] == i["question"] and q["answers"][0]["text"] == i["answer"]
        and context[q["answers"][0]["answer_start"] :].startswith(i["answer"]) and q["metadata"]["support"] == i["support"]
        for i, (context, q) in zip(items, rows)
    ]
    tap.check(len(rows) == 40 and all(same), "lab babi: SQuAD's form has the same questions, answers where they are said to be")
    text = run(beatctl, "lab", "babi", "--preset", "task2", "--questions", "10", "--seed", "5")[1].splitlines()
    asked, lines = [], {}
    for line in text:
        number, rest = line.split(" ", 1)
        if number == "1":
            lines = {}
        lines[int(number)] = rest
        if "\t" in rest:
            question, answer, facts = rest.split("\t")
            asked.append((question, answer, [lines[int(f)] for f in facts.split()]))
    items = stories(run, beatctl, "task2", 10, "--seed", "5")
    tap.check(asked == [(i["question"], i["answer"], [i["story"][f - 1] for f in i["support"]]) for i in items],
           "lab babi: bAbI's numbered lines name the same facts")
    tap.check(stories(run, beatctl, "task2", 10, "--seed", "6") != items, "lab babi: another seed, other stories")


def test_lab(tap, run, beatctl, folder):
    for preset, wanted in TASKS.items():
        test_babi_set(tap, run, beatctl, preset, (*wanted, 600))
    for preset, wanted in SPLITS.items():
        test_babi_set(tap, run, beatctl, preset, wanted)
    items = stories(run, beatctl, "concat-t12", 480)
    wrong = [(i["question"], why) for i in items for why in [babi_worlds.held_out(i, babi_worlds.parse(i["story"]))] if why]
    tap.check(len({i["task"] for i in items}) == 12 and not wrong, "lab babi: training parts hold combinations out", wrong[:3])
    test_babi_forms(tap, run, beatctl, folder)
