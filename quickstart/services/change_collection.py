"""Create a collection, and lock it while its contents are written."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core.jobs.enqueue import enqueue_on_commit
from core.jobs.models import JobState
from quickstart.exceptions import InvalidCollection
from quickstart.models import Collection
from quickstart.models.collections import NAME_PATTERN

INDEX = "quickstart.tasks.index_collection"


def open_collection(*, account: User, name: str) -> Collection:
    """The account's own collection of this name, created if needed. Raises InvalidCollection."""
    if not re.fullmatch(NAME_PATTERN, name):
        raise InvalidCollection(
            f"{name!r} is no name for a collection: 1 to 60 of a-z, 0-9, - and _, the first a letter or a digit."
        )
    return Collection.objects.get_or_create(
        account=account, name=name, defaults={"title": name, "state": JobState.DONE}
    )[0]


@contextmanager
def changing(collection: Collection) -> Iterator[Collection]:
    """A transaction for writing texts of the collection; on commit its index job is due.

    Writers of one collection wait for each other here, and for the last step of the index job, which therefore never
    ends without having seen a change.
    """
    with transaction.atomic():
        locked = Collection.objects.select_for_update(of=("self",)).get(pk=collection.pk)
        yield locked
        changed = Collection.objects.filter(pk=locked.pk)
        changed.update(version=F("version") + 1)
        # A running job sees the change before it ends.
        waiting = changed.exclude(state=JobState.RUNNING)
        waiting.update(
            state=JobState.PENDING, due=timezone.now(), attempts=0, leased_until=None, error_code="", error=""
        )
        enqueue_on_commit(INDEX, locked.pk)
