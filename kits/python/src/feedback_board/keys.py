from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import Any, NamedTuple

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from .errors import SigningError

_PKCS8_PEM = re.compile(r"-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----")
# DER of the object identifiers id-ecPublicKey and prime256v1, as they follow each other in a PKCS#8 key.
_P256_OIDS = bytes.fromhex("06072a8648ce3d020106082a8648ce3d030107")
_MAKE_ONE = "Make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out sign-in-key.pem"
_CONVERT = "openssl pkcs8 -topk8 -nocrypt -in key.pem -out sign-in-key.pem"


class KeyPair(NamedTuple):
    #: PKCS#8. Keep it where only your backend reads it; the service never asks for it.
    private_key_pem: str
    #: For the service: everything in it may be public. Its ``kid`` is the ``key_id`` of the tokens that the private key signs.
    public_jwk: dict[str, str]

    def __repr__(self) -> str:
        return f"KeyPair(private_key_pem=<hidden>, public_jwk={self.public_jwk!r})"


def generate_key_pair() -> KeyPair:
    """A new signing key. Register its public half with the service, and keep the private one to yourself."""
    key = ec.generate_private_key(ec.SECP256R1())
    numbers = key.public_key().public_numbers()
    x, y = (to_base64url(number.to_bytes(32, "big")) for number in (numbers.x, numbers.y))
    # RFC 7638: the required members alone, in alphabetical order.
    thumbprint = hashlib.sha256(f'{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}'.encode()).digest()
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
    jwk = {"kty": "EC", "crv": "P-256", "x": x, "y": y, "kid": to_base64url(thumbprint), "alg": "ES256", "use": "sig"}
    return KeyPair(pem, jwk)


def to_base64url(data: bytes) -> str:
    """Without padding, as JWS asks."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signing_key(pem: Any) -> ec.EllipticCurvePrivateKey:
    if not isinstance(pem, str):
        raise _refusal("private_key must be the text of a PKCS#8 PEM.")
    # An environment variable often holds each line break as two characters.
    found = _PKCS8_PEM.search(pem.replace("\\r", "\n").replace("\\n", "\n"))
    if not found:
        raise _refusal(_what_it_is(pem))
    try:
        der = base64.b64decode("".join(found[1].split()), validate=True)
    except binascii.Error:
        raise _refusal("private_key is damaged: between its BEGIN and END lines it is not base64.") from None
    if _P256_OIDS not in der:
        raise _refusal(f"private_key is not an ECDSA P-256 key. {_MAKE_ONE}")
    try:
        key = serialization.load_der_private_key(der, password=None)
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise _refusal(f"private_key is damaged: it cannot be read as an ECDSA P-256 key. {_MAKE_ONE}")
    return key


def _what_it_is(text: str) -> str:
    if "BEGIN EC PRIVATE KEY" in text:
        return f'private_key is in the SEC 1 format ("BEGIN EC PRIVATE KEY"); it must be PKCS#8. Convert it with: {_CONVERT}'
    if "BEGIN ENCRYPTED PRIVATE KEY" in text:
        return f"private_key is encrypted. Decrypt it with: {_CONVERT}"
    if "BEGIN RSA PRIVATE KEY" in text:
        return f"private_key is an RSA key; it must be ECDSA P-256. {_MAKE_ONE}"
    if "BEGIN PUBLIC KEY" in text:
        return "private_key is a public key; the private one signs."
    return (
        'private_key must be the text of a PKCS#8 PEM ("-----BEGIN PRIVATE KEY-----" to "-----END PRIVATE KEY-----"), '
        "not the path of a file."
    )


def _refusal(message: str) -> SigningError:
    return SigningError("private_key_invalid", message)
