from __future__ import annotations

import re
import time
from email.utils import parsedate_to_datetime
from http.client import HTTPException, IncompleteRead
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import FeedbackError


class Reply(NamedTuple):
    status: int
    body: bytes
    etag: str | None
    #: In seconds.
    retry_after: float | None


class _NoRedirects(HTTPRedirectHandler):
    """The key must only go to the service."""

    def redirect_request(self, *_: Any) -> None:
        return None


#: Certificates are checked, and proxies are those of the environment (``https_proxy``, ``no_proxy``), as urllib does by itself.
_opener = build_opener(_NoRedirects)
_CHUNK_BYTES = 65_536


def send(method: str, url: str, headers: dict[str, str], data: bytes | None, timeout: float) -> Reply:
    """
    One attempt, on a connection of its own. Whatever the service answered is a reply; no answer is a ``network_error``, and so is a redirect:
    the service never sends one.
    """
    deadline = time.monotonic() + timeout
    request = Request(url, data=data, headers=headers, method=method)
    try:
        try:
            answer = _opener.open(request, timeout=timeout)
        except HTTPError as refused:  # an answer like any other
            answer = refused
        with answer:
            if 300 <= answer.status < 400:
                raise _no_answer()
            return Reply(answer.status, _read(answer, deadline), answer.headers.get("ETag"), _seconds(answer.headers.get("Retry-After")))
    except (OSError, HTTPException) as error:
        raise _no_answer() from error


def _read(answer: Any, deadline: float) -> bytes:
    """The limit of a socket is for each of its steps: an answer that comes byte by byte would keep the thread for ever."""
    length = answer.headers.get("Content-Length", "")
    expected = int(length) if re.fullmatch(r"[0-9]{1,12}", length) else None
    body = bytearray()
    while expected is None or len(body) < expected:
        chunk = answer.read1(_CHUNK_BYTES)
        if not chunk:
            break
        body += chunk
        if time.monotonic() > deadline:
            raise TimeoutError
    if expected is not None and len(body) < expected:
        raise IncompleteRead(bytes(body))
    return bytes(body)


def _no_answer() -> FeedbackError:
    return FeedbackError("network_error", "No answer came.", detail="The service is out of reach, or api_origin is wrong.")


def _seconds(retry_after: str | None) -> float | None:
    """Retry-After holds seconds or an HTTP date."""
    if retry_after is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", retry_after):
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None
