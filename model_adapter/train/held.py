"""How a reader scores in C on the parts of data sets that it was not trained on."""
import json
import subprocess
import sys


def part_of(path, rule):
    """The dataset without the articles that were trained on."""
    k, i = map(int, rule.split(":"))
    with open(path, encoding="utf-8") as file:
        return {"version": "1.1", "data": [a for number, a in enumerate(json.load(file)["data"]) if number % k == i]}


def evaluate(program, reader, weights, dataset):
    """What `beat-model eval` finds, in per cent; None without any question."""
    if not any(paragraph["qas"] for article in dataset["data"] for paragraph in article["paragraphs"]):
        return None
    path = weights / "part.json"
    path.write_text(json.dumps(dataset), encoding="utf-8")
    done = subprocess.run([program, "eval", path, "--reader", reader, "--weights", weights, "--json"], stdout=subprocess.PIPE, text=True)
    path.unlink()
    if done.returncode != 0:
        sys.exit(f"{sys.argv[0]}: {program} eval failed")
    found = json.loads(done.stdout)["results"][0]
    return dict(questions=found["total"], em=round(found["exact_match"], 2), f1=round(found["f1"], 2), wins=round(found["wins"], 2))


def scores_of(program, reader, weights, files, rules):
    """{set: scores} of the reader whose file is in the folder `weights`, on what `rules` ({set: "K:I"}) held out."""
    scores = {}
    for name in filter(files.get, rules):
        found = evaluate(program, reader, weights, part_of(files[name], rules[name]))
        if found is not None:
            scores[name] = found
            print(f"{reader} {name}: EM {found['em']} F1 {found['f1']} wins {found['wins']} of {found['questions']} questions", flush=True)
    if not scores:
        sys.exit("no article of the data was held out: there is nothing to measure on")
    return scores
