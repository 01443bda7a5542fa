"""The job of an answer: its kind writes it, the draft is shown meanwhile, and the end is stored once."""

from typing import Any

import structlog
from django.utils import timezone

from answering.answer_kinds import AnswerKind, find_answer_kind
from answering.exceptions import FAILED, AnswerFailed, AnswerTooLate
from answering.models import WRITE_ANSWER, AnswerState, WrittenAnswer
from answering.services.draft_pieces import MAX_SECONDS, DraftPieces
from answering.services.notify_watchers import notify_watchers
from answering.services.watch_stops import watch_stops
from core.jobs.models import Job
from core.llm import Stopped
from core.rest.exceptions import ProductError

log = structlog.get_logger(__name__)


@WRITE_ANSWER.runs
def write_answer(job: Job, answer: WrittenAnswer) -> None:
    """Write it, unless it was stopped before. What the caller can understand ends it; else the job is tried again."""
    if not answer.is_open:
        return
    kind = find_answer_kind(answer.kind)
    assert kind.write is not None
    with watch_stops(answer.pk) as stopped:
        draft = DraftPieces(job, answer, stopped)
        draft.restart()
        try:
            written = kind.write(answer, draft)
        except Stopped:
            if draft.is_late:
                words = f"The model did not finish within {MAX_SECONDS:.0f} seconds. Nothing was saved. Ask again."
                _fail(job, answer, AnswerTooLate(words))
            return
        except ProductError as error:
            _fail(job, answer, error)
            return
    _save(job, answer, kind, written)


def _save(job: Job, answer: WrittenAnswer, kind: AnswerKind, written: Any) -> None:
    assert kind.save is not None
    with job.owned_transaction():
        if not WrittenAnswer.objects.open().filter(pk=answer.pk).exists():
            log.info("answer_came_too_late", answer=answer.pk)
        else:
            _end(answer.pk, AnswerState.DONE, result=kind.save(answer, written), request={})
        job.finish()


def _fail(job: Job, answer: WrittenAnswer, error: ProductError) -> None:
    with job.owned_transaction():
        _end(answer.pk, AnswerState.FAILED, error=_error_json(error))
        job.finish()


@WRITE_ANSWER.fails
def fail_answer(job: Job) -> None:
    """Its job was given up: a fault of ours, or its workers were lost."""
    _end(job.target, AnswerState.FAILED, error=_error_json(AnswerFailed(FAILED)))


def _error_json(error: ProductError) -> dict[str, Any]:
    return {"code": error.code, "message": error.message, "extra": error.extra}


def _end(answer_id: str, state: AnswerState, **fields: Any) -> None:
    """In a transaction that has locked the row. An answer that has ended stays as it is."""
    row = WrittenAnswer.objects.open().filter(pk=answer_id)
    if row.update(state=state, finished=timezone.now(), **fields):
        WrittenAnswer(pk=answer_id).pieces.all().delete()
        notify_watchers(answer_id)
