"""Create a collection, and lock it while its contents are written."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet

from core.jobs.request_jobs import request_jobs
from quickstart.exceptions import CollectionNotFound, InvalidCollection
from quickstart.models import INDEX_COLLECTION, Collection, Entry, Skill
from quickstart.models.collections import NAME_PATTERN


def open_collection(*, account: User, name: str) -> Collection:
    """The account's own collection of this name, created if needed. Raises InvalidCollection."""
    if not re.fullmatch(NAME_PATTERN, name):
        raise InvalidCollection(
            f"{name!r} is no name for a collection: 1 to 60 of a-z, 0-9, - and _, the first a letter or a digit."
        )
    return Collection.objects.get_or_create(account=account, name=name, defaults={"title": name})[0]


def open_locked(*, account: User, name: str) -> Collection:
    """The same, locked until the transaction ends: what is compared must still be so when it is written.

    Raises CollectionNotFound where it went, or passed to another account, while its lock was waited for.
    """
    opened = open_collection(account=account, name=name)
    own = Collection.objects.select_for_update(of=("self",)).filter(pk=opened.pk, account=account)
    if (locked := own.first()) is None:
        raise CollectionNotFound(f"There is no collection {name!r}.")
    return locked


def collections_of(rows: QuerySet[Entry] | QuerySet[Skill]) -> QuerySet[Collection]:
    """Those to lock where rows of several are written: always in the same order, so that two curators' locks cannot
    deadlock.
    """
    numbers = set(rows.order_by().values_list("collection_id", flat=True))
    return Collection.objects.filter(pk__in=numbers).order_by("pk")


def lock_in_order(collections: QuerySet[Collection]) -> None:
    """Lock them until the transaction ends, in the order of `collections_of`: what is read from now on stays so."""
    list(collections.select_for_update(of=("self",)).order_by("pk").values_list("pk"))


@contextmanager
def changing(collection: Collection) -> Iterator[Collection]:
    """A transaction for writing texts of the collection; on commit its index job is due.

    Writers of one collection wait for each other here, and for the last step of the index job.
    """
    with transaction.atomic():
        locked = Collection.objects.select_for_update(of=("self",)).get(pk=collection.pk)
        yield locked
        Collection.objects.filter(pk=locked.pk).update(version=F("version") + 1)
        request_jobs([locked], INDEX_COLLECTION)
