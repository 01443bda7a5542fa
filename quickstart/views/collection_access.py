"""Which collection a page is about, who may curate it, and what conversation its reader is in."""

import re
import secrets

from django.http import Http404, HttpRequest

from core.pages.request_account import account_of
from quickstart.exceptions import CollectionNotFound
from quickstart.models import Collection
from quickstart.models.collections import NAME_PATTERN
from quickstart.queries.readable_collections import collections_for

_CONVERSATION_KEY = "quickstart_sitting"


def collection_of(request: HttpRequest) -> Collection | None:
    """The one that `?collection=` names, else the reader's first one; None where there is none at all.

    Raises Http404 for a name that is not theirs to read.
    """
    name = request.GET.get("collection") or request.POST.get("collection")
    found = collections_for(account_of(request))
    if not name:
        return found.first()
    # The database takes no text with a NUL in it; no name has one.
    chosen = found.filter(name=name).first() if re.fullmatch(NAME_PATTERN, name) else None
    if chosen is None:
        raise Http404(CollectionNotFound.__doc__)
    return chosen


def require_collection(request: HttpRequest) -> Collection:
    """The same, where there must be one. Raises Http404."""
    if (found := collection_of(request)) is None:
        raise Http404("There is no collection yet.")
    return found


def selectable_collections(request: HttpRequest) -> list[Collection]:
    """Those to choose from. Of two with one name the first answers to it, the account's own: the other is left out."""
    named: dict[str, Collection] = {}
    for collection in collections_for(account_of(request)):
        named.setdefault(collection.name, collection)
    return list(named.values())


def may_curate(request: HttpRequest, collection: Collection, permission: str) -> bool:
    """Whether the page leads its reader to the admin: to their own collections, where the admin lets them in."""
    account = account_of(request)
    is_own = collection.account_id == account.pk
    return is_own and account.is_staff and account.has_perm(f"quickstart.{permission}")


def conversation_key(request: HttpRequest) -> str:
    """Names this browser's conversation; not its session key, which would open the session to whoever reads the log."""
    key = request.session.get(_CONVERSATION_KEY)
    if key is None:
        key = request.session[_CONVERSATION_KEY] = f"page:{secrets.token_hex(8)}"
    return str(key)


def start_new_conversation(request: HttpRequest) -> None:
    """From now on nothing has been told."""
    request.session.pop(_CONVERSATION_KEY, None)
