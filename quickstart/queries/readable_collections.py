"""The collections that an account may ask, and choosing one of them."""

import re
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db.models import Case, Value, When

from quickstart.exceptions import CollectionNotChosen, CollectionNotFound
from quickstart.models import Collection, CollectionQuerySet
from quickstart.models.collections import NAME_PATTERN
from quickstart.queries.browse_collection import entries_of

MAX_NAMED = 20


def collections_for(account: User) -> CollectionQuerySet:
    """All that the account may ask, its own first."""
    own_first = Case(When(account=account, then=Value(0)), default=Value(1))
    return Collection.objects.readable_by(account).order_by(own_first, "name", "pk")


def own_collections(account: User) -> list[Collection]:
    """Those that the account has filled itself, the newest first: not the one that ships with the site."""
    return list(Collection.objects.filter(account=account, shipped_hash="").order_by("-created", "-pk"))


def find_collection(account: User, name: str | None) -> Collection:
    """The named collection, the account's own before a shared one; without a name the only one.

    Raises CollectionNotFound, and CollectionNotChosen if no name was given and there are none or several.
    """
    found = collections_for(account)
    if name:
        # An impossible name may contain what the database rejects in a text.
        named = found.filter(name=name).first() if re.fullmatch(NAME_PATTERN, name) else None
        if named is None:
            raise CollectionNotFound(f"There is no collection {name[:60]!r}.{_choice(found)}")
        return named
    several = list(found[:2])
    if len(several) != 1:
        raise CollectionNotChosen(f"Say which collection.{_choice(found)}")
    return several[0]


def collections_to_ask(account: User, name: str | None) -> list[Collection]:
    """The named collection alone; without a name one of each name, the account's own first, as they are to be asked.

    Raises CollectionNotFound, and CollectionNotChosen where there is none.
    """
    if name:
        return [find_collection(account, name)]
    by_name: dict[str, Collection] = {}
    for collection in collections_for(account):
        by_name.setdefault(collection.name, collection)
    if not by_name:
        raise CollectionNotChosen(f"Say which collection.{_choice(collections_for(account))}")
    return in_order_to_ask(by_name.values())


def in_order_to_ask(collections: Iterable[Collection]) -> list[Collection]:
    """As they are, but those that have answers first."""
    return sorted(collections, key=lambda each: not entries_of(each).exists())


def _choice(found: CollectionQuerySet) -> str:
    names = list(dict.fromkeys(found.values_list("name", flat=True)[:MAX_NAMED]))
    return (
        f" There are: {', '.join(names)}."
        if names
        else " There is none yet: `manage.py install_quickstart` brings the one about QA.Stone, "
        "`manage.py import_qa` makes another."
    )
