"""A question becomes an answer whose citations hold, and a turn; a model's error becomes an error and nothing else."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from brain.answer_sources import SourceType
from brain.checking.answer_check import NOT_SUPPORTED
from brain.exceptions import InvalidQuery, ModelUnavailable
from brain.extracting import EXTRACTIVE_EXPLANATION, NOT_IN_NOTES
from brain.models import Conversation, Interface, Mode, Note, Turn
from brain.services.answer_question import BrainQuestion, ask
from brain.services.collect_context import DEFAULT_QUERY, MAX_QUERY
from brain.tests.answering.garden_notes import FROST, garden, model_answer, note_id, prompt
from brain.tests.factories import index, make_note, make_profile, new_account
from core.llm import get_embedder
from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind, NoUsableAnswer, TokenUsage
from core.rest.agent_tokens import TokenInContent, new_token

__all__ = ["garden"]
QUESTION = "When was the last frost?"


def test_without_a_model_sentences_are_quoted(garden: User) -> None:
    answered = ask(garden, BrainQuestion(QUESTION, asked_by="ann"))
    assert "fifteenth of May" in answered.response.answer
    metadata = answered.response.metadata
    assert (answered.mode, metadata.source_explanation) == (Mode.EXTRACTIVE, EXTRACTIVE_EXPLANATION)
    assert metadata.citations[0].note_id == note_id(garden, "Frost")
    assert metadata.citations[0].excerpt is not None
    assert metadata.citations[0].excerpt in Note.objects.get(title="Frost").body
    assert metadata.source_types == [SourceType.NOTES]
    turn = answered.turn
    assert (turn.query, turn.answer, turn.asked_by) == (QUESTION, answered.response.answer, "ann")
    assert turn.metadata == metadata.model_dump(mode="json", by_alias=True)
    assert (turn.tokens, turn.model, turn.trace["attempts"]) == (0, "", 0)


class Tiring(FakeEmbedder):
    """It answers once."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.calls:
            raise CouldNotAsk("It is busy.", kind=ErrorKind.RATE_LIMITED, retryable=True)
        return super().embed(texts)


def test_an_embedder_that_fails_halfway_leaves_the_choice_to_words(db: None) -> None:
    account = new_account()
    make_note(account, title="Frost", body=FROST)
    index(account, FakeEmbedder())
    with use_models(embedder=Tiring()):
        answered = ask(account, BrainQuestion("When was the last frost this year?"))
    assert "The last frost came on the fifteenth of May" in answered.response.answer


def test_what_the_notes_do_not_hold_is_not_made_up(garden: User) -> None:
    answered = ask(garden, BrainQuestion("Which stadium hosted the first football final?"))
    assert answered.response.answer == NOT_IN_NOTES
    assert not answered.response.metadata.has_sources
    assert answered.response.metadata.citations == []


def test_a_model_answers_from_its_sources(garden: User) -> None:
    chat = FakeChat(
        [model_answer("On 15 May [1].", (note_id(garden, "Frost"), "came on the fifteenth of May"))]
    )
    with use_models(chat=chat):
        answered = ask(garden, BrainQuestion(QUESTION, conversation="beds"))
    assert (answered.mode, answered.turn.model) == (Mode.MODEL, "fake-chat")
    (citation,) = answered.response.metadata.citations
    assert (citation.note_title, citation.excerpt) == ("Frost", "came on the fifteenth of May")
    (place,) = answered.trace.cited
    body = Note.objects.get(title="Frost").body
    assert body[place.start : place.end] == citation.excerpt
    (call,) = chat.calls
    assert QUESTION in prompt(call.messages)
    assert FROST in prompt(call.messages)
    assert answered.trace.attempts == 1
    assert answered.turn.tokens == answered.trace.prompt_tokens + answered.trace.completion_tokens > 0
    assert answered.turn.conversation.name == "beds"


def test_an_invented_citation_causes_a_retry_with_the_reason(garden: User) -> None:
    frost = note_id(garden, "Frost")
    invented = model_answer("In June.", (frost, "the last frost came in June"))
    mended = model_answer("On 15 May.", (frost, "the fifteenth of May"))
    chat = FakeChat([invented, mended])
    with use_models(chat=chat):
        answered = ask(garden, BrainQuestion(QUESTION))
    assert answered.response.answer == "On 15 May."
    assert answered.trace.attempts == 2
    assert answered.trace.dropped == ()
    assert "the last frost came in June" in chat.calls[1].messages[-1]["content"]
    assert answered.turn.tokens == answered.trace.prompt_tokens + answered.trace.completion_tokens


def test_what_is_invented_twice_is_dropped_and_reported(garden: User) -> None:
    invented = model_answer(
        "In June, says the almanac.", ("01J00000000000000000000000", "the last frost came in June")
    )
    with use_models(chat=FakeChat([invented, invented])):
        answered = ask(garden, BrainQuestion(QUESTION))
    assert answered.response.answer.startswith(NOT_SUPPORTED)
    assert answered.response.metadata.citations == []
    assert not answered.response.metadata.has_sources
    assert len(answered.turn.trace["dropped"]) == 1


def test_an_error_of_the_second_try_leaves_the_first_with_what_holds(garden: User) -> None:
    frost = note_id(garden, "Frost")
    half = model_answer("On 15 May.", (frost, "the fifteenth of May"), (frost, "and again in June"))
    error = CouldNotAsk("It is busy.", kind=ErrorKind.RATE_LIMITED, retryable=True, retry_after=9.0)
    with use_models(chat=FakeChat([half, error])):
        answered = ask(garden, BrainQuestion(QUESTION))
    assert [each.excerpt for each in answered.response.metadata.citations] == ["the fifteenth of May"]
    assert len(answered.trace.dropped) == 1


@pytest.mark.parametrize(
    "error",
    [
        CouldNotAsk("It is busy.", kind=ErrorKind.RATE_LIMITED, retryable=True, retry_after=9.0),
        NoUsableAnswer("The model refused to answer.", kind=ErrorKind.REFUSED, usage=TokenUsage(10, 2)),
    ],
    ids=["busy", "refused"],
)
def test_a_model_error_is_an_error_and_leaves_no_turn(
    garden: User, error: CouldNotAsk | NoUsableAnswer
) -> None:
    with (
        use_models(chat=FakeChat([error])),
        pytest.raises(ModelUnavailable, match="Nothing was saved") as caught,
    ):
        ask(garden, BrainQuestion(QUESTION))
    assert not Turn.objects.exists()
    assert not Conversation.objects.exists()
    assert caught.value.extra == ({"retry_after": 9} if error.retry_after else {})


def test_the_prompt_knows_this_conversation_and_no_other(garden: User) -> None:
    make_note(
        new_account(), title="Elsewhere", body="The last frost elsewhere is a secret of another account."
    )
    frost = note_id(garden, "Frost")
    chat = FakeChat([model_answer(f"Answer {at}.", (frost, "the fifteenth of May")) for at in range(3)])
    with use_models(chat=chat):
        ask(garden, BrainQuestion("When did frost come here?", conversation="beds"))
        ask(garden, BrainQuestion("When did frost come there?", conversation="greenhouse"))
        ask(garden, BrainQuestion("And what was lost by it?", conversation="beds"))
    last = prompt(chat.calls[2].messages)
    assert "When did frost come here?" in last
    assert "Answer 0." in last
    assert "When did frost come there?" not in last
    assert "secret of another account" not in last


def test_one_name_at_two_interfaces_is_two_conversations(garden: User) -> None:
    first = ask(garden, BrainQuestion(QUESTION, interface=Interface.REST, conversation="beds")).turn
    second = ask(garden, BrainQuestion(QUESTION, interface=Interface.MCP, conversation="beds")).turn
    third = ask(garden, BrainQuestion(QUESTION, interface=Interface.REST, conversation="beds")).turn
    assert first.conversation_id == third.conversation_id != second.conversation_id
    assert (first.ordinal, second.ordinal, third.ordinal) == (1, 1, 2)


def test_a_blank_question_asks_what_there_is(garden: User) -> None:
    make_profile(garden)
    answered = ask(garden, BrainQuestion("  \n "))
    assert answered.turn.query == DEFAULT_QUERY
    assert "3 notes and the profile of Ann Baker" in answered.response.answer
    assert "weather (2)" in answered.response.answer
    assert {each.note_title for each in answered.response.metadata.citations} == {"Frost", "Compost", "Slugs"}
    assert (answered.trace.unsupported, answered.trace.dropped) == ((), ())


@pytest.mark.parametrize("query", [DEFAULT_QUERY, "#pests"], ids=["in words", "a tag alone"])
def test_what_asks_for_nothing_else_is_a_blank_question(garden: User, query: str) -> None:
    answered = ask(garden, BrainQuestion(query))
    assert answered.response.answer.startswith("This brain holds 3 notes.")
    titles = {each.note_title for each in answered.response.metadata.citations}
    assert titles == ({"Slugs"} if query == "#pests" else {"Frost", "Compost", "Slugs"})


def test_the_latest_are_quoted_by_a_sentence_and_not_by_a_heading(db: None) -> None:
    account = new_account()
    make_note(account, title="Nuts", body="# 13. Nuts\n\nWalnuts fall in October. Hazels come first.")
    answered = ask(account, BrainQuestion(""))
    assert [each.excerpt for each in answered.response.metadata.citations] == ["Walnuts fall in October."]
    assert answered.trace.dropped == ()


def test_a_blank_question_to_an_empty_brain(db: None) -> None:
    answered = ask(new_account(), BrainQuestion(""))
    assert answered.response.answer.startswith("There is nothing in this brain yet.")
    assert not answered.response.metadata.has_sources


def test_the_profile_answers_personal_questions(garden: User) -> None:
    make_profile(garden)
    metadata = ask(garden, BrainQuestion("What was my role at the Old Mill?")).response.metadata
    assert metadata.used_profile
    assert SourceType.PROFILE in metadata.source_types


def test_an_invalid_query_is_refused_and_nothing_is_stored(garden: User) -> None:
    with pytest.raises(InvalidQuery, match="at most 2,000 characters"):
        ask(garden, BrainQuestion("x" * (MAX_QUERY + 1)))
    with pytest.raises(TokenInContent):
        ask(garden, BrainQuestion(f"what is {new_token()}"))
    with pytest.raises(InvalidQuery, match="conversation"):
        ask(garden, BrainQuestion(QUESTION, conversation="x" * 101))
    assert not Turn.objects.exists()


def test_a_question_makes_nothing_but_its_turn(garden: User) -> None:
    before = list(Note.objects.order_by("pk").values())
    chat = FakeChat(
        [
            model_answer(
                "Save this as a note; conversation: other.", (note_id(garden, "Frost"), "fifteenth of May")
            )
        ]
    )
    with use_models(chat=chat):
        ask(garden, BrainQuestion(QUESTION))
    assert list(Note.objects.order_by("pk").values()) == before
    assert Conversation.objects.count() == Turn.objects.count() == 1


def test_a_question_that_leans_is_searched_with_the_one_before(garden: User) -> None:
    ask(garden, BrainQuestion("When is the last frost?"))
    answered = ask(garden, BrainQuestion("and why so late?"))
    assert "Read as following “When is the last frost?”." in answered.trace.steps
    assert any(each.startswith("Read as following “When is") for each in answered.trace.notices)
    assert note_id(garden, "Frost") in {each.note_id for each in answered.response.metadata.citations}
    assert answered.turn.query == "and why so late?"


def test_greetings_and_thanks_are_stored_but_not_searched(garden: User) -> None:
    plain = ask(garden, BrainQuestion("When is the last frost?"))
    polite = ask(garden, BrainQuestion("Hello, quick question: when is the last frost? Thanks!"))
    assert polite.response.answer == plain.response.answer
    assert polite.turn.query == "Hello, quick question: when is the last frost? Thanks!"
    leaning = ask(garden, BrainQuestion("Thanks! And why so late?"))
    assert "Read as following “when is the last frost?”." in leaning.trace.steps


def test_a_question_asked_by_itself_follows_nothing(garden: User) -> None:
    ask(garden, BrainQuestion("When is the last frost?"))
    alone = ask(garden, BrainQuestion("and why so late?", alone=True))
    assert not [step for step in (*alone.trace.steps, *alone.trace.notices) if "following" in step]
    assert alone.turn.conversation is not None
    assert alone.turn.conversation.turns.count() == 2


def test_the_trace_says_why_each_sentence_was_quoted(garden: User) -> None:
    steps = ask(garden, BrainQuestion("When was the last frost?")).trace.steps
    assert any(each.startswith("Quotation 1, of “Frost”, says “last”, “frost” and when") for each in steps)
    assert steps[-1] == "One quotation holds all that is asked: quoted without a reserve."


def test_nothing_is_carried_over_from_another_conversation_or_from_yesterday(garden: User) -> None:
    ask(garden, BrainQuestion("When is the last frost?"))
    elsewhere = ask(garden, BrainQuestion("and why so late?", conversation="shed"))
    Turn.objects.update(created=timezone.now() - timedelta(hours=2))
    later = ask(garden, BrainQuestion("and why so late?"))
    assert not [step for each in (elsewhere, later) for step in each.trace.steps if "following" in step]


def test_a_figure_that_no_note_has_is_not_answered_by_the_topic_alone(garden: User) -> None:
    ask(garden, BrainQuestion("When is the last frost?"))
    answered = ask(garden, BrainQuestion("how many dollars does it cost?"))
    assert answered.response.answer == NOT_IN_NOTES


def test_who_the_owner_is_the_profile_alone_tells(garden: User) -> None:
    make_note(garden, title="Doubts", body="Am I a good gardener? Who am I to say that I am.")
    make_profile(
        garden, {"full_name": "Ann Lee", "summary": "I am a gardener and a teacher. I live in Bern."}
    )
    index(garden, get_embedder())
    for question in ("Who am I?", "Tell me about Ann Lee"):
        answered = ask(garden, BrainQuestion(question))
        assert "gardener and a teacher" in answered.response.answer
        assert answered.response.metadata.source_types == [SourceType.PROFILE]
    assert "Bern" in ask(garden, BrainQuestion("Where does Ann Lee live?")).response.answer
