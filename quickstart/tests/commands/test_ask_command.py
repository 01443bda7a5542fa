"""`manage.py ask`."""

import json
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.management.base import CommandParser

from core.llm import get_embedder
from core.llm.embeddings.embedder import Embedder
from core.llm.model_doubles import use_models
from core.rest.agent_tokens import new_token
from quickstart.management.commands.ask import Command
from quickstart.models import AskConversation, Collection, Question
from quickstart.tests.commands.conftest import RunCommand
from quickstart.tests.factories import make_collection, new_account
from quickstart.tests.kitchen_collection import make_kitchen

FEEDING = "how do i feed the sourdough starter"


@pytest.fixture
def shipped() -> Embedder:
    return get_embedder()


@pytest.fixture
def kitchen(shipped: Embedder, run: RunCommand, account: User) -> Iterator[None]:
    """Answered with the shipped embedding model, not with the double of the other commands' tests."""
    with use_models(embedder=shipped):
        make_kitchen(account)
        yield


@pytest.mark.usefixtures("kitchen")
def test_markdown_with_its_command(run: RunCommand) -> None:
    ran = run("ask", FEEDING)
    assert (ran.status, ran.err) == (0, "")
    assert "## How do I feed the sourdough starter?" in ran.out
    assert "scale --check starter\n```\n(not run by us)" in ran.out
    assert Question.objects.get().asked_by == "command"


@pytest.mark.usefixtures("kitchen")
def test_without_quotes(run: RunCommand) -> None:
    assert run("ask", *FEEDING.split()).out == run("ask", FEEDING).out


@pytest.mark.usefixtures("kitchen")
def test_json(run: RunCommand) -> None:
    ran = run("ask", FEEDING, "--json", "--intent", "action")
    body = json.loads(ran.out)
    assert (ran.status, body["intent_chosen"], body["skill"]["skill_id"]) == (0, True, "skill_sourdough")


@pytest.mark.usefixtures("kitchen")
def test_no_answer_is_exit_1_with_the_nearest(run: RunCommand) -> None:
    ran = run("ask", "which train goes to the airport")
    assert ran.status == 1
    assert ran.out.startswith("No answer to this is known in kitchen.")
    assert "**Nearest:**" in ran.out
    assert json.loads(run("ask", "which train goes to the airport", "--json").out)["outcome"] == "no_answer"


@pytest.mark.usefixtures("kitchen")
def test_nothing_is_explained_twice_in_a_conversation(run: RunCommand) -> None:
    for query in (FEEDING, "how long does pizza dough rest"):
        assert "explained before" not in run("ask", query, "--session", "monday").out
    assert "explained before" in run("ask", FEEDING, "--session", "monday").out
    assert "explained before" not in run("ask", FEEDING).out
    assert AskConversation.objects.get().key == "command:monday"


def test_refusals_are_exit_1_and_nothing_on_stdout(run: RunCommand, account: User) -> None:
    assert "There is none yet" in run("ask", "why").err
    make_collection(account, "kitchen")
    refusals = {
        ("why", "--collection", "garden"): "There is no collection 'garden'. There are: kitchen.",
        ("why", "--collection", "\udcff"): "There is no collection '\\udcff'. There are: kitchen.",
        (" ",): "Ask something of 1 to 1,000 characters. Nothing was asked.",
        ("x" * 1_001,): "Ask something of 1 to 1,000 characters. Nothing was asked.",
        ("why", "--session", "s" * 61): "Name a session with at most 60 characters",
        (new_token(),): "token",
    }
    for arguments, message in refusals.items():
        ran = run("ask", *arguments)
        assert (ran.status, ran.out) == (1, ""), arguments
        assert message in ran.err
    assert not Question.objects.exists()


def test_half_a_character_breaks_nothing(run: RunCommand, account: User) -> None:
    make_collection(account, "kitchen")
    assert run("ask", "why \udcff", "--session", "\udcff").status == 1
    assert Question.objects.get().text == "why ?"


def test_wrong_usage_is_exit_2(run: RunCommand, account: User) -> None:
    new_account("zoe")
    assert run("ask", "why").status == 2
    assert "say --account NAME, one of ann, zoe" in run("ask", "why").err
    assert run("ask", "why", "--account", "nobody").status == 2
    parser: CommandParser = Command().create_parser("manage.py", "ask")
    parser.called_from_command_line = True
    for wrong in ([], ["why", "--intent", "guess"], ["why", "--deep"]):
        with pytest.raises(SystemExit) as exit_:
            parser.parse_args(wrong)
        assert exit_.value.code == 2


def test_each_account_has_its_own(run: RunCommand, account: User) -> None:
    make_collection(account, "kitchen")
    new_account("zoe")
    ran = run("ask", "why", "--account", "zoe", "--collection", "kitchen")
    assert (ran.status, ran.err[:37]) == (1, "There is no collection 'kitchen'. The")
    assert run("ask", "why", "--account", "ann").out.startswith("No answer to this is known in kitchen.")


@pytest.mark.usefixtures("kitchen")
def test_the_manual_is_named(run: RunCommand) -> None:
    Collection.objects.update(shipped_hash="5f" * 32)
    ran = run("ask", "can I use a pooler for connections")
    assert ran.status == 1
    assert "- Scaling › Connections (/manual/scaling#connections)" in ran.out
