"""bench_follow_ups: a second turn is right where it reaches what is expected, or declines where nothing is."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from quickstart.models import Question
from quickstart.tests.kitchen_collection import NAME, make_kitchen

CONVERSATIONS = [
    {
        "set": "qa",
        "turns": ["how do i feed the sourdough starter", "and how often?"],
        "expected": [["sourdough"], ["sourdough"]],
        "note": "lean: ellipsis",
    },
    {
        "set": "qa",
        "turns": ["how do i feed the sourdough starter", "how many calories does it have?"],
        "expected": [["sourdough"], []],
        "note": "none: a figure",
    },
    {
        "set": "notes",
        "turns": ["what is moss?", "why?"],
        "expected": [["moss"], ["moss"]],
        "note": "lean: why",
    },
]


def run(folder: Path, text: str, **options: bool | str) -> list[str]:
    file = folder / "conversations.jsonl"
    file.write_text(text)
    out = StringIO()
    call_command("bench_follow_ups", str(file), stdout=out, **options)
    return out.getvalue().splitlines()


@pytest.mark.long
@pytest.mark.django_db
def test_right_second_turns_are_counted_and_nothing_is_kept(tmp_path: Path) -> None:
    kitchen = make_kitchen()
    lines = "\n".join(map(json.dumps, CONVERSATIONS))
    options = {"collection": NAME, "account": kitchen.account.username}
    assert run(tmp_path, lines, **options) == ["lean: 1 of 2 right", "none: 1 of 1 right"]
    first = json.loads(run(tmp_path, lines, json=True, **options)[0])
    assert (first["kind"], first["right"]) == ("lean", True)
    assert "sourdough" in first["reached"]
    assert not Question.objects.exists()


@pytest.mark.django_db
def test_what_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    kitchen = make_kitchen()
    with pytest.raises(CommandError, match="cannot be read"):
        run(tmp_path, "{}", collection=NAME, account=kitchen.account.username)
    with pytest.raises(CommandError, match="no collection"):
        run(tmp_path, json.dumps(CONVERSATIONS[0]), collection="none", account=kitchen.account.username)
