"""The worker API's attempt in Flask, psycopg2 and urllib3 under gunicorn's threads: a connection for each thread, with
both statements prepared, and connections to the model that are kept. What it is asked and what it answers is in
peers.mjs."""

import json
import re
import threading
import time

import psycopg2
import psycopg2.extras
import urllib3
from flask import Flask, Response, request

from rules import BAD_SPAN, BAD_TOKEN, CONFIG, UUID, WORD, Judged, proves, read_token, words

app = Flask(__name__)
models = urllib3.PoolManager(maxsize=64)
mine = threading.local()
ID = re.compile(UUID)
PARAMETER = re.compile(r"\$\d+::([a-z ]+\[\])")


def executes(name):
    """EXECUTE for a prepared statement: each value of its type."""
    kinds = PARAMETER.findall(CONFIG[name])
    return "execute %s(%s)" % (name, ", ".join("%s::" + kind for kind in kinds))


EXECUTES = {name: executes(name) for name in ("begin", "record")}


def cursor():
    """That of this thread."""
    if not hasattr(mine, "cursor"):
        db = psycopg2.connect(**CONFIG["db"], options=CONFIG["options"], cursor_factory=psycopg2.extras.RealDictCursor)
        db.autocommit = True
        mine.cursor = db.cursor()
        for name in EXECUTES:
            mine.cursor.execute("prepare %s as %s" % (name, CONFIG[name]))
    return mine.cursor


def ask(name, values):
    with_arrays = [[value] for value in values]
    cursor().execute(EXECUTES[name], with_arrays)
    return mine.cursor.fetchone()


def answer(text):
    return Response(text, mimetype="application/json")


def problem(status, title):
    return Response(json.dumps({"title": title, "status": status}), status, mimetype="application/problem+json")


def is_place(value):
    return type(value) is int and 0 <= value < 2**31


def is_attempt(body):
    if not isinstance(body, dict) or not body.keys() >= {"id", "question", "answer"} or body.keys() - {"id", "question", "answer", "sure"}:
        return False
    span, question = body["answer"], body["question"]
    if not isinstance(span, dict) or span.keys() != {"start", "end", "text"} or not isinstance(span["text"], str):
        return False
    if not isinstance(body["id"], str) or not ID.match(body["id"]) or not isinstance(body.get("sure", False), bool):
        return False
    return isinstance(question, str) and len(question) <= 1000 and WORD.search(question) and is_place(span["start"]) and is_place(span["end"])


def predict(url, passage, question):
    body = json.dumps({"passage": passage, "question": question})
    got = models.request("POST", url, body=body, headers={"Content-Type": "application/json"})
    if got.status != 200:
        raise RuntimeError("the model answered %d" % got.status)
    return json.loads(got.data)


@app.post("/api/v1/attempts")
def attempt():
    token = read_token(request.headers.get("Authorization"))
    if token is None:
        return problem(401, BAD_TOKEN)
    body = request.get_json(silent=True)
    if not is_attempt(body):
        return problem(422, "The request is not as it should be.")
    asked = " ".join(words(body["question"]))
    begun = ask("begin", (body["id"], token.assignment, token.worker, token.ref, asked))
    if begun["status"] == "stored":
        return answer(json.dumps(begun["attempt"]))
    if begun["status"] != "ok":
        return problem(409, begun["status"])
    span = body["answer"]
    if not proves(begun["text"], span["start"], span["end"], span["text"]):
        return problem(422, BAD_SPAN)
    began = time.monotonic()
    model = predict(begun["model_url"], begun["text"], body["question"])
    judged = Judged(begun, body, asked, model, round(1000 * (time.monotonic() - began)))
    row = ask("record", judged.values(token))
    if row["status"] == "stored":
        return answer(json.dumps(row["attempt"]))
    if row["status"] != "ok":
        return problem(409, row["status"])
    return answer(json.dumps(judged.told(row)))
