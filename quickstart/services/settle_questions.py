"""Settle waiting questions."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.utils import timezone

from quickstart.models import Entry, Question


def settle(*, account: User, question_ids: Collection[int], entry: Entry | None = None) -> int:
    """Take these questions from the queue; `entry` is what answers them now, None dismisses them.

    Questions of other accounts' collections, and with `entry` those of another collection, are skipped. Safe to
    repeat. Returns how many this call has settled.
    """
    waiting = Question.objects.filter(pk__in=list(question_ids), collection__account=account, settled=None)
    if entry is None:
        return waiting.update(settled=timezone.now())
    return waiting.filter(collection=entry.collection_id).update(settled=timezone.now(), entry=entry)
