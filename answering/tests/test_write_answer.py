"""Writing an answer: once, fenced, shown meanwhile, stopped, and how it ends where something fails."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from answering.exceptions import AnswerFailed, AnswerStopped, AnswerTooLate, TooManyAnswers
from answering.models import MAX_RUNNING, WRITE_ANSWER, AnswerPiece, AnswerState, WrittenAnswer
from answering.services import draft_pieces, request_answer
from answering.services.purge_answers import ABANDONED, RETENTION, purge_answers
from answering.services.request_answer import stop_answer
from answering.tests.finish_answers import finish_answers
from answering.tests.sample_kind import SAMPLE, SampleError, new_account, request_sample, saved
from core.jobs.claim_jobs import claim_next
from core.jobs.find_jobs import find_job
from core.jobs.models import Job, JobState
from core.jobs.tests.factories import run_concurrently
from core.jobs.tests.job_rows import run_one
from core.llm import Draft, Stopped

LEASE = timedelta(minutes=5)


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    saved.clear()
    yield
    saved.clear()


@pytest.fixture
def every_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft_pieces, "FLUSH_SECONDS", 0.0)


def texts(answer: WrittenAnswer) -> list[tuple[int, int, str]]:
    return list(answer.pieces.values_list("attempt", "seq", "text"))


@pytest.mark.django_db
def test_it_is_written_and_saved_once() -> None:
    answer = request_sample()
    assert finish_answers() == 1
    answer.refresh_from_db()
    assert (answer.state, answer.result, answer.request) == (AnswerState.DONE, {"text": "text"}, {})
    assert answer.started is not None
    assert find_job(answer, WRITE_ANSWER).state == JobState.DONE
    run_one(answer, WRITE_ANSWER)
    assert saved == ["text"]


@pytest.mark.django_db
@pytest.mark.usefixtures("every_piece")
def test_the_draft_is_in_pieces_until_it_has_ended() -> None:
    seen: list[Any] = []

    def script(answer: WrittenAnswer, draft: Draft) -> str:
        draft.add("The last ")
        draft.add("frost")
        seen.append(texts(answer))
        draft.restart()
        draft.add("It came")
        seen.append(texts(answer))
        return "It came in May."

    answer = request_sample(script)
    finish_answers()
    assert seen == [[(1, 1, "The last "), (1, 2, "frost")], [(2, 1, "It came")]]
    answer.refresh_from_db()
    assert (answer.attempt, answer.first_piece is not None) == (2, True)
    assert not AnswerPiece.objects.exists()


@pytest.mark.django_db
def test_pieces_are_few() -> None:
    def script(answer: WrittenAnswer, draft: Draft) -> str:
        for _ in range(500):
            draft.add("word ")
        return str(answer.pieces.count())

    answer = request_sample(script)
    finish_answers()
    answer.refresh_from_db()
    assert answer.result is not None
    assert int(answer.result["text"]) <= 3


@pytest.mark.django_db
def test_an_error_that_is_foreseen_ends_it() -> None:
    def script(answer: WrittenAnswer, draft: Draft) -> str:
        raise SampleError("No model.", retry_after=7)

    answer = request_sample(script)
    finish_answers()
    answer.refresh_from_db()
    error = SAMPLE.error_of(answer)
    assert answer.state == AnswerState.FAILED
    assert (type(error), error.message, error.extra) == (SampleError, "No model.", {"retry_after": 7})
    assert saved == []


@pytest.mark.django_db
def test_a_fault_of_ours_is_tried_once_more_and_then_said() -> None:
    calls: list[int] = []

    def script(answer: WrittenAnswer, draft: Draft) -> str:
        calls.append(answer.attempt)
        raise ValueError("ours")

    answer = request_sample(script)
    for _ in range(3):
        run_one(answer, WRITE_ANSWER)
    answer.refresh_from_db()
    assert (calls, answer.state) == ([0, 1], AnswerState.FAILED)
    assert type(SAMPLE.error_of(answer)) is AnswerFailed
    assert "ours" not in str(answer.error)


@pytest.mark.django_db
def test_stopped_before_it_began_it_never_begins() -> None:
    answer = request_sample()
    stop_answer(answer)
    assert (answer.state, finish_answers(), saved) == (AnswerState.STOPPED, 0, [])
    assert type(SAMPLE.error_of(answer)) is AnswerStopped
    assert stop_answer(answer).state == AnswerState.STOPPED


@pytest.mark.django_db
def test_an_answer_that_has_ended_cannot_be_stopped() -> None:
    answer = request_sample()
    finish_answers()
    assert stop_answer(answer).state == AnswerState.DONE


@pytest.mark.django_db
@pytest.mark.usefixtures("every_piece")
def test_stopped_while_it_is_written_nothing_is_saved() -> None:
    def script(answer: WrittenAnswer, draft: Draft) -> str:
        draft.add("The last")
        stop_answer(WrittenAnswer.objects.get(pk=answer.pk))
        draft.add(" frost")
        assert draft.should_stop()
        return "It came in May."

    answer = request_sample(script)
    finish_answers()
    answer.refresh_from_db()
    assert (answer.state, answer.result, saved) == (AnswerState.STOPPED, None, [])
    assert not AnswerPiece.objects.exists()


@pytest.mark.django_db
def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft_pieces, "MAX_SECONDS", -1.0)

    def script(answer: WrittenAnswer, draft: Draft) -> str:
        assert draft.should_stop()
        raise Stopped

    answer = request_sample(script)
    finish_answers()
    answer.refresh_from_db()
    assert (answer.state, type(SAMPLE.error_of(answer))) == (AnswerState.FAILED, AnswerTooLate)


@pytest.mark.django_db
@pytest.mark.usefixtures("every_piece")
def test_only_the_latest_claim_writes() -> None:
    answer = request_sample()

    def late(answer: WrittenAnswer, draft: Draft) -> str:
        draft.add("old")
        # Another worker takes the job, as this one's lease ran out.
        Job.objects.update(fencing_token=100, leased_until=timezone.now() + LEASE)
        draft.add("late")
        assert draft.should_stop()
        return "late"

    answer = request_sample(late)
    finish_answers()
    answer.refresh_from_db()
    assert [text for _, _, text in texts(answer)] == ["old"]
    assert "late" not in saved
    assert answer.state == AnswerState.WRITING


@pytest.mark.django_db
def test_an_account_has_so_many_written_at_the_same_time() -> None:
    account, other = new_account(), new_account()
    for _ in range(MAX_RUNNING + 2):
        request_sample(account=account)
    theirs = request_sample(account=other)
    claimed = [claim_next(WRITE_ANSWER.queue, lease=LEASE) for _ in range(MAX_RUNNING + 2)]
    taken = [job for job in claimed if job]
    assert len(taken) == MAX_RUNNING + 1
    assert [job.target for job in taken if job.account_id == other.pk] == [theirs.pk]
    with taken[0].owned_transaction():
        taken[0].finish()
    assert claim_next(WRITE_ANSWER.queue, lease=LEASE) is not None


@pytest.mark.django_db
def test_an_account_has_so_many_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_answer, "MAX_OPEN", 2)
    account = new_account()
    first = request_sample(account=account)
    request_sample(account=account)
    with pytest.raises(TooManyAnswers):
        request_sample(account=account)
    stop_answer(first)
    request_sample(account=account)


@pytest.mark.django_db(transaction=True)
def test_requests_at_once_do_not_exceed_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_answer, "MAX_OPEN", 1)
    account = new_account()

    def request() -> bool:
        try:
            request_sample(account=account)
        except TooManyAnswers:
            return False
        return True

    assert Counter(run_concurrently(*[request] * 6)) == {True: 1, False: 5}


@pytest.mark.django_db
def test_what_ended_a_while_ago_is_purged() -> None:
    old, fresh, waiting, abandoned = (request_sample() for _ in range(4))
    now = timezone.now()
    rows = WrittenAnswer.objects
    rows.filter(pk=old.pk).update(state="done", finished=now - RETENTION)
    rows.filter(pk=fresh.pk).update(state="done", finished=now)
    rows.filter(pk=abandoned.pk).update(created=now - ABANDONED)
    AnswerPiece.objects.create(answer=old, attempt=1, seq=1, text="x")
    assert purge_answers() == 2
    assert set(rows.values_list("pk", flat=True)) == {fresh.pk, waiting.pk}


@pytest.mark.django_db(transaction=True)
def test_stop_reaches_a_call_that_hangs() -> None:
    begun = threading.Event()

    def hangs(answer: WrittenAnswer, draft: Draft) -> str:
        begun.set()
        while not draft.should_stop():
            time.sleep(0.05)
        raise Stopped

    answer = request_sample(hangs)

    def work() -> None:
        try:
            finish_answers()
        finally:
            connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    assert begun.wait(10)
    stop_answer(answer)
    worker.join(10)
    assert not worker.is_alive()
    assert find_job(answer, WRITE_ANSWER).state == JobState.DONE
