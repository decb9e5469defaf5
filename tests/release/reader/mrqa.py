"""MRQA: mrqa/{train,dev,test}.jsonl.gz, against its own rules and against the SQuAD files.

The rules: a header line; one context a line; offsets are code points; spans include both ends; every occurrence of an
answer's text that consists of whole tokens is there, and the highlighted one in any case; a context has at most 800
tokens and ends with the last of them if it was cut; a question is left out only if its answer lies beyond the cut; a
blank line between paragraphs is " [PAR] " unless an answer crosses it."""

import gzip
import re
import string

from .common import SPLITS, has_keys, parse

LIMIT = 800
MARKS = ("[DOC]", "[TLE]", "[PAR]", "[SEP]")
WORD = frozenset(string.ascii_letters + string.digits + "_")
POINTED = frozenset(string.punctuation) - {"_"}
PLAIN_TOKEN = re.compile(r"\[(?:DOC|TLE|PAR|SEP)\]|\w+|[^\w\s]")


class Passage:
    """A passage of the SQuAD file with its questions, and what MRQA must make of it."""

    def __init__(self, context):
        self.original = context
        self.questions = []

    def finish(self):
        """Joins the paragraphs; shift maps an offset of the passage to one of the context."""
        pieces, self.breaks, done, grown = [], [], 0, 0
        for start, end in gaps(self.original):
            if any(first < end and first + len(text) > start for q in self.questions for text, first in q.answers):
                continue
            pieces.append(self.original[done:start])
            pieces.append(" [PAR] ")
            done = end
            grown += len(" [PAR] ") - (end - start)
            self.breaks.append((end, grown))
        self.context = "".join(pieces) + self.original[done:]

    def shift(self, offset):
        moved = 0
        for end, grown in self.breaks:
            if end <= offset:
                moved = grown
        return offset + moved


def gaps(text):
    """Runs of white space that hold a blank line and stand between two words."""
    at, n = 0, len(text)
    while at < n:
        if not text[at].isspace():
            at += 1
            continue
        start = at
        while at < n and text[at].isspace():
            at += 1
        breaks = sum(2 if c == "\u2029" else c == "\n" for c in text[start:at])
        if start > 0 and at < n and breaks >= 2:
            yield start, at


def passages(release, split):
    found = {}
    for question in release.questions[split].values():
        found.setdefault(question.context, Passage(question.context)).questions.append(question)
    return found


def check_token(findings, where, token, previous):
    """Words and punctuation are separate, and words are whole."""
    if token in MARKS:
        return
    kinds = {"word" if c in WORD else "mark" for c in token if c in WORD or c in POINTED}
    findings.check(len(kinds) < 2, where, f"the token {token!r:.40} mixes letters and punctuation")
    findings.check(sum(c in POINTED for c in token) < 2, where, f"the token {token!r:.40} holds two marks")
    if previous and previous[-1] in WORD and token[0] in WORD:
        findings.add(where, f"a word is cut in two: {previous!r:.40} {token!r:.40}")


def check_tokens(findings, where, tokens, text):
    """Each token is the slice at its offset; only white space is between them, none in them."""
    at, previous = 0, ""
    for pair in tokens:
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) is int):
            findings.add(where, f"is no token: {pair!r:.60}")
            return False
        token, offset = pair
        if offset < at or not token or text[offset : offset + len(token)] != token:
            findings.add(where, f"the token {token!r:.40} is not at {offset}")
            return False
        findings.check(not text[at:offset].strip(), where, f"{text[at:offset]!r:.40} is in no token")
        findings.check(not any(c.isspace() for c in token), where, f"white space in the token {token!r:.40}")
        check_token(findings, where, token, previous if offset == at else "")
        at, previous = offset + len(token), token
    findings.check(not text[at:].strip(), where, f"{text[at:]!r:.40} is in no token")
    return True


def occurrences(text, context, tokens):
    """Where it stands as whole tokens, by first and last character."""
    starts = {offset for _, offset in tokens}
    ends = {offset + len(token) for token, offset in tokens}
    at, found = context.find(text), []
    while at >= 0:
        if at in starts and at + len(text) in ends:
            found.append([at, at + len(text) - 1])
        at = context.find(text, at + 1)
    return found


def token_of(tokens, place):
    for number, (token, offset) in enumerate(tokens):
        if offset <= place < offset + len(token):
            return number
    return None


def check_answer(findings, where, answer, line, gold):
    if not has_keys(findings, where, answer, ("text", "char_spans", "token_spans")):
        return None
    text, spans, tokens = answer["text"], answer["char_spans"], line["context_tokens"]
    expected = occurrences(text, line["context"], tokens)
    if gold not in expected:
        expected = sorted([*expected, gold])
    findings.check(spans == expected, where, f"{text!r:.40} is at {expected}, the file says {spans}"[:300])
    for first, last in spans:
        findings.check(line["context"][first : last + 1] == text, where, f"the span {first} to {last} is not {text!r:.40}")
    places = [[token_of(tokens, first), token_of(tokens, last)] for first, last in spans]
    findings.check(places == answer["token_spans"], where, f"tokens are {places}, the file says {answer['token_spans']}"[:300])
    return None


def check_question(findings, where, qa, line, passage):
    if not has_keys(findings, where, qa, ("qid", "question", "question_tokens", "detected_answers", "answers")):
        return
    by_id = {q.id: q for q in passage.questions}
    if qa["qid"] not in by_id:
        return findings.add(where, f"the question {qa['qid']} is not of this passage")
    question, where = by_id[qa["qid"]], f"{where} question {qa['qid']}"
    findings.check(qa["question"] == question.question, where, "is another question in the SQuAD file")
    # the author's answer is always within; of the others only what lies before the cut
    within = [(t, passage.shift(s)) for t, s in question.answers if passage.shift(s) + len(t) <= len(line["context"])]
    findings.check(qa["answers"] == [text for text, _ in within], where, "has other answers in the SQuAD file")
    check_tokens(findings, where, qa["question_tokens"], qa["question"])
    detected = qa["detected_answers"]
    if [d.get("text") for d in detected] != [text for text, _ in within]:
        return findings.add(where, "detects other answers")
    for answer, (text, start) in zip(detected, within):
        check_answer(findings, where, answer, line, [start, start + len(text) - 1])
    return None


def check_context(findings, where, line, passage):
    tokens, context = line["context_tokens"], line["context"]
    if not check_tokens(findings, where, tokens, context):
        return False
    findings.check(len(tokens) <= LIMIT, where, f"has {len(tokens)} tokens")
    if context == passage.context:
        return True
    cut = len(tokens) == LIMIT and passage.context.startswith(context)
    findings.check(cut, where, "is neither the passage nor a passage cut at 800 tokens")
    findings.check(not context[-1:].isspace(), where, "the cut does not end with a token")
    return cut


def plain_end(context):
    """The end of the 800th token of a text in ASCII, by a tokeniser of one line."""
    ends = [m.end() for m in PLAIN_TOKEN.finditer(context)]
    return ends[LIMIT - 1] if len(ends) >= LIMIT else len(context)


def check_left_out(release, path, found, contexts, seen):
    """Whoever is missing must lie beyond the cut."""
    left_out = 0
    for passage in found.values():
        limit = contexts.get(passage.original)
        if limit is None:
            limit = plain_end(passage.context) if passage.context.isascii() else min(LIMIT, len(passage.context) - 1)
        for q in passage.questions:
            beyond = passage.shift(q.start) + len(q.answer) > limit
            if q.id not in seen:
                left_out += 1
                release.findings.check(beyond, path, f"the question {q.id} is missing, though its answer is before the cut")
            else:
                release.findings.check(not beyond, path, f"the question {q.id} is there, though its answer is beyond the cut")
    return left_out


def check_line(release, where, line, by_context, contexts, seen):
    findings = release.findings
    if not has_keys(findings, where, line, ("title", "context", "context_tokens", "qas")) or not line["qas"]:
        return findings.add(where, "is no context with questions")
    passage = by_context.get(line["qas"][0].get("qid"))
    if passage is None:
        return findings.add(where, f"the question {line['qas'][0].get('qid')} is not in the SQuAD file")
    findings.check(line["title"] == passage.questions[0].title, where, "has another title in the SQuAD file")
    if not check_context(findings, where, line, passage):
        return None
    contexts[passage.original] = len(line["context"])
    for qa in line["qas"]:
        check_question(findings, where, qa, line, passage)
        findings.check(qa.get("qid") not in seen, where, f"the question {qa.get('qid')} comes twice")
        seen[qa.get("qid")] = True
    return None


def check_packing(release, path):
    with open(release.path(path), "rb") as file:
        head = file.read(10)
    release.findings.check(head[:4] == b"\x1f\x8b\x08\x00", path, "is not gzip, or carries a name")
    release.findings.check(head[4:8] == b"\0\0\0\0", path, "carries a moment, so it differs from build to build")


def check_split(release, split, combined):
    path = f"mrqa/{split}.jsonl.gz"
    if not release.has(path):
        return release.findings.add(path, "is not there")
    check_packing(release, path)
    with gzip.open(release.path(path), "rt", encoding="utf-8", errors="strict", newline="") as file:
        lines = [parse(line) for line in file.read().split("\n")[:-1]]
    header = {"header": {"dataset": release.name, "split": split}}
    release.findings.check(lines[:1] == [header], path, f"does not begin with {header}")
    found = passages(release, split)
    for passage in found.values():
        passage.finish()
    by_question = {q.id: passage for passage in found.values() for q in passage.questions}
    contexts, seen = {}, {}
    for number, line in enumerate(lines[1:], 2):
        check_line(release, f"{path} line {number}", line, by_question, contexts, seen)
    release.counts[f"mrqa left out of {split}"] = check_left_out(release, path, found, contexts, seen)
    kept = [qid for qid in release.questions[split] if qid in seen]
    if not combined:
        release.findings.check(kept == list(seen), path, "has its questions in another order than the SQuAD file")
    return None


def check(release, combined):
    if not any(path.startswith("mrqa/") for path in release.files):
        return
    release.formats.add("mrqa")
    for split in SPLITS:
        check_split(release, split, combined)
