"""Answers as their requester may see them, and what an open one waits for."""

from collections.abc import Collection
from datetime import timedelta
from enum import StrEnum

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from answering.answer_kinds import AnswerKind
from answering.exceptions import WrittenAnswerNotFound
from answering.models import QUEUE, AnswerState, WrittenAnswer
from core.jobs.models import Job

PERSON = "person"
"""The requester of an answer that was asked for on a page."""
PATIENCE = timedelta(seconds=5)
"""After which an answer that nobody has begun says why."""


class WaitingFor(StrEnum):
    """`turn`: workers write other answers. `worker`: nobody writes any: no worker runs, as far as can be seen."""

    TURN = "turn"
    WORKER = "worker"


def find_written_answer(
    *, account: User, requester: str, answer_id: str, kinds: Collection[AnswerKind]
) -> WrittenAnswer:
    """Raises WrittenAnswerNotFound, also for another account's, another caller's, and another kind's."""
    names = [kind.name for kind in kinds]
    return _find(
        WrittenAnswer.objects.filter(account=account, requester=requester, kind__in=names), answer_id
    )


def find_person_answer(account: User, answer_id: str) -> WrittenAnswer:
    """One of any kind that this person asked for on a page. Raises WrittenAnswerNotFound."""
    return _find(WrittenAnswer.objects.filter(account=account, requester=PERSON), answer_id)


def _find(rows: QuerySet[WrittenAnswer], answer_id: str) -> WrittenAnswer:
    answer = rows.filter(pk=answer_id).first() if answer_id.isalnum() else None
    if answer is None:
        raise WrittenAnswerNotFound("There is no such answer, or it ended hours ago and is gone.")
    return answer


def waits_for(answer: WrittenAnswer) -> WaitingFor | None:
    """Why it has not begun; None if it has, or was requested just now."""
    if answer.state != AnswerState.WAITING or timezone.now() - answer.created < PATIENCE:
        return None
    is_busy = Job.objects.leased().filter(queue=QUEUE).exists()
    return WaitingFor.TURN if is_busy else WaitingFor.WORKER
