"""The worker API's attempt in FastAPI, asyncpg and aiohttp: connections that are kept, statements that asyncpg prepares
once a connection, bodies checked by pydantic. What it is asked and what it answers is in peers.mjs."""

import time

import aiohttp
import asyncpg
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Extra, StrictBool, StrictStr, conint, constr

from rules import BAD_SPAN, BAD_TOKEN, CONFIG, UUID, WORD, Judged, proves, read_token, words

BEGIN, RECORD = CONFIG["begin"], CONFIG["record"]
app = FastAPI()


class Span(BaseModel, extra=Extra.forbid):
    start: conint(strict=True, ge=0, lt=2**31)
    end: conint(strict=True, ge=0, lt=2**31)
    text: StrictStr


class Attempt(BaseModel, extra=Extra.forbid):
    id: constr(strict=True, regex=UUID)
    question: constr(strict=True, max_length=1000, regex=WORD.pattern)
    answer: Span
    sure: StrictBool = False


class Connection(asyncpg.Connection):
    """Nothing is left behind in a connection that would have to be undone when it is given back."""

    def get_reset_query(self):
        return ""


def problem(status, title):
    return JSONResponse({"title": title, "status": status}, status, media_type="application/problem+json")


async def prepare(db):
    for statement in (BEGIN, RECORD):
        await db.prepare(statement)


@app.on_event("startup")
async def start():
    n = CONFIG["connections"]
    # jit: asyncpg asks each connection about types that it meets, which PostgreSQL would compile for half a second
    settings = {"search_path": CONFIG["search_path"], "jit": "off"}
    app.db = await asyncpg.create_pool(
        **CONFIG["db"], min_size=n, max_size=n, init=prepare, server_settings=settings, connection_class=Connection
    )
    app.http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=64))


@app.on_event("shutdown")
async def stop():
    await app.http.close()
    app.db.terminate()


@app.exception_handler(RequestValidationError)
async def invalid(_request, error):
    return problem(422, str(error))


async def predict(url, passage, question):
    async with app.http.post(url, json={"passage": passage, "question": question}) as answer:
        answer.raise_for_status()
        return await answer.json()


@app.post("/api/v1/attempts")
async def attempt(body: Attempt, request: Request):
    token = read_token(request.headers.get("authorization"))
    if token is None:
        return problem(401, BAD_TOKEN)
    asked = " ".join(words(body.question))
    begun = await app.db.fetchrow(BEGIN, [body.id], [token.assignment], [token.worker], [token.ref], [asked])
    if begun["status"] == "stored":
        return Response(begun["attempt"], media_type="application/json")
    if begun["status"] != "ok":
        return problem(409, begun["status"])
    if not proves(begun["text"], body.answer.start, body.answer.end, body.answer.text):
        return problem(422, BAD_SPAN)
    began = time.monotonic()
    model = await predict(begun["model_url"], begun["text"], body.question)
    judged = Judged(begun, body.dict(), asked, model, round(1000 * (time.monotonic() - began)))
    row = await app.db.fetchrow(RECORD, *([value] for value in judged.values(token)))
    if row["status"] == "stored":
        return Response(row["attempt"], media_type="application/json")
    if row["status"] != "ok":
        return problem(409, row["status"])
    return JSONResponse(judged.told(row))
