"""`beatctl lab report`: one command from files to a report, its figures computed again from what it leaves behind."""

import json
import os

import oracle


def put(folder, name, value):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(value if isinstance(value, str) else json.dumps(value))
    return path


def questions(name, n):
    context = "Ada met Ben and Cy in Oslo"
    words = context.split()
    return {"version": "1", "data": [{"title": f"{name} {k}", "paragraphs": [{"context": context, "qas": [{"id": f"{name}-{k}-{i}", "question": f"Who or where {i}?", "answers": [{"text": w, "answer_start": context.index(w)}]} for i, w in enumerate(words)]}]} for k in range(n)]}


def test_report(tap, run, beatctl, folder):
    folder = os.path.join(folder, "report")
    one, two = put(folder, "one.json", questions("one", 9)), put(folder, "two.json", questions("two", 4))
    script = put(folder, "answer.py", """import json, sys
answers = {}
for path in sys.argv[2:]:
    for a in json.load(open(path))["data"]:
        for p in a["paragraphs"]:
            for i, q in enumerate(p["qas"]):
                answers[q["id"]] = q["answers"][0]["text"] if hash_of(q["id"]) % 10 < int(sys.argv[1]) else "Ada met"
print(json.dumps(answers))
""".replace("hash_of(q[\"id\"])", "sum(map(ord, q[\"id\"]))"))
    out = os.path.join(folder, "out")
    readers = [x for n in (2, 5, 8) for x in ("--reader", f"r{n}=python3 '{script}' {n}{{test}}")]
    args = ("lab", "report", "--set", f"one={one}", "--set", f"two={two}", *readers, "--babi", "task1", "--questions", "30", "--train", f"T={two}", "--seeds", "2", "--out", out)
    code, printed, err = run(beatctl, *args)
    tap.check(code == 0 and printed == open(os.path.join(out, "report.md"), encoding="utf-8").read(), "lab report: one command from files to a report", [err])
    wrong = []
    for metric in ("em", "f1"):
        table = [line.split(",") for line in open(os.path.join(out, f"scores-{metric}.csv"), encoding="utf-8").read().splitlines()]
        for row in table[1:]:
            answers = json.load(open(os.path.join(out, "answers", row[0] + ".json"), encoding="utf-8"))
            for name, score in zip(table[0][2:], row[2:]):
                data = json.load(open(os.path.join(out, "sets", name + ".json"), encoding="utf-8"))
                expected = oracle.evaluate(data, answers)[0][{"em": "exact_match", "f1": "f1"}[metric]]
                if abs(expected - float(score)) > 1e-5 or f"{float(score):.1f}" not in printed:
                    wrong.append((row[0], name, score, expected))
    counts = [len([q for a in json.load(open(os.path.join(out, "sets", n + ".json"), encoding="utf-8"))["data"] for p in a["paragraphs"] for q in p["qas"]]) for n in ("one", "two", "babi")]
    tap.check(not wrong and counts == [30, 28, 30], "lab report: scores are those of the answers it keeps", [wrong[:3], counts])
    html = open(os.path.join(out, "report.html"), encoding="utf-8").read()
    parts = ("What one tells of the other sets", "Do the sets rank readers alike?", "Trained again", "| linear | T |")
    tap.check(all(p in printed for p in parts) and html.count("<svg") == 4 and "<table>" in html and "http" not in html.replace("http://www.w3.org", ""), "lab report: fits, concurrence, an experiment, as Markdown and as one page", [html[:300]])
    before = {n: open(os.path.join(out, n), "rb").read() for n in ("report.md", "report.html")}
    again = run(beatctl, *args)
    fresh = run(beatctl, *args[:-1], os.path.join(folder, "fresh"))
    tap.check(again[1] == printed == fresh[1] and before == {n: open(os.path.join(folder, "fresh", n), "rb").read() for n in before}, "lab report: goes on with what is there; the same again elsewhere", [again[2], fresh[2]])
    for more, why in ((("--set", "x"), "NAME=VALUE"), ((), "--set NAME=FILE"), (("--set", f"a={one}", "--set", f"a={two}"), "two of the name"), (("--set", f"a={one}", "--reader", "bad=exit 3"), "exit 3"), (("--set", f"a={one}", "--from", "b", "--reader", "r=echo {}"), "no set 'b'")):
        code, _, err = run(beatctl, "lab", "report", *more, "--out", os.path.join(folder, "no"))
        tap.check(code in (1, 2) and why in err, f"lab report: refuses, and says {why}", [err])
