"""An answer that cannot be saved is still returned over every interface, and says so (specification, step 6)."""

import json
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from mcp_types import TextContent

from answering.models import WrittenAnswer
from answering.tests.finish_answers import finish_answers
from assistant.services.converse import ask_brain as ask_in_panel
from assistant.services.converse import converse_answer
from assistant.services.identify_caller import caller_of_person
from brain.mcp import ask_brain
from brain.models import Turn
from brain.services.answer_question import NOT_SAVED, BrainQuestion, ask
from brain.services.request_brain_answer import answered_question_of
from brain.tests.answering.garden_notes import garden, model_answer, note_id
from brain.tests.api.api_calls import call, read_json
from core.cli.tests.command_runner import RunCommand, run
from core.llm.model_doubles import FakeChat, use_models
from core.mcp.call_tool import call_tool
from core.mcp.caller import Caller
from inbox.scopes import SCOPES
from inbox.services import create_agent
from qastone_site.tests.persona_clients import client_of

__all__ = ["garden", "run"]

QUESTION = "When was the last frost?"
SAID = "The last frost came on the fifteenth of May [1]."

REFUSE = """
CREATE FUNCTION refuse_turns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER refuse_turns BEFORE INSERT ON brain_turn FOR EACH ROW EXECUTE FUNCTION refuse_turns();
"""


@pytest.fixture
def full_disk(garden: User) -> Iterator[User]:
    """The database takes no turn, and a model answers."""
    with connection.cursor() as cursor:
        cursor.execute(REFUSE)
    spoken = model_answer(SAID, (note_id(garden, "Frost"), "came on the fifteenth of May"))
    with use_models(chat=FakeChat([spoken])):
        yield garden


def test_the_answer_says_that_it_was_not_saved(full_disk: User) -> None:
    answered = ask(full_disk, BrainQuestion(QUESTION))
    assert answered.response.answer == SAID
    assert answered.response.metadata.has_sources
    assert answered.trace.notices == (NOT_SAVED,)
    assert not answered.turn.is_saved
    assert not Turn.objects.exists()


def test_rest(full_disk: User) -> None:
    body = read_json(
        call(client_of(create_agent(account=full_disk, name="koda")), "POST", "query", {"query": QUESTION})
    )
    assert (body["answer"], body["notices"]) == (SAID, [NOT_SAVED])
    assert (body["turn_id"], body["conversation_id"], body["ordinal"]) == (None, None, None)
    assert body["tokens"] > 0


def test_mcp(full_disk: User) -> None:
    caller = Caller(full_disk, create_agent(account=full_disk, name="koda"), frozenset(SCOPES))
    pending = call_tool(ask_brain, caller, {"query": QUESTION}).structured_content
    assert pending is not None
    finish_answers()
    [content] = call_tool(ask_brain, caller, {"answer": pending["answer"]}).content
    assert isinstance(content, TextContent)
    assert SAID in content.text
    assert NOT_SAVED in content.text


def test_command(full_disk: User, run: RunCommand) -> None:
    ran = run("brain", "ask", QUESTION)
    assert ran.status == 0
    assert "came on the fifteenth of May" in ran.out
    assert f"Note: {NOT_SAVED}" in ran.out


def test_command_as_json(full_disk: User, run: RunCommand) -> None:
    body = json.loads(run("brain", "ask", QUESTION, "--json").out)
    assert "came on the fifteenth of May" in body["answer"]
    assert (body["turn_id"], body["trace"]["notices"]) == (None, [NOT_SAVED])


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true", "HX-Target": "brain"}], ids=["form", "htmx"])
def test_page(full_disk: User, client: Client, headers: dict[str, str]) -> None:
    client.force_login(full_disk)
    asked = client.post("/brain/ask", {"q": QUESTION})
    finish_answers()
    response = client.get(asked["Location"], headers=headers)
    page = response.content.decode()
    assert response.status_code == 200
    assert "The last frost came on the fifteenth of May" in page
    assert NOT_SAVED in page
    # Nothing leads to a page of an answer that is not there.
    assert "/brain/answers/" not in page


def test_the_panel(full_disk: User) -> None:
    written = ask_in_panel(caller=caller_of_person(full_disk), question=QUESTION)
    assert isinstance(written, WrittenAnswer)
    finish_answers()
    written.refresh_from_db()
    answered = converse_answer(answered_question_of(written))
    assert (answered.text, answered.url, answered.notices) == (SAID, "", (NOT_SAVED,))
