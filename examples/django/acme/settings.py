import os
import secrets
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
DEBUG = True  # this is an example: runserver serves its static files
SECRET_KEY = os.environ.get("SECRET_KEY") or secrets.token_urlsafe(50)
ALLOWED_HOSTS = ["localhost"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "acme",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "acme.csp.content_security_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "acme.feedback.for_every_page",
            ]
        },
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ.get("DATABASE_FILE", BASE_DIR / "db.sqlite3"),
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = "acme.urls"
STATIC_URL = "/static/"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"
USE_TZ = True

# HTTPS=1: behind a proxy that ends TLS, and sets X-Forwarded-Proto itself.
IS_HTTPS = os.environ.get("HTTPS") == "1"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None

FEEDBACK_API_ORIGIN = os.environ["FEEDBACK_API_ORIGIN"].rstrip("/")
FEEDBACK_BOARD_ORIGIN = os.environ["FEEDBACK_BOARD_ORIGIN"].rstrip("/")
FEEDBACK_PROJECT_KEY = os.environ["FEEDBACK_PROJECT_KEY"]
