"""A connection: the signed word by which an app's pages act for the person who approved it, from their origin alone.

Nothing of it is stored. It ends after twelve hours, and before that with the app, the account or its password, or
with all connections of the app at once, when the person says so.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.signing import BadSignature, TimestampSigner
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from assistant.exceptions import GrantRefused
from assistant.models import App

LIFE = timedelta(hours=12)
SALT = "assistant.grant"
REFUSED = "The connection has run out or was ended. Connect the assistant again."
# RFC 6750's token68 has no ":", Django's own separator.
_SIGNER = TimestampSigner(salt=SALT, sep=".")


class Grant(NamedTuple):
    """`text` is the bearer's word."""

    text: str
    expires: datetime


def new_grant(app: App) -> Grant:
    """Let the pages of this app act for its account. Only for a person who approved of it just now."""
    held = {"account": app.account_id, "app": app.pk, "mark": _mark(app)}
    return Grant(_SIGNER.sign_object(held), timezone.now() + LIFE)


def app_of_grant(*, grant: str, origin: str) -> App:
    """The app whose connection this is, asked from its own origin. Raises GrantRefused, the same for every reason."""
    try:
        held = _SIGNER.unsign_object(grant, max_age=LIFE)
    except (BadSignature, ValueError) as error:
        raise GrantRefused(REFUSED) from error
    apps = App.objects.filter(pk=held["app"], account=held["account"], account__is_active=True, origin=origin)
    app = apps.select_related("account").first() if origin.isprintable() else None
    if app is None or not constant_time_compare(_mark(app), held.get("mark", "")):
        raise GrantRefused(REFUSED)
    return app


def _mark(app: App) -> str:
    """Changes with the password and when connections are ended. It tells neither: who has the grant can read it."""
    return salted_hmac(SALT, f"{app.connections} {app.account.get_session_auth_hash()}").hexdigest()[:32]
