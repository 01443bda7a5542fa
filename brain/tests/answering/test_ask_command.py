"""`manage.py brain`: a question and its answer in a terminal, and the search of the notes."""

import json
import re

import pytest
from django.contrib.auth.models import User

from brain.models import Conversation, Interface, Turn
from brain.services.collect_context import DEFAULT_QUERY
from brain.tests.answering.garden_notes import garden, note_id
from brain.tests.factories import new_account
from core.cli.tests.command_runner import RunCommand, run
from core.llm.model_doubles import FakeChat, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind

__all__ = ["garden", "run"]

QUESTION = ("When", "was", "the", "last", "frost?")
STRANGE = "Which stadium hosted the first football final?"


def test_an_answer_with_its_sources(run: RunCommand, garden: User) -> None:
    ran = run("brain", "ask", *QUESTION)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Answer\n======\nThe last frost came on the fifteenth of May this year.")
    assert re.search(r"\nSources used: \d notes?\nQuoted from what was found", ran.out)
    assert f'\nCitations\n---------\n1. Frost ({note_id(garden, "Frost")})\n   "' in ran.out
    turn = Turn.objects.get()
    assert (turn.query, turn.asked_by) == ("When was the last frost?", "command")
    assert (turn.conversation.interface, turn.conversation.name) == (Interface.COMMAND, "main")


def test_what_the_notes_do_not_hold_ends_with_1(run: RunCommand, garden: User) -> None:
    ran = run("brain", "ask", STRANGE, "--conversation", "odd")
    assert ran.status == 1
    assert "Nothing in your notes clearly answers this." in ran.out
    assert "Citations" not in ran.out
    assert Conversation.objects.get().name == "odd"


def test_without_a_question_it_prints_the_overview(run: RunCommand, garden: User) -> None:
    assert run("brain", "ask").status == 0
    assert Turn.objects.get().query == DEFAULT_QUERY


def test_an_answer_as_json(run: RunCommand, garden: User) -> None:
    result = json.loads(run("brain", "ask", *QUESTION, "--json").out)
    assert result["metadata"]["citations"][0]["noteId"] == note_id(garden, "Frost")
    assert (result["turn_id"], result["mode"]) == (Turn.objects.get().pk, "extractive")
    assert result["trace"]["retrieved"]


def test_a_model_that_fails_is_an_error(run: RunCommand, garden: User) -> None:
    with use_models(chat=FakeChat([CouldNotAsk("It is on fire.", kind=ErrorKind.SERVER_ERROR)])):
        ran = run("brain", "ask", *QUESTION)
    assert (ran.status, ran.out) == (1, "")
    assert "It is on fire. Nothing was saved" in ran.err
    assert not Conversation.objects.exists()


@pytest.mark.parametrize("more", [["--conversation", "x" * 101], ["--account", "nobody"]])
def test_an_invalid_query(run: RunCommand, garden: User, more: list[str]) -> None:
    ran = run("brain", "ask", *QUESTION, *more)
    assert ran.status in (1, 2)
    assert (ran.out, bool(ran.err)) == ("", True)
    assert not Turn.objects.exists()


def test_a_search_stores_nothing(run: RunCommand, garden: User) -> None:
    ran = run("brain", "search", "fleece", "against", "the", "cold", "--limit", "1")
    assert ran.status == 0
    assert ran.out.startswith(f"Frost ({note_id(garden, 'Frost')})\n   The last frost came")
    assert ran.out.count("\n") == 2
    [found] = json.loads(run("brain", "search", "#soil", "--json").out)["items"]
    assert (found["id"], found["title"]) == (note_id(garden, "Compost"), "Compost")
    assert not Conversation.objects.exists()


def test_a_search_that_finds_nothing_and_one_that_cannot_be(run: RunCommand, garden: User) -> None:
    ran = run("brain", "search", "#nosuch")
    assert (ran.status, ran.out, ran.err) == (1, "", "No note matches.\n")
    for limit in ("0", "-1"):
        assert run("brain", "search", "frost", f"--limit={limit}").status == 2


def test_several_accounts_need_account_option(run: RunCommand, garden: User) -> None:
    new_account(username="mallory")
    assert run("brain", "ask", *QUESTION).status == 2
    ran = run("brain", "ask", *QUESTION, "--account", "mallory")
    assert ran.status == 1
    assert "frost came" not in ran.out
