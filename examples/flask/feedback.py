"""The two addresses that the board and the widget need."""

import os
from pathlib import Path

from feedback_board import Signer, SigningError, User
from flask import Blueprint, g, jsonify, redirect, request, url_for

feedback = Blueprint("feedback", __name__, url_prefix="/feedback")

signer = Signer(
    project_id=os.environ["FEEDBACK_PROJECT_ID"],
    key_id=os.environ["FEEDBACK_KEY_ID"],
    private_key=Path(os.environ["FEEDBACK_PRIVATE_KEY_FILE"]).read_text(),
    api_origin=os.environ["FEEDBACK_API_ORIGIN"],
    board_origin=os.environ["FEEDBACK_BOARD_ORIGIN"],
)


def vouched():
    """The signed-in user, as the board gets to know them. Never somebody whom the request names."""
    return User(
        id=g.user["id"],
        email=g.user["email"],
        # Only True if this person confirmed the address. With Flask-Security: confirmed_at is not None
        email_verified=g.user["email_verified"],
        given_name=g.user["given_name"],
    )


@feedback.get("/token")
def token():
    # A script asks here, so a guest gets 401 and JSON, not a redirect to a page.
    if g.user is None:
        return jsonify(error="not_signed_in"), 401
    return jsonify(token=signer.for_app(vouched()))


# The project's sign-in URL: the board sends a visitor here with a state, and they go back with a token.
@feedback.get("/sign-in")
def sign_in():
    state = request.args.get("state")
    if not state:
        return redirect(os.environ["FEEDBACK_BOARD_ORIGIN"], 303)
    if g.user is None:
        return redirect(url_for("login", state=state), 303)
    return redirect(signer.board_callback(vouched(), state), 303)


@feedback.errorhandler(SigningError)
def refuse(_error):
    # A state that no token can hold did not come from the board.
    return "This link does not work. Begin again on the board.", 400


@feedback.after_request
def not_kept(response):
    response.headers["Cache-Control"] = "no-store"
    return response
