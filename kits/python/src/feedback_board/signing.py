from __future__ import annotations

import json
import re
import secrets
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Mapping
from urllib.parse import quote

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from .errors import SigningError
from .keys import signing_key, to_base64url

_LONGEST_LIFETIME_SECONDS = 600
_RECOMMENDED_LIFETIME_SECONDS = 300
_LARGEST_TRAITS_BYTES = 2048
_LARGEST_TOKEN_BYTES = 8192
# The service compares origins exactly, so each has one spelling: lower case, without the port that its scheme has anyway.
_ORIGIN = re.compile(r"(?:http://(?!.*:80\Z)|https://(?!.*:443\Z))(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?")


@dataclass(frozen=True)
class User:
    """A user of yours, as you vouch for them. ``None`` and ``""`` count as not set."""

    #: Your stable id of the user, 1 to 255 characters. Never an e-mail address, which can change its owner.
    id: str
    #: For notifications; never shown. Without ``email_verified=True`` nothing is mailed to it.
    email: str | None = None
    email_verified: bool | None = None
    #: Only a name that the user set, never one that falls back to the e-mail address.
    given_name: str | None = None
    family_name: str | None = None
    locale: str | None = None
    #: Keys that the project allows, such as a plan; at most 2,048 bytes as JSON. The service drops other keys.
    traits: Mapping[str, Any] | None = None


class Signer:
    """
    Signs for both places where users sign in. Wrong options are refused at once, so that a backend which starts can also sign.

    It may be used from all threads.
    """

    def __init__(
        self,
        *,
        project_id: str,
        key_id: str,
        private_key: str,
        api_origin: str,
        board_origin: str,
        lifetime_seconds: int = _RECOMMENDED_LIFETIME_SECONDS,
    ) -> None:
        # Reading a key takes longer than signing with it, so it is read once; its text is not kept.
        self._key = signing_key(private_key)
        self._project_id = _project_id(project_id)
        self._key_id = _key_id(key_id)
        self._lifetime_seconds = _lifetime(lifetime_seconds)
        self._api_origin = _origin(api_origin, "api_origin")
        self._board_origin = _origin(board_origin, "board_origin")

    def __repr__(self) -> str:
        return f"Signer({self._project_id!r})"

    def for_app(self, user: User) -> str:
        """A token for your app, which exchanges it for a session."""
        return self._signed(self._api_origin, user, None)

    def for_board(self, user: User, state: str) -> str:
        """A token for a visitor whom the board sent with ``state``. ``board_callback`` is this and the address in one."""
        return self._signed(self._board_origin, user, _state(state))

    def board_callback(self, user: User, state: str) -> str:
        """The address to redirect a visitor to whom the board sent with ``state``; it holds a token made for them."""
        return board_callback_url(board_origin=self._board_origin, token=self.for_board(user, state), state=state)

    def _signed(self, audience: str, user: User, nonce: str | None) -> str:
        return _token(
            self._key,
            project_id=self._project_id,
            key_id=self._key_id,
            audience=audience,
            user=user,
            nonce=nonce,
            lifetime_seconds=self._lifetime_seconds,
            now=None,
        )


def sign_in_token(
    *,
    project_id: str,
    private_key: str,
    key_id: str,
    audience: str,
    user: User,
    nonce: str | None = None,
    lifetime_seconds: int = _RECOMMENDED_LIFETIME_SECONDS,
    now: datetime | None = None,
) -> str:
    """Signs a token that works once. ``Signer`` is the shorter way: it reads the key once, and cannot mix up the two audiences."""
    return _token(
        signing_key(private_key),
        project_id=project_id,
        key_id=key_id,
        audience=audience,
        user=user,
        nonce=nonce,
        lifetime_seconds=lifetime_seconds,
        now=now,
    )


def _token(
    key: ec.EllipticCurvePrivateKey,
    *,
    project_id: str,
    key_id: str,
    audience: str,
    user: User,
    nonce: str | None,
    lifetime_seconds: int,
    now: datetime | None,
) -> str:
    issued_at = _seconds(now)
    claims = {
        "iss": _project_id(project_id),
        "aud": _origin(audience, "audience"),
        "iat": issued_at,
        "exp": issued_at + _lifetime(lifetime_seconds),
        "jti": secrets.token_urlsafe(16),
        "nonce": None if nonce is None else _state(nonce),
        **_user_claims(user),
    }
    header = {"alg": "ES256", "kid": _key_id(key_id), "typ": "svc-sso+jwt"}
    present = {name: value for name, value in claims.items() if value is not None}
    signed = f"{_encoded(header)}.{_encoded(present)}"
    token = f"{signed}.{to_base64url(_signature(key, signed.encode()))}"
    if len(token) > _LARGEST_TOKEN_BYTES:
        raise SigningError(
            "token_too_large",
            f"The token has {len(token)} bytes; at most {_LARGEST_TOKEN_BYTES} are accepted. "
            "Shorten what the user's fields hold.",
        )
    return token


def board_callback_url(*, board_origin: str, token: str, state: str) -> str:
    """The address for a visitor whom the board sent. The fragment keeps the token out of logs and the Referer header."""
    origin = _origin(board_origin, "board_origin")
    return f"{origin}/sso/callback#token={quote(token, safe='')}&state={quote(_state(state), safe='')}"


def _signature(key: ec.EllipticCurvePrivateKey, data: bytes) -> bytes:
    """r‖s in 64 bytes, as JWS asks; the library signs in DER."""
    r, s = decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def _encoded(part: Mapping[str, Any]) -> str:
    text = _json(part)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        data = None
    if data is None or _holds_nul(part):
        raise SigningError("text_invalid", "A text of the user or the state holds a NUL character or half a surrogate pair.")
    return to_base64url(data)


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, Mapping):
        return any(_holds_nul(one) for pair in value.items() for one in pair)
    return isinstance(value, (list, tuple)) and any(map(_holds_nul, value))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _user_claims(user: Any) -> dict[str, Any]:
    if not isinstance(user, User):
        raise _user_invalid("user must be a User with at least an id.")
    if not isinstance(user.id, str):
        raise _user_invalid("user.id must be a string; write str(id) where your ids are numbers.")
    if not user.id:
        raise _user_invalid("user.id must not be empty.")
    if user.email_verified is not None and not isinstance(user.email_verified, bool):
        raise _user_invalid("user.email_verified must be True or False.")
    return {
        "sub": _text(user.id, "id", 255),
        "email": _text(user.email, "email", 320),
        "email_verified": user.email_verified,
        "given_name": _text(user.given_name, "given_name", 100),
        "family_name": _text(user.family_name, "family_name", 100),
        "locale": _text(user.locale, "locale", 35),
        "traits": _traits(user.traits),
    }


def _text(value: Any, name: str, most: int) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise _user_invalid(f"user.{name} must be a string.")
    if len(value) > most:
        raise _user_invalid(f"user.{name} must have at most {most} characters.")
    return value


def _traits(traits: Any) -> dict[str, Any] | None:
    if traits is None:
        return None
    if not isinstance(traits, Mapping):
        raise _user_invalid("user.traits must be a mapping of keys and values.")
    try:
        text = _json(dict(traits))
    except (TypeError, ValueError, RecursionError):
        raise _user_invalid("user.traits cannot be written as JSON.") from None
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > _LARGEST_TRAITS_BYTES:
        raise SigningError(
            "traits_too_large", f"user.traits are {size} bytes as JSON; at most {_LARGEST_TRAITS_BYTES} are allowed."
        )
    # Parsed again, so that the measured size is the size that is signed.
    parsed: dict[str, Any] = json.loads(text)
    return parsed


def _user_invalid(message: str) -> SigningError:
    return SigningError("user_invalid", message)


def _project_id(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"prj_[0-9A-Za-z]+", value):
        return value
    raise SigningError("project_id_invalid", "project_id must be the project's public id, which begins with prj_.")


def _key_id(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9._-]{1,128}", value):
        return value
    raise SigningError("key_id_invalid", 'key_id must be the signing key\'s "kid": 1 to 128 of A-Z a-z 0-9 . _ -')


def _origin(value: Any, name: str) -> str:
    """Takes a slash off the end: browsers add it to the addresses that they show."""
    origin = value[:-1] if isinstance(value, str) and value.endswith("/") else value
    if isinstance(origin, str) and _ORIGIN.fullmatch(origin):
        return origin
    raise SigningError(
        "origin_invalid", f"{name} must be an origin alone, such as https://api.example.com, in small letters and without a path."
    )


def _lifetime(value: Any) -> int:
    if type(value) is int and 1 <= value <= _LONGEST_LIFETIME_SECONDS:
        return value
    raise SigningError(
        "lifetime_invalid",
        f"lifetime_seconds must be a whole number from 1 to {_LONGEST_LIFETIME_SECONDS}; 300 is recommended.",
    )


def _seconds(now: Any) -> int:
    """In whole seconds, as tokens count."""
    if now is None:
        return int(time.time())
    # A time without a zone would mean whatever zone the server is in.
    if isinstance(now, datetime) and now.tzinfo is not None and now.timestamp() >= 0:
        return int(now.timestamp())
    raise SigningError("time_invalid", "now must be a datetime with a time zone, after 1970.")


def _state(value: Any) -> str:
    """A query with two ``state`` parameters reaches some frameworks as a list; signing that would never work."""
    if isinstance(value, str) and value:
        return value
    raise SigningError(
        "state_missing",
        'state is missing: pass the one "state" query parameter with which the board sent the visitor to your sign-in URL. '
        "Without one the visit did not begin on the board, so send the visitor there first.",
    )
