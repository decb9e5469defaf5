"""SQuAD v1.1 JSON: NAME/{train,dev,test}.json and NAME/test-public.json."""

import hashlib
import re

from .common import ID, SPLITS, has_keys, normalise, parse


class Question:
    def __init__(self, split, title, context, qa):
        self.split = split
        self.title = title
        self.context = context
        self.id = qa["id"]
        self.question = qa["question"]
        self.answer = qa["answers"][0]["text"] if qa.get("answers") else None
        self.start = qa["answers"][0]["answer_start"] if qa.get("answers") else None
        self.more = [(a["text"], a["answer_start"]) for a in qa.get("answers", [])[1:]]

    @property
    def answers(self):
        return [(self.answer, self.start), *self.more]

    @property
    def end(self):
        return self.start + len(self.answer)


def articles(release, path):
    """(title, context, qa) of every question, the shape of everything checked on the way."""
    findings = release.findings
    data = parse(release.text(path))
    if not has_keys(findings, path, data, ("version", "data")):
        return
    findings.check(data["version"] == "1.1", path, f'"version" is {data["version"]!r}')
    for a, article in enumerate(data["data"]):
        where = f"{path} article {a}"
        if not has_keys(findings, where, article, ("title", "paragraphs")):
            continue
        findings.check(isinstance(article["title"], str) and article["title"], where, "has no title")
        findings.check(article["paragraphs"], where, "has no paragraph")
        for paragraph in article["paragraphs"]:
            if not has_keys(findings, where, paragraph, ("context", "qas")):
                continue
            findings.check(paragraph["qas"], where, "has a paragraph without questions")
            for qa in paragraph["qas"]:
                yield article["title"], paragraph["context"], qa


def check_question(release, path, question):
    findings, where = release.findings, f"{path} question {question.id}"
    findings.check(ID.fullmatch(question.id), where, "the id is not 40 hex digits")
    findings.check(question.question.strip(), where, "the question is blank")
    if not isinstance(question.start, int) or question.start < 0:
        return findings.add(where, f"answer_start is {question.start!r}")
    found = question.context[question.start : question.end]
    findings.check(found == question.answer, where, f"the context has {found!r:.60} there, not {question.answer!r:.60}")
    findings.check(normalise(question.answer), where, "the answer is empty after normalisation")
    findings.check(question.answer == question.answer.strip(), where, "white space around the answer")
    for text, start in question.more:
        if not isinstance(start, int) or start < 0:
            findings.add(where, f"answer_start of a further answer is {start!r}")
            continue
        found = question.context[start : start + len(text)]
        findings.check(found == text, where, f"the context has {found!r:.60} there, not the further answer {text!r:.60}")
        findings.check(normalise(text), where, "a further answer is empty after normalisation")
        findings.check(text == text.strip(), where, "white space around a further answer")
    return None


def read_split(release, split):
    path = f"{release.name}/{split}.json"
    for title, context, qa in articles(release, path):
        if not has_keys(release.findings, path, qa, ("id", "question", "answers")):
            continue
        if not qa["answers"] or not all(has_keys(release.findings, path, a, ("text", "answer_start")) for a in qa["answers"]):
            release.findings.add(path, f"question {qa['id']} has no answer")
            continue
        question = Question(split, title, context, qa)
        check_question(release, path, question)
        if any(question.id in release.questions[other] for other in SPLITS):
            release.findings.add(path, f"the id {question.id} comes twice")
        release.questions[split][question.id] = question


def check_public(release):
    path = f"{release.name}/test-public.json"
    if not release.has(path):
        return release.findings.add(path, "is not there")
    public = []
    for title, context, qa in articles(release, path):
        if has_keys(release.findings, path, qa, ("id", "question")):
            public.append((title, context, qa["id"], qa["question"]))
    full = [(q.title, q.context, q.id, q.question) for q in release.questions["test"].values()]
    release.findings.check(public == full, path, "does not hold the questions of test.json, in their order")
    return None


def check_splits(release, combined):
    """No document and no passage in two splits; no question twice on a passage, unless collections are combined."""
    titles, contexts, asked = {}, {}, {}
    for split in SPLITS:
        for q in release.questions[split].values():
            where = f"{split} question {q.id}"
            if titles.setdefault(q.title, split) != split:
                release.findings.add(where, f"the document {q.title!r:.60} is in {titles[q.title]} too")
            if contexts.setdefault(q.context, split) != split:
                release.findings.add(where, f"its passage is in {contexts[q.context]} too")
            key = (q.context, tuple(normalise(q.question)))
            if asked.setdefault(key, q.id) != q.id and not combined:
                release.findings.add(where, f"asks the same as {asked[key]} on the same passage")


def order(question):
    return question.title.encode(), hashlib.sha256(question.context.encode()).hexdigest(), question.id


def check_order(release):
    for split in SPLITS:
        questions = list(release.questions[split].values())
        in_order = questions == sorted(questions, key=order)
        release.findings.check(in_order, f"{split}.json", "is not in the order of title, passage digest, id")


def check(release, combined):
    names = {m.group(1) for m in (re.fullmatch(r"([a-z0-9][a-z0-9_-]*)/train\.json", f) for f in release.files) if m}
    if len(names) != 1:
        return release.findings.add("folder", f"there is not one folder with SQuAD files, but {sorted(names)}")
    release.name = names.pop()
    release.formats.add("squad")
    for split in SPLITS:
        if release.has(f"{release.name}/{split}.json"):
            read_split(release, split)
        else:
            release.findings.add(f"{release.name}/{split}.json", "is not there")
    check_public(release)
    if not combined:
        check_order(release)
    for split in SPLITS:
        release.counts[split] = len(release.questions[split])
    return None
