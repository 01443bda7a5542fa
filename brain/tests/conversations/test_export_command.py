"""`manage.py export_conversation`."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management.base import CommandParser

from brain.management.commands.export_conversation import Command
from brain.models import Interface
from brain.queries.export_conversations import ExportFormat, export_conversation
from brain.tests.conversations.conftest import RunCommand
from brain.tests.conversations.conversation_factories import (
    create_turn,
    create_turns,
    make_conversation,
    make_response,
)
from brain.tests.factories import new_account

COMMAND = "export_conversation"


@pytest.fixture
def ann(db: None) -> User:
    return new_account("ann")


def test_markdown_by_its_id(run: RunCommand, ann: User) -> None:
    conversation = make_conversation(ann)
    create_turn(conversation, "Which port?", make_response("It is 8003 — always."))
    ran = run(COMMAND, conversation.pk)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == export_conversation(conversation, ExportFormat.MARKDOWN)
    assert "> It is 8003 — always." in ran.out


def test_json_by_its_name(run: RunCommand, ann: User) -> None:
    command, page = make_conversation(ann, interface=Interface.COMMAND), make_conversation(ann)
    create_turns(command, 1)
    found = [
        json.loads(run(COMMAND, "--name", " main", "--format", "json", *more).out)["id"]
        for more in ([], ["--interface", "page"])
    ]
    assert found == [command.pk, page.pk]


def test_into_a_file(run: RunCommand, ann: User, tmp_path: Path) -> None:
    conversation = make_conversation(ann)
    file = tmp_path / "conversation.md"
    ran = run(COMMAND, conversation.pk, "--output", str(file))
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert file.read_text() == export_conversation(conversation, ExportFormat.MARKDOWN)


def test_a_file_that_cannot_be_written(run: RunCommand, ann: User, tmp_path: Path) -> None:
    ran = run(COMMAND, make_conversation(ann).pk, "-o", str(tmp_path / "none" / "x.md"))
    assert ran.status == 2
    assert ran.err.endswith("x.md: No such file or directory.")


def test_which_there_are(run: RunCommand, ann: User) -> None:
    first, second = make_conversation(ann, "first"), make_conversation(ann, "second", Interface.REST)
    create_turns(first, 2)
    make_conversation(new_account("mallory"), "hidden")
    ran = run(COMMAND, "--list", "--account", "ann")
    day = first.created.date().isoformat()
    assert (ran.status, ran.out.split("\n")) == (
        0,
        [f"{first.pk}  {day}  page        2  first", f"{second.pk}  {day}  rest        0  second", ""],
    )
    body = json.loads(run(COMMAND, "--list", "--format", "json", "--account", "ann").out)
    assert [(row["name"], row["turns"]) for row in body] == [("first", 2), ("second", 0)]


def test_none_yet(run: RunCommand, ann: User) -> None:
    ran = run(COMMAND, "--list")
    assert (ran.status, ran.out, ran.err) == (0, "", "There is no conversation yet.\n")


def test_what_is_not_there_is_exit_1(run: RunCommand, ann: User) -> None:
    other = make_conversation(new_account("mallory"), "hidden", Interface.COMMAND)
    for arguments in (["0" * 26], [other.pk], ["x"], ["--name", "hidden"]):
        ran = run(COMMAND, *arguments, "--account", "ann")
        assert (ran.status, ran.out) == (1, "")
        assert ran.err.startswith("There is no conversation ")


def test_wrong_usage_is_exit_2(run: RunCommand, ann: User) -> None:
    ran = run(COMMAND, "x", "--interface", "page")
    assert (ran.status, ran.out, ran.err) == (2, "", "--interface goes with --name.")
    parser: CommandParser = Command().create_parser("manage.py", COMMAND)
    parser.called_from_command_line = True
    for wrong in (
        [],
        ["x", "--list"],
        ["x", "--name", "y"],
        ["--list", "--name", "y"],
        ["x", "--format", "pdf"],
    ):
        with pytest.raises(SystemExit) as exit_:
            parser.parse_args(wrong)
        assert exit_.value.code == 2


def test_with_several_accounts_one_must_be_named(run: RunCommand, ann: User) -> None:
    new_account("mallory")
    ran = run(COMMAND, "--list")
    assert (ran.status, "--account NAME" in ran.err) == (2, True)
