"""Create a collection, and lock it while its contents are written."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from core.jobs.request_jobs import request_jobs
from quickstart.exceptions import InvalidCollection
from quickstart.models import INDEX_COLLECTION, Collection
from quickstart.models.collections import NAME_PATTERN


def open_collection(*, account: User, name: str) -> Collection:
    """The account's own collection of this name, created if needed. Raises InvalidCollection."""
    if not re.fullmatch(NAME_PATTERN, name):
        raise InvalidCollection(
            f"{name!r} is no name for a collection: 1 to 60 of a-z, 0-9, - and _, the first a letter or a digit."
        )
    return Collection.objects.get_or_create(account=account, name=name, defaults={"title": name})[0]


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
