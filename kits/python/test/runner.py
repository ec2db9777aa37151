"""Reads a task from standard input, does what it says with this kit, and prints a report: see docs/guides/kits/write-a-kit.md."""

import base64
import contextlib
import io
import itertools
import json
import os
import pickle
import sys
import traceback
from datetime import datetime, timezone

from feedback_board import (
    Client,
    FeedbackError,
    Raw,
    Signer,
    SigningError,
    User,
    WebhookError,
    form,
    generate_key_pair,
    sign_in_token,
    verify_webhook,
)


def at(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc)


def signed(given):
    now = {"now": at(given["now"])} if "now" in given else {}
    try:
        return {"token": sign_in_token(**{**given, "user": User(**given["user"]), **now})}
    except SigningError as error:
        return {"error": {"code": error.code, "message": str(error)}}


def verified(case):
    try:
        body = case["body"].encode()
        return {"event": verify_webhook(case["secret"], case["headers"], body, now=at(case["now"]))}
    except WebhookError as error:
        return {"error": error.code}


def described(error):
    error = pickle.loads(pickle.dumps(error))  # as it comes out of a pool of processes
    facts = {name: getattr(error, name) for name in ("code", "status", "title", "detail", "request_id", "errors")}
    return {**facts, "retry_after_ms": None if error.retry_after is None else round(error.retry_after * 1000)}


def called(case):
    report = {"outcomes": [], "pauses": [], "tokens_asked": 0, "told": []}
    options = case["options"]
    seconds = {
        name: options[given] / 1000
        for name, given in (("longest_wait", "longest_wait_ms"), ("request_timeout", "request_timeout_ms"))
        if given in options
    }
    tries = {"tries": options["tries"]} if "tries" in options else {}
    sleep = lambda pause: report["pauses"].append(pause * 1000)
    origin = options.get("api_origin", case["origin"])
    try:
        client = Client(origin, options["secret_key"], sleep=sleep, **seconds, **tries)
    except FeedbackError as error:
        return {**report, "refused": described(error)}
    answers = []
    for step in case["steps"]:
        try:
            answer = outcome(client, step, answers)
            answers.append(answer)
            report["outcomes"].append({"value": None if answer == {} else answer})  # a 204 is an empty answer
        except FeedbackError as error:
            answers.append(None)
            report["outcomes"].append({"error": described(error)})
    return report


def outcome(client, step, answers):
    method, path = step["call"].split(" ")
    given = dict(step["args"])
    params = {**given.pop("path"), **given.pop("query")}
    if "if_match_of" in given:
        given["if_match"] = answers[given.pop("if_match_of")].etag
    if "read" in step:
        items = client.list(path, **params)
        return list(items if step["read"] == "all" else itertools.islice(items, step["read"]))
    return getattr(client, method.lower())(path, **given, **params)


def printed(samples, webhook):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(samples, {"headers": webhook["headers"], "raw_body": webhook["body"].encode()})
    return out.getvalue()


def live(given):
    board = Client(given["origin"], os.environ["FEEDBACK_SECRET_KEY"])
    picture = board.post("/files", form(base64.b64decode(given["picture"]), "image/png"))
    lines = Raw(given["lines"].encode(), "application/x-ndjson")
    since = datetime(2020, 1, 1, tzinfo=timezone.utc)
    board.get("/posts", updated_after=since)
    board.post("/posts", {"title": "With a time", "created_at": since})
    return {
        "markdown": picture["markdown"],
        "imported": board.post("/imports", lines, source="old-tool", dry_run=True),
        "refused": [
            refusal(lambda: form(b"", "image/png\r\nX-Other: 1")),
            refusal(lambda: board.post("/imports", Raw(b"", "text/plain\r\nX-Other: 1"), source="x")),
        ],
    }


def refusal(call):
    try:
        call()
    except FeedbackError as error:
        return error.code


def shown():
    key = os.environ["FEEDBACK_PRIVATE_KEY"]
    signer = Signer(
        project_id="prj_1", key_id="k", private_key=key, api_origin="https://a.example", board_origin="https://b.example"
    )
    board = Client("http://127.0.0.1:9", os.environ["FEEDBACK_SECRET_KEY"], tries=1)
    try:
        board.get("/posts")
    except FeedbackError as error:
        lost = [repr(error), traceback.format_exc()]
    return [repr(signer), str(vars(signer)), repr(board), repr(generate_key_pair()), str(generate_key_pair()), *lost]


task = json.load(sys.stdin)
json.dump(
    {
        "signing": [signed(given) for given in task["signing"]],
        "webhooks": [verified(case) for case in task["webhooks"]],
        "calls": [called(case) for case in task["calls"]],
        "printed": printed(task["samples"], task["webhook"]),
        "live": live(task["live"]),
        "shown": shown(),
    },
    sys.stdout,
)
