#!/usr/bin/env python3
"""Makes a reading-comprehension set out of QAMR: TSV files in, SQuAD format out.

usage: qamr.py --data DIR --out FILE [--only wikipedia|wikinews] [--seed S]

QAMR asks about single sentences. A reader trained on those would learn that the answer
is always near, so every context here is the asked sentence among up to four others:
of the same document first, of any document when it has no more. The same seed gives
the same bytes. --only takes the documents of one source and no sentence of the other: the news can then
be kept as a kind of text that a reader never saw.

DIR has wiki-sentences.tsv (id, tokens) and question files (*.tsv), whose columns are:
sentence id, target words, worker, number in the task, target word, question, the
worker's answer, and two validators' answers as WORKER:ANSWER. An answer is a list of
token numbers or the word Invalid.

Two decisions:
  - The sentences are Penn Treebank tokens. They are put together again as people write
    ("Holder 's" -> "Holder's"), so that the reader meets the text it will be asked about.
  - The same question asked twice about one sentence becomes one with the answers of both.
"""
import argparse
import collections
import hashlib
import json
import pathlib
import random
import sys

PER_CONTEXT = 6
DISTRACTORS = (0, 1, 2, 3, 3, 4)
MAX_SKIPPED = 2  # tokens an annotator may leave out inside an answer: "texts as Tiloyapannati , … and …"

WRITTEN = {
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
    "``": '"', "''": '"', "`": "'", "--": "–",
}
OPENS = {"-LRB-", "-LSB-", "-LCB-", "``", "`", "$", "US$", "R$", "#"}
CLOSES = {
    "-RRB-", "-RSB-", "-RCB-", "''", "'", ",", ".", ";", ":", "?", "!", "%", "°",
    "'s", "'S", "n't", "'ve", "'m", "'re", "'d", "'ll",
}


def join(tokens):
    """The sentence as people write it, and each token's first and last+1 code point in it."""
    text, spans, glue = "", [], True
    for token in tokens:
        if not (glue or token in CLOSES):
            text += " "
        word = WRITTEN.get(token, token)
        spans.append((len(text), len(text) + len(word)))
        text += word
        glue = token in OPENS
    return text, spans


def document_of(sentence):
    return sentence.rsplit(":", 2)[0]


def place_of(sentence):
    """Where a sentence stands in its document: paragraph, then sentence."""
    return tuple(int(part) for part in sentence.split(":")[-2:])


def source_of(sentence):
    """wikipedia or wikinews."""
    return sentence.split(":")[1] if sentence.count(":") == 4 else ""


def read_sentences(path, only):
    sentences = {}
    for number, line in enumerate(path.open(encoding="utf-8"), 1):
        columns = line.rstrip("\n").split("\t")
        if len(columns) != 2:
            sys.exit(f"{path}:{number}: a sentence id and a sentence were expected, not {len(columns)} columns")
        if only in (None, source_of(columns[0])):
            sentences[columns[0]] = columns[1].split(" ")
    return sentences


def span_of(answer, length):
    """First and last token of an answer, or None where it is none or too scattered to be a span."""
    numbers = answer.split()
    if not numbers or not all(number.isdigit() for number in numbers):
        return None
    numbers = sorted(map(int, numbers))
    skipped = numbers[-1] - numbers[0] + 1 - len(numbers)
    return (numbers[0], numbers[-1]) if skipped <= MAX_SKIPPED and numbers[-1] < length else None


def read_questions(paths, sentences):
    """{sentence: {question: [span, …]}}, questions any annotator calls invalid left out."""
    asked = collections.defaultdict(dict)
    for path in paths:
        for number, line in enumerate(path.open(encoding="utf-8"), 1):
            columns = line.rstrip("\n").split("\t")
            if len(columns) < 7:
                sys.exit(f"{path}:{number}: at least 7 columns were expected, not {len(columns)}")
            sentence, question = columns[0], columns[5].strip()
            answers = [columns[6]] + [column.partition(":")[2] for column in columns[7:]]
            if sentence not in sentences or not question or any("invalid" in a.lower() for a in answers):
                continue
            spans = [span for span in (span_of(a, len(sentences[sentence])) for a in answers) if span]
            if spans:
                asked[sentence].setdefault(question, []).extend(spans)
    return asked


def context_for(key, siblings, everything, dice):
    """The ids of a context's sentences: key among some of its own document, in their order, then strangers."""
    wanted = min(dice.choice(DISTRACTORS), len(everything) - 1)
    own = dice.sample(siblings, min(wanted, len(siblings)))
    block = sorted([key] + own, key=place_of)
    while wanted > len(block) - 1:
        stranger = dice.choice(everything)
        if stranger not in block:
            block.insert(0 if dice.random() < 0.5 else len(block), stranger)
    return block


def lay_out(block, key, sentences):
    """The text of a context, and the spans of key's tokens in it."""
    text, spans = "", []
    for sentence in block:
        words, places = join(sentences[sentence])
        text += " " if text else ""
        if sentence == key:
            spans = [(first + len(text), last + len(text)) for first, last in places]
        text += words
    return text, spans


def paragraphs_of(key, questions, siblings, sentences, dice):
    everything = list(sentences)
    questions = list(questions.items())
    dice.shuffle(questions)
    for first in range(0, len(questions), PER_CONTEXT):
        text, places = lay_out(context_for(key, siblings, everything, dice), key, sentences)
        qas = []
        for question, spans in questions[first:first + PER_CONTEXT]:
            answers = [(places[a][0], places[b][1]) for a, b in spans]
            qas.append({
                "id": hashlib.sha1(f"{key}\t{question}".encode()).hexdigest(),
                "question": question,
                "answers": [{"text": text[a:b], "answer_start": a} for a, b in answers],
            })
        yield {"context": text, "qas": qas}


def convert(data, seed, only):
    sentences = read_sentences(data / "wiki-sentences.tsv", only)
    paths = sorted(path for path in data.glob("*.tsv") if path.name != "wiki-sentences.tsv")
    if not paths:
        sys.exit(f"{data}: no question files (*.tsv) beside wiki-sentences.tsv")
    asked = read_questions(paths, sentences)
    of_document = collections.defaultdict(list)
    for sentence in sentences:
        of_document[document_of(sentence)].append(sentence)
    articles = collections.defaultdict(list)
    for key in sorted(asked):
        document = document_of(key)
        # one die a sentence: a question more or less elsewhere changes nothing here
        dice = random.Random(f"{seed} {key}")
        siblings = [other for other in of_document[document] if other != key]
        articles[document] += paragraphs_of(key, asked[key], siblings, sentences, dice)
    return {"version": "QAMR", "data": [{"title": t, "paragraphs": p} for t, p in sorted(articles.items())]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder with QAMR's files")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the file to write, SQuAD format")
    parser.add_argument("--only", choices=("wikipedia", "wikinews"), help="documents of one source")
    parser.add_argument("--seed", type=int, default=1, help="of the contexts (default 1)")
    options = parser.parse_args()
    if not (options.data / "wiki-sentences.tsv").is_file():
        sys.exit(f"{options.data}: there is no wiki-sentences.tsv; is this QAMR's folder?")
    made = convert(options.data, options.seed, options.only)
    partial = options.out.with_name(options.out.name + ".partial")
    partial.write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    partial.replace(options.out)
    contexts = [paragraph for article in made["data"] for paragraph in article["paragraphs"]]
    print(f"{options.only or 'qamr'}: {sum(len(c['qas']) for c in contexts)} questions on {len(contexts)} contexts of {len(made['data'])} documents")


if __name__ == "__main__":
    main()
