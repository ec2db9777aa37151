"""For your backend: signs the tokens with which you vouch for your users, checks webhooks, and calls the API with a secret key."""

from .client import Answer, Client, Raw, form
from .errors import FeedbackError, SigningError, WebhookError
from .keys import KeyPair, generate_key_pair
from .signing import Signer, User, board_callback_url, sign_in_token
from .version import VERSION as __version__
from .webhooks import verify_webhook

__all__ = [
    "Answer",
    "Client",
    "FeedbackError",
    "KeyPair",
    "Raw",
    "Signer",
    "SigningError",
    "User",
    "WebhookError",
    "__version__",
    "board_callback_url",
    "form",
    "generate_key_pair",
    "sign_in_token",
    "verify_webhook",
]
