"""The collection of a page, whether its reader may curate it, and the conversation that it belongs to."""

import re
import secrets

from django.http import Http404, HttpRequest

from core.pages.request_account import account_of
from quickstart.exceptions import CollectionNotFound
from quickstart.models import SESSION_OF_PAGES, Collection
from quickstart.models.collections import NAME_PATTERN
from quickstart.queries.readable_collections import collections_for

_CONVERSATION = re.compile(r"[0-9a-f]{16}")


def collection_of(request: HttpRequest) -> Collection | None:
    """The one that `?collection=` names, else the reader's first one; None if there is none at all.

    Raises Http404 for a name that the reader may not read.
    """
    name = request.GET.get("collection") or request.POST.get("collection")
    found = collections_for(account_of(request))
    if not name:
        return found.first()
    # The database accepts no NUL in a text; no name has one.
    chosen = found.filter(name=name).first() if re.fullmatch(NAME_PATTERN, name) else None
    if chosen is None:
        raise Http404(CollectionNotFound.__doc__)
    return chosen


def require_collection(request: HttpRequest) -> Collection:
    """The same, but raises Http404 if there is none."""
    if (found := collection_of(request)) is None:
        raise Http404("There is no collection yet.")
    return found


def selectable_collections(request: HttpRequest) -> list[Collection]:
    """Those to choose from. Of two with one name only the first can be chosen, the account's own."""
    named: dict[str, Collection] = {}
    for collection in collections_for(account_of(request)):
        named.setdefault(collection.name, collection)
    return list(named.values())


def may_curate(request: HttpRequest, collection: Collection, permission: str) -> bool:
    """Whether its reader may do in it what needs a permission: in their own collections, if the admin admits them."""
    return collection.account_id == account_of(request).pk and is_curator(request, permission)


def is_curator(request: HttpRequest, permission: str) -> bool:
    """The same for all collections of their own."""
    account = account_of(request)
    return account.is_staff and account.has_perm(f"quickstart.{permission}")


def upload_target(request: HttpRequest, collection: Collection | None) -> str:
    """The name of the page's collection, if it is the reader's to upload into: not the one that ships with the site."""
    is_own = collection and collection.account_id == account_of(request).pk and not collection.shipped_hash
    return collection.name if collection and is_own else ""


def conversation_of(request: HttpRequest) -> str:
    """The conversation that a page's address names; empty for one that names none, and begins a new one."""
    name = request.GET.get("conversation", "")
    return name if _CONVERSATION.fullmatch(name) else ""


def new_conversation() -> str:
    """A name for an address. Not the browser's session key, which readers of the log could take over."""
    return secrets.token_hex(8)


def session_of(conversation: str) -> str:
    """By which a conversation of the pages is logged."""
    return f"{SESSION_OF_PAGES}{conversation}"


def conversation_in(session: str) -> str:
    """The conversation of the pages that is logged so; empty for an agent's."""
    return session.removeprefix(SESSION_OF_PAGES) if session.startswith(SESSION_OF_PAGES) else ""
