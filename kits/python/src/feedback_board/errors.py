from __future__ import annotations

from typing import Any


class SigningError(ValueError):
    """The input cannot become a token that the service would accept. It never holds a key, a token or a claim's value."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        """An exception with arguments of its own cannot be unpickled otherwise: pools of processes and task queues would hang or fail."""
        return type(self), (self.code, str(self))


class WebhookError(ValueError):
    """What was sent is not from the service, or is too old. Answer with a 400 and do nothing. It never holds the secret."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self._message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self._message)


class FeedbackError(Exception):
    """An error of the service or of the connection to it. Match on ``code``. It never holds the key."""

    def __init__(
        self,
        code: str,
        title: str,
        *,
        status: int = 0,
        detail: str = "",
        request_id: str | None = None,
        errors: list[dict[str, Any]] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code}: {title} {detail}".rstrip() + _first_place(errors))
        self.code = code
        #: The HTTP status; 0 if there was no answer.
        self.status = status
        self.title = title
        #: What to do about it.
        self.detail = detail
        #: Finds the request in the service's log.
        self.request_id = request_id
        #: For an invalid body or query: each invalid place.
        self.errors = errors or []
        #: How many seconds the service asked to wait.
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.code, self.title, {name: vars(self)[name] for name in _FACTS})


def _first_place(errors: list[dict[str, Any]] | None) -> str:
    """The first invalid place, such as `` /title: must not be empty``. The others are in ``errors``."""
    first = errors[0] if errors else None
    if not isinstance(first, dict) or not isinstance(first.get("pointer"), str):
        return ""
    more = f" (and {len(errors) - 1} more)" if errors and len(errors) > 1 else ""
    return f" {first['pointer']}: {first.get('detail', '')}{more}"


_FACTS = ("status", "detail", "request_id", "errors", "retry_after")


def _again(kind: type[FeedbackError], code: str, title: str, facts: dict[str, Any]) -> FeedbackError:
    return kind(code, title, **facts)
