"""Django 6 has this built in: there, use its ContentSecurityPolicyMiddleware, and SECURE_CSP with these directives."""

import secrets

from django.conf import settings


def content_security_policy(get_response):
    def middleware(request):
        request.csp_nonce = secrets.token_urlsafe(16)
        response = get_response(request)
        response["Content-Security-Policy"] = "; ".join(
            [
                "default-src 'self'",
                # The nonce allows the two script tags, and strict-dynamic what widget.js loads.
                f"script-src 'nonce-{request.csp_nonce}' 'strict-dynamic'",
                f"connect-src 'self' {settings.FEEDBACK_API_ORIGIN}",
                f"img-src 'self' {settings.FEEDBACK_BOARD_ORIGIN}",
                # The login form ends on the board when the visitor came from there.
                f"form-action 'self' {settings.FEEDBACK_BOARD_ORIGIN}",
                "frame-ancestors 'none'",
                "base-uri 'none'",
            ]
        )
        return response

    return middleware
