"""JSON lines: data/ (the rows of adversarial_qa on the Hub) and attempts/ (chains, won and lost)."""

from .common import HUB, ID, PSEUDONYM, SPLITS, exact, has_keys, normalise, overlap, parse

ROW = ("id", "title", "context", "question", "answers", "metadata")
ATTEMPT = (
    "id", "hit", "worker", "seq", "chain", "turn", "previous", "title", "context", "question", "answer", "model", "proof",
    "verdict", "in_release", "seconds",
)
MODEL = ("name", "version", "answer", "answer_start", "score")
BUILD = ("name", "version", "weights", "prompt", "protocol")
PROOF = ("shared", "model_tokens", "human_tokens", "threshold_permille")


def whole(value):
    return type(value) is int and value >= 0


def check_row(release, where, row, split):
    findings = release.findings
    if not (
        has_keys(findings, where, row, ROW)
        and has_keys(findings, where, row["answers"], ("text", "answer_start"))
        and has_keys(findings, where, row["metadata"], ("split", "model_in_the_loop"))
    ):
        return
    findings.check(row["metadata"]["split"] == HUB[split], where, f"is of split {row['metadata']['split']!r}")
    findings.check(row["metadata"]["model_in_the_loop"], where, "names no model in the loop")
    question = release.questions[split].get(row["id"])
    if question is None:
        return findings.add(where, f"the question {row['id']} is not in the SQuAD file")
    same = (question.title, question.context, question.question, {"text": [t for t, _ in question.answers], "answer_start": [s for _, s in question.answers]})
    findings.check((row["title"], row["context"], row["question"], row["answers"]) == same, where, "differs from the SQuAD file")
    return None


def check_data(release, combined):
    if not any(path.startswith("data/") for path in release.files):
        return
    release.formats.add("hf")
    for split in SPLITS:
        path = f"data/{HUB[split]}.jsonl"
        if not release.has(path):
            release.findings.add(path, "is not there")
            continue
        rows = [parse(line) for line in release.lines(path)]
        for number, row in enumerate(rows, 1):
            check_row(release, f"{path} line {number}", row, split)
        ids, wanted = [row.get("id") for row in rows], list(release.questions[split])
        same = sorted(ids) == sorted(wanted) if combined else ids == wanted
        release.findings.check(same, path, "does not hold the questions of the SQuAD file, in their order")


def check_shape(findings, where, row):
    """Is everything there, and of its kind?"""
    if not (
        has_keys(findings, where, row, ATTEMPT + tuple(key for key in ("adversaries", "agreement") if key in row))
        and has_keys(findings, where, row["answer"], ("text", "answer_start"))
        and has_keys(findings, where, row["model"], MODEL)
        and has_keys(findings, where, row["proof"], PROOF)
    ):
        return False
    findings.check(ID.fullmatch(row["id"]), where, "the id is not 40 hex digits")
    findings.check(PSEUDONYM.fullmatch(row["hit"]) and PSEUDONYM.fullmatch(row["worker"]), where, "has no pseudonyms")
    numbers = [row["seq"], row["chain"], row["turn"], row["seconds"]]
    if row["verdict"] != "plain":
        numbers += row["proof"].values()
    findings.check(all(whole(number) for number in numbers), where, f"has a number that is none: {numbers}")
    findings.check(row["verdict"] in ("human", "model", "plain"), where, f"the verdict is {row['verdict']!r}")
    return True


def check_spans(findings, where, row):
    for text, start in (
        (row["answer"]["text"], row["answer"]["answer_start"]),
        (row["model"]["answer"], row["model"]["answer_start"]),
    ):
        if start is not None:
            findings.check(row["context"][start : start + len(text)] == text, where, f"{text!r:.40} is not at {start}")


def check_adversaries(findings, where, row):
    """Each of several models by its own counts, and the verdict by the rule: a fault may have been either."""
    threshold, k, wins, faults = row["proof"]["threshold_permille"], row["proof"]["human_tokens"], 0, 0
    asked = row["adversaries"]
    findings.check(len({len(asked[key]) for key in BUILD}) == 1, where, "some adversary has no build")
    given = list(zip(*(asked[key] for key in ("name", "answer", "shared", "model_tokens", "verdict", "fault")), strict=True))
    for name, answer, s, m, verdict, fault in given:
        if verdict == "none":
            findings.check(fault and answer is None, where, f"{name} has neither an answer nor a fault")
            faults += 1
            continue
        findings.check(overlap(row["answer"]["text"], answer) == (s, m, k), where, f"{name} has other counts")
        won = 2000 * s > threshold * (m + k)
        findings.check(verdict == ("model" if won else "human"), where, f"{name} has another verdict")
        wins += won
    needed = len(given) // 2 + 1 if asked["rule"] == "most" else 1
    verdict = "model" if wins >= needed else "human" if wins + faults < needed else "none"
    findings.check(verdict == row["verdict"], where, f"the verdict is {row['verdict']}, by all models it is {verdict}")


def check_verdict(findings, where, row):
    """The counts from the texts, the verdict from the counts; where there was no model there are neither."""
    if row["verdict"] == "plain":
        told = [*row["model"].values(), *row["proof"].values()]
        findings.check(all(value is None for value in told), where, "has a model, though it was made without one")
        return
    if row.get("adversaries") is not None:
        check_adversaries(findings, where, row)
    s, m, k, threshold = (row["proof"][key] for key in PROOF)
    counted = overlap(row["answer"]["text"], row["model"]["answer"])
    findings.check(counted == (s, m, k), where, f"s, m, k are {counted}, the file says {(s, m, k)}")
    model_wins = 2000 * s > threshold * (m + k)
    if threshold == 400:
        assert model_wins == (5 * s > m + k)
    findings.check(row["verdict"] == ("model" if model_wins else "human"), where, f"the verdict does not follow from {(s, m, k)}")
    if row["in_release"]:
        findings.check(row["verdict"] == "human", where, "is a question, though the model won")
        findings.check(not exact(row["answer"]["text"], row["model"]["answer"]), where, "is a question, though the model had it right")


def check_chain(findings, where, row, before):
    """Attempts of a HIT follow each other; a win ends a chain."""
    if before is None or before["hit"] != row["hit"]:
        expected = (1, 1, None)
    elif before["verdict"] in ("human", "plain"):
        expected = (before["chain"] + 1, 1, None)
    else:
        expected = (before["chain"], before["turn"] + 1, before["id"])
    found = (row["chain"], row["turn"], row["previous"])
    findings.check(found == expected, where, f"chain, turn, previous are {found}, not {expected}")
    if before is None or before["hit"] != row["hit"]:
        return
    findings.check(row["seq"] > before["seq"], where, "comes after a later attempt of its HIT")
    findings.check(row["seconds"] >= before["seconds"], where, "was made before the attempt it follows")
    same = ("worker", "title", "context")
    findings.check(all(row[key] == before[key] for key in same), where, "is of another worker or passage than its HIT")


def check_question(release, where, row, split):
    question = release.questions[split].get(row["id"])
    if row["in_release"] != (question is not None):
        return release.findings.add(where, f'"in_release" is {row["in_release"]}')
    if question is None:
        return None
    same = (question.title, question.context, question.question, question.answer, question.start)
    found = (row["title"], row["context"], row["question"], row["answer"]["text"], row["answer"]["answer_start"])
    release.findings.check(found == same, where, "differs from the question in the SQuAD file")
    check_agreement(release.findings, where, row, question)
    return None


def check_agreement(findings, where, row, question):
    """How many answers, and how many of them alike: counted again from those of the SQuAD file."""
    if "agreement" not in row:
        return
    given = [normalise(text) for text, _ in question.answers]
    counted = {"answers": len(given), "alike": max(given.count(one) for one in given)}
    findings.check(row["agreement"] == counted, where, f"the agreement is {row['agreement']}, not {counted}")


def check_attempts_of(release, split):
    path, findings = f"attempts/{split}.jsonl", release.findings
    if not release.has(path):
        return findings.add(path, "is not there")
    before, hits, ids = None, set(), set()
    for number, line in enumerate(release.lines(path), 1):
        row, where = parse(line), f"{path} line {number}"
        if not check_shape(findings, where, row):
            return None
        check_spans(findings, where, row)
        check_verdict(findings, where, row)
        check_chain(findings, where, row, before)
        check_question(release, where, row, split)
        findings.check(row["id"] not in ids, where, "the id comes twice")
        if before is None or before["hit"] != row["hit"]:
            findings.check(row["hit"] not in hits, where, "the HIT comes in two pieces")
        hits.add(row["hit"])
        ids.add(row["id"])
        before = row
    missing = set(release.questions[split]) - ids
    findings.check(not missing, path, f"has no attempt for {sorted(missing)[:3]}")
    release.counts[f"attempts of {split}"] = len(ids)
    return None


def check_attempts(release):
    if not any(path.startswith("attempts/") for path in release.files):
        return
    release.formats.add("attempts")
    for split in SPLITS:
        check_attempts_of(release, split)


def check(release, combined):
    check_data(release, combined)
    check_attempts(release)
