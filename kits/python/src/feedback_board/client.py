from __future__ import annotations

import json
import random
import re
import time
import uuid
from datetime import datetime, timezone
from typing import Any, Callable, Iterator, NamedTuple
from urllib.parse import quote

from .errors import FeedbackError
from .transport import Reply, send
from .version import VERSION

_FIRST_PAUSE = 0.5
_EVENTS_WAIT = 25
_EVENTS_FULL_PAGE = 100
_EVENTS_FIRST_PAUSE = 1.0
_EVENTS_LONGEST_PAUSE = 60.0
# Some firewalls refuse the name that urllib sends by itself.
_USER_AGENT = f"feedback-board-python/{VERSION}"
# Values belong in braces: in the text of a path, an id with a slash or a question mark would lead to another address.
_PATH = re.compile(r"(?:/(?:\{[a-z_]+\}|(?!\.+(?:/|\Z))[A-Za-z0-9_.-]+))+")
_MEDIA_TYPE = re.compile(r"[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(?:; ?[a-z]+=[A-Za-z0-9_.+-]+)*")


_LIST = list  # Client has a method of this name


class Answer(dict):  # type: ignore[type-arg]
    """What the service answered; empty if it had nothing to say. ``etag`` is its version, for ``if_match``; items of lists have none."""

    etag: str | None = None


class Raw(NamedTuple):
    """A body that is not JSON, such as the lines of an import: ``Raw(lines, "application/x-ndjson")``."""

    data: bytes
    content_type: str


def form(data: bytes, content_type: str) -> Raw:
    """A form with one part, the file: ``form(picture, "image/png")``."""
    _media_type(content_type)
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: {content_type}\r\n\r\n'
    return Raw(head.encode() + data + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}")


class Client:
    """
    Calls the API as your team, with a secret key. It sends nothing until it is used, and may be used from all threads.

    A path is one of the reference, such as ``/posts/{id}``. The keyword arguments that it names fill it, the others become the query. A
    ``datetime`` needs a time zone. Calls block, and each opens a connection of its own: in ``async`` code use ``asyncio.to_thread``.
    """

    def __init__(
        self,
        api_origin: str,
        secret_key: str,
        *,
        tries: int = 3,
        longest_wait: float = 60.0,
        request_timeout: float = 30.0,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """
        :param api_origin: The API's address without ``/v1``.
        :param secret_key: ``svc_sk_…``, with the scopes that the calls need. It stays on your server.
        :param tries: How often a call is sent at most if repeating can help.
        :param longest_wait: The longest pause, in seconds, that a call waits if the service asks for one.
        :param request_timeout: How many seconds one attempt may take.
        :param sleep: How to wait between attempts; for tests.
        """
        if isinstance(secret_key, str) and secret_key.startswith("svc_pk_"):
            raise _option_invalid("secret_key is the publishable key, which is for apps: pass a secret key, svc_sk_…")
        if not isinstance(secret_key, str) or not re.fullmatch(r"svc_sk_[0-9A-Za-z_]+", secret_key):
            raise _option_invalid("secret_key must be a secret key, svc_sk_…, with nothing around it.")
        # An address copied from a browser ends with a slash, which an origin does not have.
        origin = api_origin[:-1] if isinstance(api_origin, str) and api_origin.endswith("/") else api_origin
        if not isinstance(origin, str) or not re.fullmatch(r"https?://[^\s/?#]+", origin):
            raise _option_invalid("api_origin must be an origin alone, such as https://api.example.com.")
        if type(tries) is not int or tries < 1:
            raise _option_invalid("tries must be a whole number, at least 1.")
        if not longest_wait >= 0 or not request_timeout > 0:
            raise _option_invalid("longest_wait and request_timeout must be numbers of seconds.")
        self._base = f"{origin}/v1"
        self._authorization = f"Bearer {secret_key}"
        self._tries = tries
        self._longest_wait = longest_wait
        self._timeout = request_timeout
        self._sleep = sleep

    def __repr__(self) -> str:
        return f"Client({self._base!r})"

    def get(self, path: str, **params: Any) -> Answer:
        return self._answer("GET", path, params)

    def post(self, path: str, body: Any = None, *, idempotency_key: str | None = None, **params: Any) -> Answer:
        """Carries an ``Idempotency-Key``, the same for all its tries. A key of your own makes the call harmless to repeat later."""
        return self._answer("POST", path, params, body, idempotency_key=idempotency_key)

    def put(self, path: str, body: Any = None, **params: Any) -> Answer:
        return self._answer("PUT", path, params, body)

    def patch(self, path: str, body: Any = None, *, if_match: str | None = None, **params: Any) -> Answer:
        """``if_match`` is the ``etag`` of what you read: the change is made only if that version is still current."""
        return self._answer("PATCH", path, params, body, if_match=if_match)

    def delete(self, path: str, **params: Any) -> Answer:
        return self._answer("DELETE", path, params)

    def list(self, path: str, **params: Any) -> Iterator[dict[str, Any]]:
        """Every item of a list. The next page is asked for when it is needed; ``get`` reads one page."""
        while True:
            data, cursor = self._page(path, params)
            yield from data
            if cursor is None:
                return
            params["cursor"] = cursor

    def events(self, after: str | None = None, **params: Any) -> Iterator[dict[str, Any]]:
        """
        Every event after ``after``, the id of the last one that you handled, and then those that happen: it does not end by itself.

        Failures of the network and of the service are waited out. Without ``after`` it begins with the oldest that is kept.
        """
        # Without waiting, it would ask again and again.
        query = {"limit": _EVENTS_FULL_PAGE, **params, "wait": params.get("wait") or _EVENTS_WAIT}
        if after is not None:
            query["since"] = after
        pause = _EVENTS_FIRST_PAUSE
        while True:
            try:
                data, cursor = self._page("/events", query)
            except FeedbackError as error:
                if error.code != "network_error" and error.status != 429 and error.status < 500:
                    raise
                self._sleep(pause)
                pause = min(pause * 2, _EVENTS_LONGEST_PAUSE)
                continue
            pause = _EVENTS_FIRST_PAUSE
            yield from data
            query["cursor"] = cursor

    def _page(self, path: str, params: dict[str, Any]) -> tuple[Any, str | None]:
        page = self.get(path, **params)
        if not isinstance(page.get("data"), _LIST) or "next_cursor" not in page:
            raise FeedbackError("unexpected_answer", "This is no page of a list.", status=200, detail="Check the path and api_origin.")
        return page["data"], page["next_cursor"]

    def _answer(
        self,
        method: str,
        path: str,
        params: dict[str, Any],
        body: Any = None,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> Answer:
        """Everything is made once for all tries: the key and the text stay the same."""
        headers = {"Authorization": self._authorization, "Accept": "application/json", "User-Agent": _USER_AGENT}
        if method == "POST":
            headers["Idempotency-Key"] = _header("idempotency_key", idempotency_key or str(uuid.uuid4()))
        if if_match is not None:
            headers["If-Match"] = _header("if_match", if_match)
        data, content_type = _body(body)
        if content_type:
            headers["Content-Type"] = content_type
        url = self._base + _address(path, params)
        may_have_worked = False
        for tries in range(1, self._tries + 1):
            try:
                return _read(send(method, url, headers, data, self._timeout))
            except FeedbackError as error:
                # It is gone, as requested: an earlier attempt deleted it, and only its answer was lost.
                if may_have_worked and method == "DELETE" and error.status == 404:
                    return Answer()
                pause = error.retry_after
                if pause is None:
                    pause = _FIRST_PAUSE * 2 ** (tries - 1) * random.uniform(0.5, 1)
                is_unanswered = error.code == "network_error" or error.status in (502, 504)
                is_refused = error.status in (429, 503) or error.code == "idempotency_in_progress"
                is_repeatable = is_refused or (is_unanswered and method != "PATCH")
                if not is_repeatable or tries == self._tries or pause > self._longest_wait:
                    raise
                may_have_worked = may_have_worked or is_unanswered
                self._sleep(pause)
        raise AssertionError("unreachable: the last try returns or raises")


def _read(reply: Reply) -> Answer:
    """The content of the answer. Whoever is on the way may have answered, so everything is checked before it is used."""
    if reply.status == 204:
        return Answer()
    try:
        body = json.loads(reply.body)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise _unexpected(reply)
    if 200 <= reply.status <= 299:
        answer = Answer(body)
        answer.etag = reply.etag
        return answer
    if not isinstance(body.get("code"), str):
        raise _unexpected(reply)
    text = {name: body[name] for name in ("title", "detail", "request_id") if isinstance(body.get(name), str)}
    errors = body.get("errors")
    raise FeedbackError(
        body["code"],
        text.get("title", ""),
        status=reply.status,
        detail=text.get("detail", ""),
        request_id=text.get("request_id"),
        errors=errors if isinstance(errors, list) else None,
        retry_after=reply.retry_after,
    )


def _unexpected(reply: Reply) -> FeedbackError:
    return FeedbackError(
        "unexpected_answer",
        f"The service did not answer this (status {reply.status}).",
        status=reply.status,
        detail="Something in between may have: check the network and api_origin.",
        retry_after=reply.retry_after,
    )


def _body(body: Any) -> tuple[bytes | None, str | None]:
    if body is None:
        return None, None
    if isinstance(body, Raw):
        _media_type(body.content_type)
        return body
    try:
        return json.dumps(body, allow_nan=False, default=_instant).encode(), "application/json"
    except (TypeError, ValueError, RecursionError) as error:
        raise FeedbackError("argument_invalid", "The body cannot be written as JSON.") from error


def _address(template: str, params: dict[str, Any]) -> str:
    """What the path names fills it; the rest is the query, a list one parameter for each value."""
    if not _PATH.fullmatch(template):
        raise FeedbackError("argument_invalid", 'A path is one of the reference, such as "/posts/{id}". Pass values by their names.')
    if template == "/v1" or template.startswith("/v1/"):
        raise FeedbackError("argument_invalid", f'A path is without /v1, which the client adds: "{template[3:] or "/posts"}".')
    rest = dict(params)

    def filled(found: re.Match[str]) -> str:
        value = rest.pop(found[1], None)
        # A name of only dots would mean a parent folder, and so another address.
        if isinstance(value, str) and value.strip("."):
            return _encoded(value)
        raise FeedbackError("argument_invalid", f"{found[1]} must be the id of something.")

    path = re.sub(r"\{(\w+)\}", filled, template)
    pairs = [
        f"{name}={_encoded(_word(one))}"
        for name, value in rest.items()
        for one in (value if isinstance(value, (list, tuple)) else [value])
        if one is not None
    ]
    return f"{path}?{'&'.join(pairs)}" if pairs else path


def _word(value: Any) -> str:
    if isinstance(value, datetime):
        return _instant(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _instant(value: Any) -> str:
    """A time as the API has it. One without a zone would mean whatever zone the server is in."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise FeedbackError("argument_invalid", f"A {type(value).__name__} cannot be sent; a datetime needs a time zone.")
    return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def _media_type(value: Any) -> None:
    """A line break in it would be another header."""
    if not isinstance(value, str) or not _MEDIA_TYPE.fullmatch(value):
        raise FeedbackError("argument_invalid", "content_type must be a media type, such as image/png.")


def _encoded(text: str) -> str:
    # Half of a surrogate pair, such as the end of a text that was cut, has no encoding.
    return quote(re.sub("[\ud800-\udfff]", "\ufffd", text), safe="!~*'()")


def _header(name: str, value: str) -> str:
    """A value that no header can hold would look like a network failure, and be tried again."""
    if isinstance(value, str) and re.fullmatch(r"[ -~]{1,255}", value):
        return value
    raise FeedbackError("argument_invalid", f"{name} must be 1 to 255 printable ASCII characters.")


def _option_invalid(title: str) -> FeedbackError:
    return FeedbackError("option_invalid", title)
