"""POST /api/brain/query."""

from typing import Any

import pytest

from brain.answer_serializers import BrainAnswer, CitationBody, MetadataBody
from brain.api import examples
from brain.models import Conversation, Note, Turn
from brain.services.collect_context import DEFAULT_QUERY
from brain.tests.api.api_calls import API, SECRET, call, read_json, read_problem
from brain.tests.factories import index, make_note
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind
from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded

PORT = "The export service listens on port 8003."
QUESTION = "Which port has the export service?"


def ask(client: Any, /, chat: FakeChat | None = None, **body: Any) -> Any:
    with use_models(chat=chat, embedder=FakeEmbedder()):
        return call(client, "POST", "query", {"query": QUESTION} | body)


@pytest.fixture(autouse=True)
def ports(personas: Personas) -> str:
    """The id of the owner's one note."""
    note = make_note(personas.account, title="Ports", body=PORT)
    index(personas.account)
    return note.pk


def test_an_answer_with_what_it_rests_on(personas: Personas, ports: str) -> None:
    body = read_json(ask(personas.owner))
    assert PORT in body["answer"]
    assert body["metadata"]["citations"] == [{"noteId": ports, "noteTitle": "Ports", "excerpt": PORT}]
    assert (body["mode"], body["model"], body["tokens"]) == ("extractive", "", 0)
    assert (body["notices"], body["sent_to"], body["dropped"], body["unsupported"]) == ([], [], [], [])
    turn = Turn.objects.get(pk=body["turn_id"])
    assert (turn.query, turn.answer, turn.metadata) == (QUESTION, body["answer"], body["metadata"])
    assert (turn.asked_by, turn.conversation_id) == ("agent koda", body["conversation_id"])


@pytest.mark.parametrize(
    ("query", "is_sure"), [(QUESTION, True), ("Which port has the export service of Mira?", False)]
)
def test_whether_it_is_sure(personas: Personas, query: str, is_sure: bool) -> None:
    body = read_json(ask(personas.owner, query=query))
    assert (body["is_sure"], body["metadata"]["hasSources"]) == (is_sure, True)


def test_the_parts_of_an_answer_are_named_within_its_text(personas: Personas, ports: str) -> None:
    night = make_note(personas.account, title="Night", body="The export service runs at four each night.")
    index(personas.account)
    query = f"{QUESTION.removesuffix('?')} and when does the export service run?"
    body = read_json(ask(personas.owner, query=query))
    parts = ["Which port has the export service", "when does the export service run"]
    assert body["answer"].split("\n\n")[::2] == [f"On “{each}”:" for each in parts]
    assert [each["noteId"] for each in body["metadata"]["citations"]] == [ports, night.pk]
    assert (list(body), body["unsupported"], body["dropped"]) == (list(examples.ANSWER), [], [])


def test_the_documented_answer_has_the_fields_of_the_real_one(personas: Personas) -> None:
    body = read_json(ask(personas.owner))
    assert list(body) == list(examples.ANSWER) == list(BrainAnswer().fields)
    metadata = examples.ANSWER["metadata"]
    assert body["metadata"].keys() == metadata.keys() == MetadataBody().fields.keys()
    # The day is there where the note gives one.
    assert body["metadata"]["citations"][0].keys() | {"noteDay"} == CitationBody().fields.keys()


def test_a_models_answer_and_what_was_dropped_of_it(personas: Personas, ports: str) -> None:
    cited = [
        {"noteId": ports, "noteTitle": "Ports", "excerpt": "listens on port 8003"},
        {"noteId": ports, "noteTitle": "Ports", "excerpt": "listens on port 9999"},
    ]
    said = {"answer": "It is port 8003.", "metadata": {"hasSources": True, "citations": cited}}
    body = read_json(ask(personas.owner, FakeChat([said, said])))
    assert (body["mode"], body["model"]) == ("model", "fake-chat")
    assert [each["excerpt"] for each in body["metadata"]["citations"]] == ["listens on port 8003"]
    assert len(body["dropped"]) == 1
    assert body["dropped"][0].keys() == {"what", "reason"}
    assert body["tokens"] > 0


def test_the_conversation_defaults_to_the_agents_own(personas: Personas) -> None:
    mira = personas.colleague("mira")
    own, hers = read_json(ask(personas.owner)), read_json(ask(mira))
    named = read_json(ask(personas.owner, conversation="  the   kitchen "))
    conversations = {
        row.pk: (row.interface, row.name, row.turns.count())
        for row in Conversation.objects.filter(account=personas.account)
    }
    assert conversations == {
        own["conversation_id"]: ("rest", "koda", 1),
        hers["conversation_id"]: ("rest", "mira", 1),
        named["conversation_id"]: ("rest", "the kitchen", 1),
    }
    again = read_json(ask(personas.owner, conversation=None))
    assert (again["conversation_id"], again["ordinal"]) == (own["conversation_id"], 2)


@pytest.mark.parametrize("body", [{}, {"query": ""}, {"query": "  \n"}])
def test_a_blank_question_asks_what_there_is(personas: Personas, body: dict[str, Any]) -> None:
    with use_models(embedder=FakeEmbedder()):
        assert read_json(call(personas.owner, "POST", "query", body))["query"] == DEFAULT_QUERY


@pytest.mark.parametrize("use_external", [False, None])
def test_nothing_is_sent_outside_unless_enabled(personas: Personas, use_external: bool | None) -> None:
    body = read_json(
        ask(personas.owner, query="Who was the first emperor of Rome?", use_external=use_external)
    )
    assert (body["sent_to"], body["notices"]) == ([], [])


def test_notices_of_external_sources_are_returned(personas: Personas, settings: Any) -> None:
    settings.BRAIN_WIKIPEDIA_URL = settings.BRAIN_NEWS_API_KEY = ""
    Note.objects.all().delete()
    body = read_json(ask(personas.owner, query="Who was the first emperor of Rome?", use_external=True))
    assert (body["sent_to"], body["notices"]) == ([], ["No outside source is set up on this site."])


def test_another_account_has_its_own_notes(personas: Personas) -> None:
    make_note(personas.other_account, title="Ports", body=f"The {SECRET} service listens on port 1.")
    assert SECRET not in ask(personas.owner).content.decode()
    assert "8003" not in ask(personas.stranger).content.decode()


def test_a_model_that_fails_is_an_error_and_nothing_is_stored(personas: Personas) -> None:
    busy = CouldNotAsk(
        "The provider is rate limiting.", kind=ErrorKind.RATE_LIMITED, retryable=True, retry_after=29.7
    )
    response = ask(personas.owner, FakeChat([busy]))
    problem = read_problem(response, 503, "model_unavailable")
    assert (response["Retry-After"], problem["retry_after"]) == ("30", 30)
    assert "Nothing was saved" in problem["detail"]
    assert not Turn.objects.exists()


def test_when_to_ask_again_is_not_made_up(personas: Personas) -> None:
    away = CouldNotAsk("No connection.", kind=ErrorKind.UNREACHABLE, retryable=True)
    response = ask(personas.owner, FakeChat([away]))
    read_problem(response, 503, "model_unavailable")
    assert "Retry-After" not in response


def test_a_key_is_not_read(personas: Personas) -> None:
    with use_models(embedder=FakeEmbedder()):
        answers = [
            read_json(call(personas.owner, "POST", "query", {"query": QUESTION}, Idempotency_Key="k1"))
            for _ in range(2)
        ]
    assert [answer["ordinal"] for answer in answers] == [1, 2]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"query": "w" * 2_001}, 400, "invalid_query"),
        ({"query": " \x00"}, 400, "invalid_query"),
        ({"query": 5}, 400, "invalid"),
        ({"query": ["a"]}, 400, "invalid"),
        ({"query": None}, 400, "invalid"),
        ({"conversation": ""}, 400, "invalid_query"),
        ({"conversation": "r" * 101}, 400, "invalid_query"),
        ({"conversation": "a\x00"}, 400, "invalid_query"),
        ({"conversation": 5}, 400, "invalid"),
        ({"use_external": "yes"}, 400, "invalid"),
        ({"use_external": 1}, 400, "invalid"),
        ({"useExternal": True}, 400, "invalid"),
        ({"agent": "mira"}, 400, "invalid"),
        ({"query": new_token()}, 422, "token_in_content"),
    ],
)
def test_an_invalid_query(personas: Personas, body: dict[str, Any], status: int, code: str) -> None:
    read_problem(ask(personas.owner, **body), status, code)
    assert not Turn.objects.exists()


@pytest.mark.parametrize("body", [[], "a", 5, None, True])
def test_a_body_that_is_no_object(personas: Personas, body: Any) -> None:
    read_problem(call(personas.owner, "POST", "query", [body]), 400, "invalid")


def test_a_misspelt_field_lists_the_known_ones(personas: Personas) -> None:
    problem = read_problem(call(personas.owner, "POST", "query", {"qurey": "a"}), 400, "invalid")
    assert problem["detail"] == "qurey: Unknown. There are: query, use_external, conversation."
    assert problem == problem | examples.INVALID


def test_parameters_are_refused(personas: Personas) -> None:
    read_problem(call(personas.owner, "POST", "query?conversation=kitchen", {}), 400, "invalid")


@pytest.mark.parametrize(
    "query", ["?", "#", "#none of these", "'; --", "port's \"", "%", "端口", "a & (b | !c", "\x00"]
)
def test_questions_as_they_are_typed(personas: Personas, query: str) -> None:
    read_json(ask(personas.owner, query=query))


def test_nobody_else_asks(personas: Personas) -> None:
    assert_guarded(personas, "POST", f"{API}/query", scope="brain:ask", body={"query": QUESTION})
