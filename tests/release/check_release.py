#!/usr/bin/python3
"""Reads a release folder with no knowledge of the programs that wrote it, and checks every rule of its formats.

usage: check_release.py [--combined] [--expect FILE] FOLDER

  --combined     the rows are shuffled, as a combined release has them, and may ask the same twice
  --expect FILE  {"train": [{"title", "context", "question", "answer", "answer_start", "id"?}, …], "dev": …, "test": …}:
                 these questions are in, and no others

Prints what it counted as JSON. Exit code 0: all is well; 1: something is wrong, a line each on standard error.
"""

import argparse
import collections
import json
import sys

sys.dont_write_bytecode = True

from reader import documents, manifest, mrqa, rows, squad  # noqa: E402
from reader.common import SPLITS, Findings, Release  # noqa: E402


def told(question, with_id):
    told_of = [question.title, question.context, question.question, question.answer, question.start]
    return tuple(told_of + [question.id] * with_id)


def check_expected(release, path):
    """The same questions as in the file, each as often as there."""
    with open(path, encoding="utf-8") as file:
        expected = json.load(file)
    for split in SPLITS:
        wanted = collections.Counter(
            tuple(q[key] for key in ("title", "context", "question", "answer", "answer_start", "id") if key in q)
            for q in expected[split]
        )
        with_id = any("id" in q for q in expected[split])
        found = collections.Counter(told(q, with_id) for q in release.questions[split].values())
        for q in wanted - found:
            release.findings.add(split, f"this question is missing: {q[2]!r:.80} ({q[0]!r:.40})")
        for q in found - wanted:
            release.findings.add(split, f"this question should not be there: {q[2]!r:.80} ({q[0]!r:.40})")


def check_all(release, args):
    manifest.check(release)
    squad.check(release, args.combined)
    if release.name is None:
        return
    mrqa.check(release, args.combined)
    rows.check(release, args.combined)
    squad.check_splits(release, args.combined)
    documents.check(release)
    if args.expect:
        check_expected(release, args.expect)


def main():
    parser = argparse.ArgumentParser(description="Checks a release folder.")
    parser.add_argument("folder")
    parser.add_argument("--combined", action="store_true")
    parser.add_argument("--expect")
    args = parser.parse_args()
    findings = Findings()
    release = Release(args.folder, findings)
    try:
        check_all(release, args)
    except (ValueError, KeyError, TypeError, OSError, EOFError) as error:
        findings.add("reading", f"{type(error).__name__}: {error}")
    print(json.dumps({"name": release.name, "formats": sorted(release.formats), "counts": release.counts}))
    for sentence in findings.sentences:
        print(sentence, file=sys.stderr)
    if findings.total > len(findings.sentences):
        print(f"… and {findings.total - len(findings.sentences)} more", file=sys.stderr)
    sys.exit(1 if findings.total else 0)


if __name__ == "__main__":
    main()
