"""Requests that an answer be written, and stops it."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from answering.answer_kinds import AnswerKind
from answering.exceptions import STOPPED, AnswerStopped, TooManyAnswers
from answering.models import WRITE_ANSWER, AnswerState, WrittenAnswer
from answering.services.notify_watchers import notify_watchers
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs

MAX_OPEN = 40
"""Answers of one account that wait or are being written."""
RETRY_SECONDS = 10


@transaction.atomic
def request_answer(
    *, account: User, kind: AnswerKind, requester: str, request: dict[str, Any], resumes: bool = False
) -> WrittenAnswer:
    """Have an answer written. `request` is what its kind needs, and nothing that the requester may not see.

    `resumes`: the same request takes up the answer to it that is still open. Raises TooManyAnswers.
    """
    # Of two at once the second waits, and counts the first one's row.
    User.objects.select_for_update(no_key=True).get(pk=account.pk)
    same = {"account": account, "kind": kind.name, "requester": requester, "request": request}
    if resumes and (running := WrittenAnswer.objects.open().filter(**same).first()):
        return running
    if WrittenAnswer.objects.open().filter(account=account).count() >= MAX_OPEN:
        raise TooManyAnswers(
            f"{MAX_OPEN} answers are being written for this account. Nothing was asked: ask again later.",
            retry_after=RETRY_SECONDS,
        )
    answer = WrittenAnswer.objects.create(**same)
    request_jobs([answer], WRITE_ANSWER)
    return answer


@transaction.atomic
def stop_answer(answer: WrittenAnswer) -> WrittenAnswer:
    """End it without a result. The worker that writes it hears of that within a second (`watch_stops`).

    Safe to repeat; an answer that has ended stays as it is.
    """
    error = {"code": AnswerStopped.code, "message": STOPPED}
    stopped = (
        WrittenAnswer.objects.open()
        .filter(pk=answer.pk)
        .update(state=AnswerState.STOPPED, finished=timezone.now(), error=error)
    )
    if stopped:
        answer.pieces.all().delete()
        Job.objects.of(WRITE_ANSWER).filter(target=answer.pk, state=JobState.PENDING).delete()
        notify_watchers(answer.pk)
    answer.refresh_from_db()
    return answer
