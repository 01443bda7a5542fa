"""Grants: the signed token with which an app's pages act for the person who approved it, from their origin alone.

A grant ends after twelve hours, and before that with the session in which it was approved (so by signing out), with
the app, the account or its password, or with all connections of the app at once, when the person ends them.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.signing import BadSignature, TimestampSigner
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from assistant.exceptions import GrantRefused
from assistant.models import App, Connection

LIFE = timedelta(hours=12)
SALT = "assistant.grant"
REFUSED = "The connection has run out or was ended. Connect the assistant again."
# RFC 6750's token68 has no ":", Django's own separator.
_SIGNER = TimestampSigner(salt=SALT, sep=".")


class Grant(NamedTuple):
    """`text` is the bearer token."""

    text: str
    expires: datetime


def new_grant(app: App, *, session_key: str) -> Grant:
    """Let the pages of this app act for its account. Only for a person who has just approved, in this session."""
    now = timezone.now()
    Connection.objects.filter(app=app, created__lt=now - LIFE).delete()
    connection = Connection.objects.create(app=app, session_id=session_key)
    return Grant(_SIGNER.sign_object({"connection": connection.pk, "mark": _mark(app)}), now + LIFE)


def app_of_grant(*, grant: str, origin: str) -> App:
    """The app of a valid grant that comes from the app's origin. Raises GrantRefused, the same for every reason."""
    try:
        signed = _SIGNER.unsign_object(grant, max_age=LIFE)
    except (BadSignature, ValueError) as error:
        raise GrantRefused(REFUSED) from error
    lasting = Connection.objects.filter(
        pk=signed.get("connection"),
        session__expire_date__gt=timezone.now(),
        app__origin=origin,
        app__account__is_active=True,
    )
    found = lasting.select_related("app__account").first() if origin.isprintable() else None
    if found is None or not constant_time_compare(_mark(found.app), signed.get("mark", "")):
        raise GrantRefused(REFUSED)
    return found.app


def _mark(app: App) -> str:
    """Changes with the password and when connections are ended. It is readable in the grant, and discloses neither."""
    return salted_hmac(SALT, f"{app.connections} {app.account.get_session_auth_hash()}").hexdigest()[:32]
