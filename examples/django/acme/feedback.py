"""The two addresses that the board and the widget need."""

import os
from pathlib import Path

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from feedback_board import Signer, SigningError, User

signer = Signer(
    project_id=os.environ["FEEDBACK_PROJECT_ID"],
    key_id=os.environ["FEEDBACK_KEY_ID"],
    private_key=Path(os.environ["FEEDBACK_PRIVATE_KEY_FILE"]).read_text(),
    api_origin=settings.FEEDBACK_API_ORIGIN,
    board_origin=settings.FEEDBACK_BOARD_ORIGIN,
)


def vouched(user):
    """The signed-in user, as the board gets to know them. Django does not verify addresses; where your app does, say so."""
    return User(id=str(user.pk), email=user.email, given_name=user.first_name)


# Without @login_required: a script asks here, so a guest gets 401 and JSON, not a redirect to a page.
@require_GET
@never_cache  # writes no-store
def token(request):
    if not request.user.is_authenticated:
        return JsonResponse({"error": "not_signed_in"}, status=401)
    return JsonResponse({"token": signer.for_app(vouched(request.user))})


# The project's sign-in URL: the board sends a visitor here with a state, and they go back with a token.
@require_GET
@never_cache
def sign_in(request):
    state = request.GET.get("state")
    if not state:
        return redirect(settings.FEEDBACK_BOARD_ORIGIN)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())  # and back here, with the state
    try:
        return redirect(signer.board_callback(vouched(request.user), state))
    except SigningError:  # a state that no token can hold did not come from the board
        return HttpResponse("This link does not work. Begin again on the board.", status=400)


def for_every_page(_request):
    return {
        "feedback_api": settings.FEEDBACK_API_ORIGIN,
        "feedback_board": settings.FEEDBACK_BOARD_ORIGIN,
        "feedback_project_key": settings.FEEDBACK_PROJECT_KEY,
    }
