import os
import secrets

from flask import Flask, abort, g, redirect, render_template, request, session, url_for

from feedback import feedback

# Your users are in your database, and their passwords are hashed there.
PEOPLE = {
    "ada": {"id": "user-1", "given_name": "Ada", "email": "ada@acme.example", "email_verified": True},
    "bob": {"id": "user-2", "given_name": "Bob", "email": "bob@acme.example", "email_verified": False},
}
API = os.environ["FEEDBACK_API_ORIGIN"].rstrip("/")
BOARD = os.environ["FEEDBACK_BOARD_ORIGIN"].rstrip("/")

app = Flask(__name__)
app.secret_key = os.environ.get("SECRET_KEY") or secrets.token_hex()
app.config.update(
    SESSION_COOKIE_SAMESITE="Lax",
    SESSION_COOKIE_SECURE=os.environ.get("HTTPS") == "1",  # behind a proxy that ends TLS
    MAX_CONTENT_LENGTH=10_000,
)
app.register_blueprint(feedback)


@app.before_request
def know_the_user():
    g.user = PEOPLE.get(session.get("username"))
    g.nonce = secrets.token_urlsafe(16)


# Flask has no CSRF protection of its own. Browsers say which site a form comes from.
@app.before_request
def refuse_forms_of_other_sites():
    if request.method == "POST" and request.headers.get("Sec-Fetch-Site") != "same-origin":
        abort(403)


@app.after_request
def say_what_the_page_may_load(response):
    response.headers["Content-Security-Policy"] = "; ".join(
        [
            "default-src 'self'",
            # The nonce allows the two script tags, and strict-dynamic what widget.js loads.
            f"script-src 'nonce-{g.nonce}' 'strict-dynamic'",
            f"connect-src 'self' {API}",
            f"img-src 'self' {BOARD}",
            # The login form ends on the board when the visitor came from there.
            f"form-action 'self' {BOARD}",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ]
    )
    return response


@app.context_processor
def for_every_page():
    return {"api": API, "board": BOARD, "project_key": os.environ["FEEDBACK_PROJECT_KEY"]}


@app.get("/")
def home():
    return render_template("home.html")


@app.get("/login")
def login():
    return render_template("login.html", state=request.args.get("state", ""))


@app.post("/login")
def log_in():
    username, state = request.form.get("username"), request.form.get("state", "")
    if username not in PEOPLE or request.form.get("password") != "demo":
        return render_template("login.html", state=state, has_failed=True), 422
    session.clear()
    session["username"] = username
    return redirect(url_for("feedback.sign_in", state=state) if state else url_for("home"), 303)


@app.post("/logout")
def log_out():
    session.clear()
    return redirect(url_for("home"), 303)
