"""`beatctl lab synth wikidata` checked by a second reading of the graph."""

import bz2
import gzip
import itertools
import json
import os

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "ops", "sample", "wikidata.json")
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]


def value(snak):
    """(id, None) of an entity, (None, text) of a literal."""
    data = snak["datavalue"]
    v = data["value"]
    if data["type"] == "wikibase-entityid":
        return v["id"], None
    if data["type"] == "quantity":
        return None, v["amount"].lstrip("+")
    if data["type"] == "time":
        year, month, day = v["time"][1:].split("T")[0].split("-")
        return None, str(int(year)) if v["precision"] == 9 else f"{int(day)} {MONTHS[int(month) - 1]} {int(year)}"
    return None, v


class Graph:
    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            self.entities = {e["id"]: e for e in json.load(f)}
        self.names = {i: [e["labels"]["en"]["value"]] + [a["value"] for a in e.get("aliases", {}).get("en", [])] for i, e in self.entities.items()}
        self.triples = {i: [(i, p, value(s["mainsnak"])) for p, list_ in e["claims"].items() for s in list_] for i, e in self.entities.items() if i[0] == "Q"}
        self.classes = {i: {o[0] for _, p, o in ts if p in ("P31", "P279")} for i, ts in self.triples.items()}
        self.inverse = {i: self.find_inverse(e) for i, e in self.entities.items() if i[0] == "P"}

    @staticmethod
    def find_inverse(e):
        for s in e["claims"].get("P2302", []):
            if value(s["mainsnak"])[0] == "Q21510855":
                return value(s["qualifiers"]["P2306"][0])[0]
        for p in ("P1696", "P7087"):
            for s in e["claims"].get(p, []):
                return value(s["mainsnak"])[0]
        return None

    def reach(self, seed, incoming=50):
        near = [o[0] for _, _, o in self.triples[seed] if o[0] in self.triples]
        near += [i for i in self.triples if any(o[0] == seed for _, _, o in self.triples[i]) and i != seed][:incoming]
        return [t for i in dict.fromkeys([seed, *near]) for t in self.triples.get(i, [])]

    def spoken(self, element):
        return [element[1]] if element[0] is None else self.names[element[0]]

    def told(self, triple):
        s, p, o = triple
        return [" ".join(words) for words in itertools.product(self.names[s], self.names[p], self.spoken(o))]

    def pagerank(self):
        """Power iteration over the links between items, each pair once."""
        items = list(self.triples)
        links = {i: {o[0] for _, _, o in self.triples[i] if o[0] in self.triples and o[0] != i} for i in items}
        score = dict.fromkeys(items, 1 / len(items))
        for _ in range(300):
            lost = sum(score[i] for i in items if not links[i])
            new = dict.fromkeys(items, 0.15 / len(items) + 0.85 * lost / len(items))
            for i in items:
                for k in links[i]:
                    new[k] += 0.85 * score[i] / len(links[i])
            score = new
        return score


def elements(triple):
    return (triple[0], None), (triple[1], None), triple[2]


def fitting(graph, triples, asked, made):
    """Different elements that a reader could put for the mask, by the passage's triples and their inverses."""
    masked = ["subject", "predicate", "object"].index(made["masked"])
    replaced = ["subject", "predicate", "object"].index(made["replaced"]) if made["replaced"] else None
    ways = list(triples)
    if masked != 1:
        ways += [(o[0], asked[1], (s, None)) for s, p, o in triples if o[0] and (graph.inverse[p] == asked[1] or graph.inverse[asked[1]] == p)]
    found = set()
    for t in ways:
        fits = True
        for k in range(3):
            if k == masked:
                continue
            mine = elements(t)[k]
            if k == replaced:
                fits &= made["hypernym"] in graph.classes.get(mine[0], ())
            else:
                fits &= mine == elements(asked)[k]
        if fits:
            found.add(elements(t)[masked])
    return len(found)


def wrong(graph, by_text, context, q):
    """What is not as the recipe says about one question, or None."""
    made, answer = q["metadata"], q["answers"][0]
    s, p, o = made["triple"]
    asked = (s, p, (o, None) if o in graph.entities else (None, o))
    pieces = context.split(" . ")
    reach = by_text[made["seed"]]
    masked = ["subject", "predicate", "object"].index(made["masked"])
    if any(piece not in reach for piece in pieces) or len(pieces) > 50:
        return "a triple out of reach"
    if asked not in {t for piece in pieces for t in reach[piece]}:
        return "the triple is not in the passage"
    if context[answer["answer_start"] :][: len(answer["text"])] != answer["text"] or answer["text"] not in graph.spoken(elements(asked)[masked]):
        return "the answer's place"
    parts = [["XXXXX"] if k == masked else graph.spoken(elements(asked)[k]) for k in range(3)]
    if made["inverse"] and (made["inverse"] != graph.inverse[p] or masked == 1):
        return "the inverse"
    if made["replaced"]:
        k = ["subject", "predicate", "object"].index(made["replaced"])
        if k == masked or made["hypernym"] not in graph.classes[elements(asked)[k][0]]:
            return "the hypernym"
        parts[k] = graph.names[made["hypernym"]]
    if made["inverse"]:
        parts = [parts[2], graph.names[made["inverse"]], parts[0]]
    if q["question"] not in {" ".join(words) for words in itertools.product(*parts)}:
        return "the question's words"
    padded, n = f" {context} ", 0
    for at in range(len(padded)):
        n += padded.startswith(f" {answer['text']} ", at)
    if made["occurrences"] != n:
        return "occurrences"
    if all(len(reach[piece]) == 1 for piece in pieces):
        n = fitting(graph, [t for piece in pieces for t in reach[piece]], asked, made)
        if made["fitting"] != n or made["unique"] != (n == 1):
            return f"{n} elements fit"
    return None


def questions(text):
    return [(p["context"], q) for a in json.loads(text)["data"] for p in a["paragraphs"] for q in p["qas"]]


def test_wikidata(tap, run, beatctl, folder):
    graph = Graph(SAMPLE)
    by_text = {}
    for seed in graph.triples:
        by_text[seed] = {}
        for t in graph.reach(seed):
            for text in graph.told(t):
                by_text[seed].setdefault(text, set()).add(t)
    args = ("lab", "synth", "wikidata", SAMPLE, "--passages", "400", "--seed", "2")
    code, out, err = run(beatctl, *args)
    rows = questions(out)
    bad = [(q["id"], q["question"], why) for context, q in rows for why in [wrong(graph, by_text, context, q)] if why]
    tap.check(code == 0 and len({c for c, _ in rows}) > 300 and not bad, "lab synth: wikidata's questions are made as they say", bad[:3] or [err])
    sizes = [len(p["qas"]) for a in json.loads(out)["data"] for p in a["paragraphs"]]
    masks = [sum(q["metadata"]["masked"] == m for _, q in rows) / len(rows) for m in ("subject", "predicate", "object")]
    able = [q["metadata"] for _, q in rows if q["metadata"]["masked"] != "predicate" and graph.inverse[q["metadata"]["triple"][1]] and q["metadata"]["triple"][2][0] == "Q"]
    turned = sum(m["inverse"] is not None for m in able) / len(able)
    raised = sum(q["metadata"]["hypernym"] is not None for _, q in rows) / len(rows)
    tap.check(len(sizes) == 400 and set(sizes) == {1, 2, 3, 4, 5} and all(0.2 < m < 0.45 for m in masks) and 0.4 < turned < 0.6 and 0.1 < raised < 0.5,
              "lab synth: one to five questions, masks, inverses and hypernyms at their rates", [sizes.count(5), masks, turned, raised])
    tap.check(run(beatctl, *args)[1] == out != run(beatctl, *args[:-1], "3")[1], "lab synth: wikidata: the same seed, the same bytes")
    rank = graph.pagerank()
    first = sorted(rank, key=lambda i: (-round(rank[i], 9), int(i[1:])))[:10]
    used = {q["metadata"]["seed"] for _, q in questions(run(beatctl, *args, "--top", "10")[1])}
    tap.check(used == set(first), "lab synth: seeds are the first by PageRank", [used, first])
    alone = questions(run(beatctl, *args, "--unique", "--labels-only", "--inverse", "0", "--hypernym", "0")[1])
    tap.check(alone and all(q["metadata"]["unique"] and not q["metadata"]["inverse"] and not q["metadata"]["hypernym"] for _, q in alone)
              and all(q["answers"][0]["text"] in [n[0] for n in graph.names.values()] or q["metadata"]["triple"][2] == q["answers"][0]["text"] for _, q in alone),
              "lab synth: wikidata: only what is unique, only labels, where that is wished")
    test_wikidata_files(tap, run, beatctl, folder)


def test_wikidata_files(tap, run, beatctl, folder):
    """Packed, with seeds of one's own, and what is refused."""
    def put(name, content):
        path = os.path.join(folder, name)
        with open(path, "wb") as f:
            f.write(content)
        return path

    with open(SAMPLE, "rb") as f:
        plain = f.read()
    few = ("--passages", "30")
    want = run(beatctl, "lab", "synth", "wikidata", SAMPLE, *few)[1]
    packed = [put("dump.json.gz", gzip.compress(plain)), put("dump.json.bz2", bz2.compress(plain[:99999]) + bz2.compress(plain[99999:]))]
    tap.check(all(run(beatctl, "lab", "synth", "wikidata", p, *few)[1] == want for p in packed), "lab synth: the dump may be gzip or bzip2, in several streams")
    seeds = put("seeds.txt", b"# mine\nQ1000000200\t3.5\n\nQ77\n")
    code, out, err = run(beatctl, "lab", "synth", "wikidata", SAMPLE, *few, "--seeds", seeds, "--out", os.path.join(folder, "w.json"))
    with open(os.path.join(folder, "w.json"), encoding="utf-8") as f:
        used = {q["metadata"]["seed"] for _, q in questions(f.read())}
    with open(os.path.join(folder, "w.json.provenance.json"), encoding="utf-8") as f:
        record = json.load(f)
    tap.check(code == 0 and used == {"Q1000000200"} and "1 seeds are not in the dump" in err and record["notes"]["missing_seeds"] == 1
              and [i["name"] for i in record["inputs"]] == ["wikidata.json", "seeds.txt"], "lab synth: seeds of a file, and the record of them", [err])
    cycle = [{"id": f"Q{i}", "labels": {"en": {"value": f"n{i}"}}, "claims": {"P279": [
        {"mainsnak": {"datavalue": {"type": "wikibase-entityid", "value": {"id": f"Q{k}"}}}} for k in (i, i % 3 + 1)]}} for i in (1, 2, 3)]
    prop = {"id": "P279", "labels": {"en": {"value": "under"}}, "claims": []}
    code, out, err = run(beatctl, "lab", "synth", "wikidata", put("cycle.json", "\n".join(map(json.dumps, [prop, *cycle])).encode()), *few, "--hypernym", "1")
    named = run(beatctl, "lab", "synth", "wikidata", "--dump", os.path.join(os.path.dirname(put("cycle.json", "\n".join(map(json.dumps, [prop, *cycle])).encode())), "cycle.json"), *few, "--hypernym", "1")
    tap.check(named[1] == out and run(beatctl, "lab", "synth", "wikidata", "x", "--dump", "y")[0] == 2, "lab synth: the dump as an option", [named[2]])
    tap.check(code == 0 and len(questions(out)) > 30, "lab synth: a circle of classes has an end", [err])
    refusals = {
        "the gzip file ends too early": put("cut.gz", gzip.compress(plain)[:5000]),
        "the bzip2 data are damaged": put("hurt.bz2", bz2.compress(plain)[:9000] + b"x" * 5000 + bz2.compress(plain)[14000:]),
        "line 3: a dump has an entity a line": put("utf8.json", plain.split(b"\n")[0] + b"\n" + plain.split(b"\n")[1] + b"\n{\"id\":\"Q\xff\"}\n"),
        "no seed has a triple": put("nameless.json", plain.replace(b'"en"', b'"xx"')),
    }
    for why, path in refusals.items():
        code, out, err = run(beatctl, "lab", "synth", "wikidata", path, *few)
        tap.check(code == 1 and out == "" and why in err and os.path.basename(path) in err, f"lab synth: wikidata refuses: {why}", [err])
    for more, why in ((("--seeds", put("bad.txt", b"Q1\nParis\n")), "line 2: a seed is an id"), (("--questions", "5-1"), "two like 1-5"), (("--inverse", "2"), "from 0 to 1")):
        code, out, err = run(beatctl, "lab", "synth", "wikidata", SAMPLE, *more)
        tap.check(code in (1, 2) and out == "" and why in err, f"lab synth: wikidata says {why}", [err])
