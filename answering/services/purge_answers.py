"""Deletes answers that ended a while ago: what lasts of them is the app's own row."""

from datetime import timedelta

from django.utils import timezone

from answering.models import WrittenAnswer

RETENTION = timedelta(hours=6)
ABANDONED = timedelta(days=2)
"""An answer that never ended, as its job is gone."""


def purge_answers() -> int:
    """Returns how many."""
    now = timezone.now()
    ended = WrittenAnswer.objects.filter(finished__lte=now - RETENTION)
    abandoned = WrittenAnswer.objects.open().filter(created__lte=now - ABANDONED)
    pieces_and_answers = [rows.delete()[1] for rows in (ended, abandoned)]
    return sum(deleted.get(WrittenAnswer._meta.label, 0) for deleted in pieces_and_answers)
