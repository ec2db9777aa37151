import signer from '../../../../../../docs/guides/sign-in-tokens/python.py?raw'
import { coreOf, type Sample, type SampleValues } from './core.ts'

export function pythonSample({ projectId, keyId, apiOrigin, boardOrigin }: SampleValues): Sample {
  return {
    language: 'Python',
    id: 'python',
    file: 'feedback.py',
    kit: '/docs/kits/python',
    install: 'pip install "pyjwt[crypto]"',
    code: `${coreOf(signer).replace('from pathlib import Path\n', 'from pathlib import Path\nfrom urllib.parse import quote\n').replace('import sys\n', '')}


PROJECT_ID = "${projectId}"
KEY_ID = "${keyId}"
API_ORIGIN = "${apiOrigin}"
BOARD_ORIGIN = "${boardOrigin}"
PRIVATE_KEY = os.environ.get("FEEDBACK_PRIVATE_KEY") or Path("sign-in-key.pem").read_text()


def board_address(user_id, state, **claims):
    """At your sign-in URL: redirect the visitor to this address. state is what the board sent, unchanged."""
    token = create_sign_in_token(PROJECT_ID, KEY_ID, PRIVATE_KEY, BOARD_ORIGIN, user_id, nonce=state, **claims)
    return f"{BOARD_ORIGIN.rstrip('/')}/sso/callback#token={token}&state={quote(state, safe='')}"


def app_token(user_id, **claims):
    """For your own app or the widget: a token that it exchanges for a session."""
    return create_sign_in_token(PROJECT_ID, KEY_ID, PRIVATE_KEY, API_ORIGIN, user_id, **claims)
`,
    use: `# With Flask; current_user is the user who is signed in to your app.
@app.get("/feedback/sign-in")
@login_required
def feedback_sign_in():
    state = request.args.get("state")  # absent when somebody opens this address by themselves
    address = board_address(str(current_user.id), state, email=current_user.email) if state else BOARD_ORIGIN
    answer = redirect(address, code=303)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@app.get("/feedback/token")  # without login_required: it would send guests to a page, and the widget expects 401
def feedback_token():
    if not current_user.is_authenticated:
        return {"error": "not_signed_in"}, 401, {"Cache-Control": "no-store"}
    return {"token": app_token(str(current_user.id), email=current_user.email)}, {"Cache-Control": "no-store"}


# With Django. A GET needs no CSRF token, so leave the middleware on and do not write csrf_exempt.
@login_required
@never_cache
def feedback_sign_in(request):
    state = request.GET.get("state")
    address = board_address(str(request.user.pk), state, email=request.user.email) if state else BOARD_ORIGIN
    return HttpResponseRedirect(address)


@require_GET
@never_cache  # writes Cache-Control: no-store
def feedback_token(request):
    if not request.user.is_authenticated:
        return JsonResponse({"error": "not_signed_in"}, status=401)
    return JsonResponse({"token": app_token(str(request.user.pk), email=request.user.email)})
`,
  }
}
