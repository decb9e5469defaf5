"""`beatctl lab convert` on small sets in their published forms, with what must come of each."""

import json
import os
import re


def nq(tokens, long, shorts, **more):
    """Both published forms of one example."""
    ann = [{"long_answer": {"start_token": long[0], "end_token": long[1]}, "short_answers": [{"start_token": a, "end_token": b} for a, b in shorts], "yes_no_answer": more.get("yes", "NONE")}]
    head = {"example_id": 7, "question_text": "who?", "document_title": "T", "annotations": ann}
    return json.dumps({**head, "document_text": " ".join(tokens)}), json.dumps(
        {**head, "document_tokens": [{"token": t, "html_token": bool(re.fullmatch(r"<.*>", t))} for t in tokens]})


PAGE = ["<P>", "The", "élan", "of", "<B>", "Ada", "Lovelace", "</B>", ".", "</P>", "<Table>", "Ada", "</Table>"]
DROP = {"p1": {"passage": "Tom ran 5 km. Ann ran 7.", "qa_pairs": [
    {"query_id": "a", "question": "Who ran 7?", "answer": {"number": "", "date": {}, "spans": ["Ann"]}},
    {"query_id": "b", "question": "How many?", "answer": {"number": "12", "date": {}, "spans": []}},
    {"query_id": "c", "question": "Who ran?", "answer": {"number": "", "spans": ["Tom", "Ann"]}},
    {"query_id": "d", "question": "Who not?", "answer": {"number": "", "spans": ["Bob"]}}]}}
RACE = {"article": "We met in the park. The park is big.", "id": "r1", "questions": ["Where did we meet?", "Which of the following is true?", "We met in _ .", "What is blue?", "Examples of parks include what?"],
        "options": [["at home", "in the park."]] + [["x", "the park"]] * 2 + [["x", "the sea"]] + [["x", "big"]], "answers": ["B"] * 5}
CASES = [  # form, file, (id, answers with places), what is lost
    ("drop", json.dumps(DROP), [("a", [("Ann", 14)])], {"no_span": 1, "several_spans": 1, "not_in_context": 1}),
    ("nq", "\n".join(nq(PAGE, (0, 10), [(5, 7)])), [("7", [("Ada Lovelace", 12)])] * 2, {}),
    ("nq", "\n".join([nq(PAGE, (10, 13), [(11, 12)])[0], nq(PAGE, (0, 10), [])[0], nq(PAGE, (0, 10), [], yes="YES")[1], nq(PAGE, (0, 10), [(1, 2), (5, 6)])[0], nq(PAGE, (0, 99), [(1, 2)])[1]]),
     [], {"table": 1, "no_answer": 2, "no_span": 1, "several_spans": 1}),
    ("race", json.dumps(RACE), [("r1-0", [("in the park", 7)])], {"names_options": 2, "blank": 1, "not_in_context": 1}),
    ("cbt", "1 The cat sat .\n2 The dog ran to the cat .\n21 The XXXXX slept .\tcat\t\tcat|dog\n", [("f-1", [("cat", 4)])], {}),
    ("lambada", "he met ann . they talked . then he kissed ann\nonly one\n", [("f-1", [("ann", 7)])], {"not_in_context": 1}),
    ("record", json.dumps({"version": "1", "data": [{"id": "x", "passage": {"text": "Oslo and Rome and Oslo"}, "qas": [
        {"id": "k", "query": "In @placeholder it snows", "answers": [{"start": 18, "end": 21, "text": "Oslo"}]}]}]}), [("k", [("Oslo", 18)])], {}),
    ("babi", "1 Mary is in the park.\n2 John is in the park.\n3 Where is John? \tpark\t2\n4 Is John here?\tyes\t2\n1 Mice fear cats.\n2 Gertrude is a mouse.\n3 What is gertrude afraid of?\tcat\t2 1\n",
     [("f-1", [("park", 36)]), ("f-2", [("cats", 10)])], {"no_span": 1}),
    ("plain", '{"id":"1","context":"the he said he","question":"q","answer":"he"}\n{"id":"2","context":"x","question":"q","answers":[]}\n', [("1", [("he", 4), ("he", 12)])], {"no_answer": 1}),
    ("hf", '{"id":"h","title":"T","context":"a b a","question":"q","answers":{"text":["a","b"],"answer_start":[4,2]}}\n', [("h", [("a", 4), ("b", 2)])], {}),
    ("cnn", "http://x\n\n@entity1 met @entity2 and @entity1\n\nwho met @placeholder\n\n@entity2\n\n@entity2:Ann\n", [("f", [("@entity2", 13)])], {}),
]


def rows(text):
    return [(p["context"], q) for a in json.loads(text)["data"] for p in a["paragraphs"] for q in p["qas"]]


def qamr_by_hand(sentences, lines):
    """The questions that must stay: valid, asked of one sentence of the passage, first of equal ones, with a span."""
    texts = dict(line.split("\t") for line in sentences.splitlines())
    passages = {}
    for key in texts:
        passages.setdefault(key.rsplit(":", 1)[0], []).append(key)
    asked, kept, seen = {}, {}, set()
    cells = [line.split("\t") for line in lines.splitlines()]
    for c in cells:
        asked.setdefault((c[0].rsplit(":", 1)[0], c[5]), set()).add(c[0])
    for c in cells:
        passage = c[0].rsplit(":", 1)[0]
        if len(asked[passage, c[5]]) > 1 or (c[0], c[5]) in seen:
            continue
        seen.add((c[0], c[5]))
        order = sorted(passages[passage], key=lambda k: int(k.rsplit(":", 1)[1]))
        before = len(" ".join([texts[k] for k in order[: order.index(c[0])]] + [""])) if order.index(c[0]) else 0
        found = []
        for cell in c[6:9]:
            numbers = [int(n) for n in cell.split(":")[-1].split()]
            if numbers == list(range(numbers[0], numbers[-1] + 1)):
                tokens = texts[c[0]].split(" ")
                found.append((" ".join(tokens[numbers[0] : numbers[-1] + 1]), before + len("".join(t + " " for t in tokens[: numbers[0]]))))
        if found:
            kept[f"{c[0]}:{c[2]}:{c[3]}:{c[4]}"] = (" ".join(texts[k] for k in order), c[5], found)
    return kept


def test_qamr(tap, run, beatctl, folder, sentences, lines, what):
    files = []
    for name, text in (("s.tsv", sentences), ("q.tsv", lines)):
        files.append(os.path.join(folder, name))
        with open(files[-1], "w", encoding="utf-8") as f:
            f.write(text)
    code, out, err = run(beatctl, "lab", "convert", files[1], "--from", "qamr", "--sentences", files[0])
    got = {q["id"]: (c, q["question"], [(a["text"], a["answer_start"]) for a in q["answers"]]) for c, q in rows(out)} if code == 0 else {}
    want = qamr_by_hand(sentences, lines)
    wrong = [(k, got.get(k), want.get(k)) for k in set(got) | set(want) if got.get(k) != want.get(k)]
    wrong += [("ids", len(rows(out)), len(got))] if code == 0 and len(rows(out)) != len(got) else []
    tap.check(code == 0 and want and not wrong, f"lab convert: QAMR's sentences joined to passages, {what}: {len(want)} questions", wrong[:2] or [err])


def test_convert(tap, run, beatctl, folder):
    def put(content):
        path = os.path.join(folder, "f.txt")
        with open(path, "wb") as f:
            f.write(content if isinstance(content, bytes) else content.encode())
        return path

    for form, text, want, lost in CASES:
        out_file = os.path.join(folder, "out.json")
        code, _, err = run(beatctl, "lab", "convert", put(text), "--from", form, "--out", out_file)
        if code != 0:
            tap.check(False, f"lab convert: {form}", [err])
            continue
        with open(out_file, encoding="utf-8") as f:
            found = rows(f.read())
        with open(out_file + ".provenance.json", encoding="utf-8") as f:
            notes = json.load(f)["notes"]
        got = [(q["id"], [(a["text"], a["answer_start"]) for a in q["answers"]]) for _, q in found]
        there = all(c[a["answer_start"] :].startswith(a["text"]) for c, q in found for a in q["answers"])
        tap.check(got == want and there and notes["lost"] == lost and notes["read"] == len(want) + sum(lost.values()) == notes["kept"] + sum(lost.values()),
                  f"lab convert: {form}: what is kept, where it stands, what is lost{'' if want else ', all of it'}", [got, notes])
        marked = rows(run(beatctl, "lab", "convert", put(text), "--from", form, "--marks")[1])
        tap.check(all(c.startswith("[DOC] [TLE] ") and " [PAR] " in c and c[a["answer_start"] :].startswith(a["text"]) for c, q in marked for a in q["answers"]) and len(marked) == len(want),
                  f"lab convert: {form}: answers stand behind the marks")
        lines = [json.loads(x) for x in run(beatctl, "lab", "convert", put(text), "--from", form, "--to", "mrqa")[1].splitlines()[1:]]
        spans = [c["context"][a : b + 1] == d["text"] for c in lines for q in c["qas"] for d in q["detected_answers"] for a, b in d["char_spans"]]
        tap.check(sum(len(c["qas"]) for c in lines) == len(want) and all(spans) and [list(dict.fromkeys(t for t, _ in w[1])) for w in want] == [q["answers"] for c in lines for q in c["qas"]],
                  f"lab convert: {form}: MRQA's spans are true and its answers all there")
    code, out, err = run(beatctl, "lab", "convert", put('{"id":"1","context":"In OSLO","question":"q","answer":"oslo"}'), "--from", "plain", "--ignore-case")
    tap.check(rows(out)[0][1]["answers"] == [{"text": "OSLO", "answer_start": 3}], "lab convert: case may be ignored; the words are the passage's")
    test_qamr(tap, run, beatctl, folder, "a:1:2\tthe big cat sat .\na:1:0\tDogs ran .\na:2:1\tBirds é flew .\n",
              "a:1:2\t0\t5\t0\t0\tWhat sat?\t1 2\t7:2\t8:0 2\na:1:0\t0\t5\t1\t0\tWho?\t0\t7:0\t8:0\na:1:2\t0\t6\t0\t0\tWho?\t2\t7:2\t8:2\n"
              "a:2:1\t0\t6\t1\t0\tWhat flew?\t1 2\t7:2\t8:2\na:1:0\t0\t6\t2\t0\tRan?\t0 2\t7:0 2\t8:0 2\n"
              "a:1:2\t3 4\t5\t0\t3\tThe cat did what?\t3\t7:3\t8:3\n", "by hand")
    given = os.environ.get("BEAT_ORACLE_QAMR")
    if given:
        texts = [open(os.path.join(given, name), encoding="utf-8").read() for name in ("wiki-sentences.tsv", "dev.tsv")]
        test_qamr(tap, run, beatctl, folder, *texts, "all of dev")
    refusals = [("drop", b'{"a":{"passage":1}}', "line 1: a passage of DROP"), ("drop", b'{"a":{"passage":"x"', "line 1: "), ("nq", b"[[]]", "an object was expected"),
                ("nq", b'{"question_text":"x"}', "line 1: an example of Natural"), ("babi", b"1 a\nx b\n", "line 2: a line is its number"), ("cbt", b"1 \xff\n", "line 1: it is not UTF-8"),
                ("plain", b'{"context":"\xff"}', "UTF-8"), ("race", b"{}\n", "an article of RACE"), ("record", b'{"data":[{}]}', "an article of ReCoRD"), ("cnn", b"x\n", "a .question file"),
                ("plain", b"\x1f\x8b\x08\x00\x00", "gzip"), ("lambada", b"a" * (2 << 20), "line 1: it is longer than")]
    for form, content, why in refusals:
        code, out, err = run(beatctl, "lab", "convert", put(content), "--from", form)
        tap.check(code == 1 and why in err and "f.txt" in err, f"lab convert: {form} refuses: {why}", [err])
    for more, why in ((("--from", "x"), "--from is one of"), (("--from", "qamr"), "--sentences FILE"), (("--from", "drop", "--to", "x"), "squad or mrqa")):
        code, out, err = run(beatctl, "lab", "convert", put("{}"), *more)
        tap.check(code == 2 and out == "" and why in err, f"lab convert: says {why}", [err])
