"""Python 3.9 or newer. Needs: pip install "pyjwt[crypto]" """

import os
import secrets
import sys
import time
from pathlib import Path

import jwt


def create_sign_in_token(project_id, key_id, private_key_pem, audience, user_id, **claims):
    """Signs a token that works once.

    `claims` holds the optional ones: nonce, email, email_verified, given_name, family_name, locale, traits.
    One that is None or "" is left out.
    """
    issued_at = int(time.time())
    payload = {
        **{claim: value for claim, value in claims.items() if value not in (None, "")},
        "iss": project_id,
        "aud": audience.rstrip("/"),  # an origin has no slash at its end
        "sub": user_id,
        "iat": issued_at,
        "exp": issued_at + 300,  # at most 600
        "jti": secrets.token_urlsafe(16),  # 128 random bits; uuid4 has 122
    }
    # PyJWT writes the signature as r‖s in 64 bytes, as JWS asks. Left alone it would write typ "JWT", which is refused.
    return jwt.encode(
        payload,
        private_key_pem,
        algorithm="ES256",
        headers={"kid": key_id, "typ": "svc-sso+jwt"},
    )


# From here on: the command line around it.
def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set.")


if __name__ == "__main__":
    print(
        create_sign_in_token(
            project_id=required("PROJECT_ID"),
            key_id=required("KEY_ID"),
            private_key_pem=Path(required("PRIVATE_KEY_FILE")).read_text(),
            audience=required("AUDIENCE"),
            user_id=required("USER_ID"),
            email=os.environ.get("USER_EMAIL"),
            nonce=os.environ.get("NONCE"),
        )
    )
