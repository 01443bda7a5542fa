"""The job of a conversation: old turns are summarised and archived, once, by whoever still owns it."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import repeat
from typing import Any

import pytest
from django.utils import timezone
from pydantic import BaseModel
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from brain.models import Conversation, Summary, Turn
from brain.queries.conversation_queries import turns_of
from brain.services.manage_conversations import delete_conversation, history_of
from brain.standard_response import Citation, ExternalSource
from brain.tests.conversations.conversation_factories import (
    create_turn,
    create_turns,
    job_of,
    make_conversation,
    make_response,
    summaries_of,
    summarise,
)
from brain.tests.factories import new_account
from core.jobs.claim_jobs import claim_job
from core.jobs.job_kinds import MAX_ATTEMPTS
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import Job, JobState
from core.jobs.run_job import run_now
from core.llm import Answer, CouldNotAsk, ErrorKind, SettingsWrong
from core.llm.model_doubles import FakeChat, use_models
from core.llm.model_errors import BudgetExhausted

DOWN = CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)
SUMMARY = {"summary": "Ports were asked for."}


@pytest.fixture
def conversation(db: None) -> Conversation:
    """One with a turn more than stay without a summary."""
    conversation = make_conversation()
    create_turns(conversation, 9)
    return conversation


def later(**fields: timedelta) -> None:
    """As if so much time had passed for all jobs."""
    Job.objects.update(**{name: timezone.now() - past for name, past in fields.items()})


def archived(conversation: Conversation) -> list[int]:
    return list(turns_of(conversation).exclude(summary=None).values_list("ordinal", flat=True))


def test_a_short_conversation_asks_for_nothing(
    db: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    conversation = make_conversation()
    with django_capture_on_commit_callbacks() as callbacks:
        create_turns(conversation, 8)
    assert not callbacks
    assert summarise(conversation).attempts == 0
    assert not Summary.objects.exists()


def test_the_turn_too_many_requests_it_once(
    db: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    conversation = make_conversation()
    create_turns(conversation, 8)
    with django_capture_on_commit_callbacks() as callbacks:
        create_turn(conversation)
    create_turn(conversation)
    assert len(callbacks) == 1
    assert Job.objects.get().state == JobState.PENDING


def test_a_model_summarises_all_but_the_newest(conversation: Conversation) -> None:
    chat = FakeChat([SUMMARY])
    job = summarise(conversation, chat)
    assert (job.state, job.error) == (JobState.DONE, "")
    assert summaries_of(conversation) == [(1, 5, "Ports were asked for.", "fake-chat")]
    assert Summary.objects.get().tokens == 5
    assert archived(conversation) == [1, 2, 3, 4, 5]
    prompt = chat.calls[0].messages[1]["content"]
    assert (chat.calls[0].purpose, "Question 5?" in prompt, "Question 6?" in prompt) == (
        "brain-summary",
        True,
        False,
    )


def test_no_turn_is_deleted_or_changed(conversation: Conversation) -> None:
    before = list(Turn.objects.order_by("ordinal").values("id", "query", "answer", "metadata", "trace"))
    summarise(conversation, FakeChat([SUMMARY]))
    assert (
        list(Turn.objects.order_by("ordinal").values("id", "query", "answer", "metadata", "trace")) == before
    )


def test_without_a_model_it_is_extracted(db: None) -> None:
    conversation = make_conversation()
    cited = Citation(note_id="0" * 26, note_title="Ports", excerpt="The port is 8003. It moved.")
    page = ExternalSource(title="T", source="W", url="https://x.example", excerpt="Ports are numbers.")
    create_turn(conversation, "Which port?", make_response("8003 [1].", [cited]))
    create_turn(conversation, "What is a port?", make_response("A number [1].", pages=[page]))
    create_turns(conversation, 7)
    summarise(conversation)
    first, last, text, model = summaries_of(conversation)[0]
    assert (first, last, model) == (1, 5, "")
    assert text.split("\n")[:3] == [
        "Asked “Which port?”: The port is 8003.",
        "Asked “What is a port?”: Ports are numbers.",
        "Asked “Question 3?”: Answer 3.",
    ]


def test_done_twice_is_done_once(conversation: Conversation) -> None:
    chat = FakeChat([SUMMARY])
    summarise(conversation, chat)
    summarise(conversation, chat)
    assert len(chat.calls) == Summary.objects.count() == 1


def test_several_over_time_and_the_history_of_it(conversation: Conversation) -> None:
    summarise(conversation, FakeChat([SUMMARY]))
    create_turns(conversation, 5)
    summarise(conversation, FakeChat([{"summary": "Then it was quiet."}]))
    assert [each[:3] for each in summaries_of(conversation)] == [
        (1, 5, "Ports were asked for."),
        (6, 10, "Then it was quiet."),
    ]
    history = history_of(conversation)
    assert history.startswith(
        "Summary of turns 1 to 5:\n  Ports were asked for.\n\nSummary of turns 6 to 10:\n  Then it was quiet.\n\n"
        "Turn 11, asked:\n  Question 11?\nanswered:\n  Answer 11.\n\nTurn 12,"
    )
    assert history.endswith("Answer 14.")


def test_old_summaries_leave_the_prompt_and_stay_in_the_table(conversation: Conversation) -> None:
    for number in range(8):
        summarise(
            conversation, FakeChat([{"summary": f"Round {number}. " + "It was about many ports. " * 25}])
        )
        create_turns(conversation, 5)
    history = history_of(conversation)
    assert "Round 7" in history
    assert "Round 0" not in history
    assert Summary.objects.count() == 8


def test_nothing_of_one_conversation_in_the_history_of_another(conversation: Conversation) -> None:
    other, stranger = make_conversation(conversation.account, "other"), make_conversation(new_account())
    for each, name in [(other, "lemon"), (stranger, "quince")]:
        for _ in range(9):
            create_turn(each, name, make_response(name))
        chat = FakeChat([{"summary": f"Summary of {name}s"}])
        summarise(each, chat)
        prompt = chat.calls[0].messages[1]["content"]
        assert "Question" not in prompt
    summarise(conversation)
    assert "lemon" not in history_of(conversation) + history_of(stranger)
    assert "quince" not in history_of(conversation) + history_of(other)
    assert "Question" not in history_of(other) + history_of(stranger)
    assert {each.account_id for each in other.summaries.all()} == {conversation.account_id}
    assert {each.account_id for each in stranger.summaries.all()} == {stranger.account_id}


def test_an_unavailable_model_is_retried_then_the_summary_is_extracted(conversation: Conversation) -> None:
    chat = FakeChat(repeat(DOWN))
    for attempt in range(1, MAX_ATTEMPTS):
        later(due=timedelta())
        job = summarise(conversation, chat)
        assert (job.state, job.error_code) == (JobState.PENDING, "timeout")
        assert (job.attempts, len(chat.calls)) == (attempt, attempt)
        assert job.due > timezone.now()
    later(due=timedelta())
    job = summarise(conversation, chat)
    assert (job.state, len(chat.calls)) == (JobState.DONE, MAX_ATTEMPTS - 1)
    assert [each[3] for each in summaries_of(conversation)] == [""]
    assert archived(conversation) == [1, 2, 3, 4, 5]


def test_the_providers_pause_is_respected(conversation: Conversation) -> None:
    error = CouldNotAsk("Later.", kind=ErrorKind.RATE_LIMITED, retryable=True, retry_after=500.0)
    assert summarise(conversation, FakeChat([error])).due > timezone.now() + timedelta(seconds=450)


def test_a_turn_meanwhile_does_not_hurry_a_pause(conversation: Conversation) -> None:
    due = summarise(conversation, FakeChat([DOWN])).due
    create_turn(conversation)
    job = job_of(conversation)
    assert (job.due, job.attempts) == (due, 1)


@pytest.mark.parametrize(
    "error",
    [
        SettingsWrong("The key is refused.", kind=ErrorKind.WRONG_KEY),
        BudgetExhausted("Spent.", resets_at=timezone.now(), retry_after=9_000.0),
    ],
)
def test_what_time_does_not_mend_soon_is_extracted_at_once(
    conversation: Conversation, error: Exception
) -> None:
    job = summarise(conversation, FakeChat([error]))  # type: ignore[list-item]  # each is an LLMError
    assert (job.state, [each[3] for each in summaries_of(conversation)]) == (JobState.DONE, [""])


@pytest.mark.parametrize("summary", ["", " \n", "\x00", "\ud800"])
def test_an_empty_summary_is_none(conversation: Conversation, summary: str) -> None:
    class Bare(FakeChat):
        def parse(self, messages: Any, schema: Any, **options: Any) -> Any:
            return Answer(schema.model_construct(summary=summary), self.name, 1, 1)

    summarise(conversation, Bare())
    assert [each[2][:20] for each in summaries_of(conversation)] == ["Asked “Question 1?”:"]


def test_a_garrulous_summary_is_cut(conversation: Conversation) -> None:
    summarise(conversation, FakeChat([{"summary": "Ports were asked for.\x00 " * 500}]))
    summary = Summary.objects.get()
    assert summary.text.startswith("Ports were asked for. Ports")
    assert 150 < summary.tokens <= 200


def test_what_breaks_ends_and_the_next_turn_asks_anew(conversation: Conversation) -> None:
    Turn.objects.update(metadata=[])
    for _ in range(MAX_ATTEMPTS):
        later(due=timedelta())
        job = summarise(conversation)
    assert (job.state, job.error_code) == (JobState.FAILED, "internal")
    Turn.objects.update(metadata={})
    create_turn(conversation)
    assert summarise(conversation).state == JobState.DONE
    assert archived(conversation) == [1, 2, 3, 4, 5, 6]


def test_a_late_worker_writes_nothing(conversation: Conversation) -> None:
    def slow(messages: Sequence[Mapping[str, str]], schema: type[BaseModel]) -> dict[str, str]:
        later(leased_until=timedelta())
        assert claim_job(job_of(conversation), lease=LEASE_DURATION) is not None
        return SUMMARY

    job = summarise(conversation, FakeChat([slow]))
    assert job.state == JobState.RUNNING
    assert not Summary.objects.exists()
    assert archived(conversation) == []


def test_one_deleted_while_it_is_summarised(conversation: Conversation) -> None:
    def slow(messages: Sequence[Mapping[str, str]], schema: type[BaseModel]) -> dict[str, str]:
        delete_conversation(conversation=conversation)
        return SUMMARY

    with use_models(chat=FakeChat([slow])):
        run_now(job_of(conversation))
    assert not Conversation.objects.exists()
    assert not Summary.objects.exists()


def test_turns_that_came_meanwhile_are_done_next(conversation: Conversation) -> None:
    def slow(messages: Sequence[Mapping[str, str]], schema: type[BaseModel]) -> dict[str, str]:
        create_turns(conversation, 5)
        return SUMMARY

    job = summarise(conversation, FakeChat([slow]))
    assert (job.state, job.attempts) == (JobState.PENDING, 0)
    assert archived(conversation) == [1, 2, 3, 4, 5]
    assert summarise(conversation, FakeChat([SUMMARY])).state == JobState.DONE
    assert archived(conversation) == list(range(1, 11))


def test_what_piled_up_is_done_in_rounds(db: None, settings: Settings) -> None:
    settings.LLM_CONTEXT_TOKENS = 2_100
    conversation, chat = make_conversation(), FakeChat(repeat(SUMMARY))
    for _ in range(11):
        create_turn(conversation, "Why?", make_response("8003 " * 1_000))
    states = [summarise(conversation, chat).state for _ in range(3)]
    assert states == [JobState.PENDING, JobState.PENDING, JobState.DONE]
    assert [each[:2] for each in summaries_of(conversation)] == [(1, 1), (2, 2), (3, 3)]
    for call in chat.calls:
        assert call.messages[1]["content"].count("\nasked: ") == 1
