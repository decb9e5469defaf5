"""What both peers in Python share: the settings they are given, tokens, the rules of scoring, and the answer's form."""

import base64
import collections
import hashlib
import hmac
import json
import os
import re
import string
import struct
import time

with open(os.environ["PEER_CONFIG"], encoding="utf-8") as file:
    CONFIG = json.load(file)

UUID = r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
WORD = re.compile(r"[^\W_]")
ARTICLES = re.compile(r"\b(a|an|the)\b")
BARE = str.maketrans("", "", string.punctuation)
KIND = "s1."
KEY = bytes.fromhex(CONFIG["key"])
HEAD = struct.Struct(">qqqq")  # assignment, worker, passage, the second in which it runs out

Token = collections.namedtuple("Token", "assignment worker ref")
BAD_TOKEN = "Please open the task once more."
BAD_SPAN = "The answer's text is not what the passage says at that place."


def words(text):
    return ARTICLES.sub(" ", text.lower().translate(BARE)).split()


def unpack(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read_token(header):
    """The token of an Authorization header; None if it is not ours or has run out."""
    scheme, _, token = (header or "").partition(" ")
    signed, _, mac = token.rpartition(".")
    if scheme != "Bearer" or not signed.startswith(KIND):
        return None
    right = base64.urlsafe_b64encode(hmac.digest(KEY, signed.encode(), hashlib.sha256)).rstrip(b"=")
    if not hmac.compare_digest(right, mac.encode()):
        return None
    payload = unpack(signed[len(KIND) :])
    assignment, worker, _, expires = HEAD.unpack_from(payload)
    return Token(assignment, worker, payload[HEAD.size + 1 :].decode()) if expires > time.time() else None


def proves(passage, start, end, text):
    return start < end and passage[start:end] == text and bool(words(text))


def score(human, model):
    gold, predicted = words(human), words(model)
    shared = sum((collections.Counter(gold) & collections.Counter(predicted)).values())
    return {
        "shared": shared,
        "model_tokens": len(predicted),
        "human_tokens": len(gold),
        "value": 2 * shared / (len(predicted) + len(gold)),
    }


def verdict(f1, threshold_permille):
    tokens = f1["model_tokens"] + f1["human_tokens"]
    return "model" if 2000 * f1["shared"] > threshold_permille * tokens else "human"


def find(passage, part):
    at = passage.find(part)
    return (None, None) if at < 0 else (at, at + len(part))


class Judged:
    """A model's answer to an attempt, judged: what is stored, and what is told."""

    def __init__(self, begun, attempt, asked, model, ms):
        self.attempt, self.model = attempt, model
        self.at = find(begun["text"], model["answer"])
        self.f1 = score(attempt["answer"]["text"], model["answer"])
        self.verdict = verdict(self.f1, begun["threshold_permille"])
        self.rest = (None, ms, asked, None, "", begun["model_protocol"])
        self.begun = begun

    def values(self, token):
        a, m, f = self.attempt, self.model, self.f1
        span = a["answer"]
        return (
            (a["id"], token.assignment, token.worker, a["question"], span["start"], span["end"], span["text"])
            + (self.begun["threshold_permille"], self.begun["model_id"], m["model"], m["version"], m["weights"])
            + (m["answer"], *self.at, m["score"], f["shared"], f["model_tokens"], f["human_tokens"], self.verdict)
            + self.rest
        )

    def told(self, row):
        m = self.model
        return {
            "id": self.attempt["id"],
            "question": self.attempt["question"],
            "answer": self.attempt["answer"],
            "verdict": self.verdict,
            "model": {"name": m["model"], "answer": m["answer"], "start": self.at[0], "end": self.at[1], "score": m["score"]},
            "f1": self.f1,
            "fault": None,
            "marks": [],
            "created_at": row["created_at"],
            "won": row["won"],
            "wanted": row["wanted"],
        }

