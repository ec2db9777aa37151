from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from datetime import datetime
from typing import Any, Mapping

from .errors import WebhookError

_TOLERANCE_SECONDS = 5 * 60
# Standard Webhooks has secrets of 24 bytes and more; those of the service have 32.
_SECRET = re.compile(r"whsec_((?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)")


def verify_webhook(
    secret: str, headers: Mapping[Any, Any], raw_body: bytes | str, *, now: datetime | None = None
) -> dict[str, Any]:
    """
    The event in a request, if the service signed it within the last five minutes; otherwise a ``WebhookError``.

    ``headers`` is what your framework has, such as ``request.headers``; for ASGI ``dict(scope["headers"])``. ``raw_body`` is the body as it
    came: a body that was parsed and written again has another signature. An event may come twice: its ``id`` is the same then.
    """
    found = _SECRET.fullmatch(secret) if isinstance(secret, str) else None
    if not found:
        raise WebhookError("secret_invalid", "The secret must be whsec_ and base64, as the service showed it.")
    by_name = {_text(name).lower(): _text(value) for name, value in headers.items()}
    event_id, sent, signatures = (by_name.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (event_id and sent and signatures):
        raise WebhookError("headers_missing", "webhook-id, webhook-timestamp and webhook-signature must be there.")
    seconds = time.time() if now is None else now.timestamp()
    if not re.fullmatch(r"[0-9]{1,12}", sent) or abs(seconds - int(sent)) > _TOLERANCE_SECONDS:
        raise WebhookError("timestamp_invalid", "It was sent more than five minutes ago, or the clocks differ.")
    body = _bytes(raw_body) if isinstance(raw_body, str) else bytes(raw_body)
    mac = hmac.new(base64.b64decode(found[1]), _bytes(f"{event_id}.{sent}.") + body, hashlib.sha256)
    expected = b"v1," + base64.b64encode(mac.digest())
    # After a rotation there are two. Each comparison takes the same time for all that do not fit.
    if not any(hmac.compare_digest(_bytes(one), expected) for one in signatures.split(" ")):
        raise WebhookError("signature_invalid", "Nobody who knows the secret has signed this.")
    try:
        event = json.loads(body)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise WebhookError("body_invalid", "The body is not a JSON object.")
    return event


def _text(part: Any) -> str:
    """ASGI has names and values of headers as bytes."""
    return part.decode("latin-1") if isinstance(part, bytes) else str(part)


def _bytes(text: str) -> bytes:
    """Some frameworks keep bytes that are not UTF-8 as half surrogate pairs: those fit no signature, and must not end in another error."""
    return text.encode("utf-8", "surrogatepass")
