"""eval_recall: what it measures, that it stores nothing, and its errors for wrong input."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.models import Agent, Memory, MemoryPassage
from inbox.services.memory import MAX_BYTES

FACTS = {
    "s1": "Ann moved the export service to port 9100.",
    "s2": "Bob prefers tea to coffee in the morning.",
    "s3": "The release notes are written on Fridays by Mira.",
}


def conversation(*questions: tuple[str, list[str]], sessions: dict[str, str] | None = None) -> dict[str, Any]:
    return {
        "id": "c",
        "sessions": [{"id": name, "text": text} for name, text in (sessions or FACTS).items()],
        "questions": [{"query": query, "evidence": evidence} for query, evidence in questions],
    }


def evaluated(tmp_path: Path, *lines: object) -> dict[str, Any]:
    file, out = tmp_path / "conversations.jsonl", StringIO()
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    with use_models(embedder=FakeEmbedder()):
        call_command("eval_recall", str(file), "--json", stdout=out)
    return dict(json.loads(out.getvalue()))


@pytest.mark.django_db
def test_what_is_measured(tmp_path: Path) -> None:
    found = evaluated(
        tmp_path,
        conversation(
            ("Which port has the export service?", ["s1"]),
            ("Who prefers tea, and who writes release notes?", ["s2", "s3"]),
            ("What is not told?", []),
        ),
    )
    assert (found["conversations"], found["sessions"], found["questions"], found["skipped"]) == (1, 3, 2, 1)
    assert (found["r_at_1"], found["r_at_5"], found["r_at_10"]) == (0.75, 1.0, 1.0)
    assert (found["hit_at_1"], found["hit_at_5"], found["hit_at_10"]) == (1.0, 1.0, 1.0)
    assert 0 < found["p50_ms"] <= found["p95_ms"]
    assert found["by_vectors"] is True
    assert found["embedder"] == "fake-embedder"


@pytest.mark.django_db
def test_what_is_not_found_lowers_it(tmp_path: Path) -> None:
    found = evaluated(tmp_path, conversation(("Which port has the export service?", ["s2"])))
    assert (found["r_at_1"], found["hit_at_1"], found["r_at_5"]) == (0.0, 0.0, 1.0)


@pytest.mark.django_db
def test_evidence_that_is_no_session_counts_as_missing(tmp_path: Path) -> None:
    found = evaluated(
        tmp_path,
        conversation(
            ("Which port has the export service?", ["s1", "s9"]), ("Who prefers tea?", ["D8:6; D9:17"])
        ),
        conversation(("Who prefers tea?", ["s2"])),
    )
    assert (found["questions"], found["skipped"], found["evidence_missing"]) == (3, 0, 2)
    assert (found["r_at_1"], found["hit_at_10"]) == (0.5, 0.6667)


@pytest.mark.django_db
def test_sessions_that_say_the_same_are_each_found(tmp_path: Path) -> None:
    sessions = {"a": FACTS["s1"], "b": FACTS["s1"], "c": FACTS["s2"]}
    question = "Which port has the export service?"
    found = evaluated(tmp_path, conversation((question, ["a"]), (question, ["b"]), sessions=sessions))
    assert found["r_at_5"] == 1.0


@pytest.mark.django_db
def test_a_byte_order_mark_and_a_query_after_many_blanks(tmp_path: Path) -> None:
    question = conversation((" " * 2_000 + "Which port?", ["s1"]))
    assert evaluated(tmp_path, "\ufeff" + json.dumps(question))["questions"] == 1


@pytest.mark.django_db
def test_conversations_do_not_see_each_other_though_their_ids_repeat(tmp_path: Path) -> None:
    other = {name: f"Nothing of the kind, number {name}." for name in FACTS}
    question = ("Which port has the export service?", ["s1"])
    found = evaluated(tmp_path, conversation(question, sessions=other), "", conversation(question), "")
    assert (found["conversations"], found["questions"]) == (2, 2)
    assert found["r_at_5"] == 1.0


@pytest.mark.django_db
def test_nothing_is_stored(tmp_path: Path) -> None:
    evaluated(tmp_path, conversation(("Which port?", ["s1"])))
    for model in (User, Agent, Memory, MemoryPassage):
        assert not model.objects.exists()


@pytest.mark.django_db
def test_sessions_of_any_size_and_sign(tmp_path: Path) -> None:
    sessions = {
        "long": "The export service is described at length. " * (MAX_BYTES // 20) + "Its port is 9100.",
        "empty": "",
        "odd": "a\x00b \ud800",
    }
    found = evaluated(tmp_path, conversation(("Which port is 9100?", ["long"]), sessions=sessions))
    assert (found["sessions"], found["r_at_1"]) == (3, 1.0)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 2: Expecting"),
        ("5", "line 2: not an object"),
        ({"id": "c"}, '"sessions" must be a list'),
        ({"sessions": [{"id": "s"}], "questions": []}, 'needs an "id" and a "text"'),
        ({"sessions": [], "questions": "?"}, '"questions" must be a list'),
        ({"sessions": [], "questions": [{"query": "?"}]}, 'needs a "query" and a list "evidence"'),
        (conversation((" ", [])), 'needs a "query"'),
        (conversation(("\x00", ["s1"])), 'needs a "query"'),
        (
            {"sessions": [{"id": "s", "text": "a"}, {"id": "s", "text": "b"}], "questions": []},
            "two sessions have the id 's'",
        ),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: object, reason: str) -> None:
    with pytest.raises(CommandError, match=reason) as raised:
        evaluated(tmp_path, conversation(), line)
    assert raised.value.returncode == 2
    assert "line 2" in str(raised.value)


def test_no_file_and_an_empty_one(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="holds no conversation") as raised:
        evaluated(tmp_path, "")
    assert raised.value.returncode == 2
    missing = tmp_path / "nothing"
    with pytest.raises(CommandError) as unread:
        call_command("eval_recall", str(missing))
    assert unread.value.returncode == 2
    assert str(unread.value) == f"{missing} cannot be read: No such file or directory."


@pytest.mark.django_db
def test_as_a_table(tmp_path: Path) -> None:
    file, out = tmp_path / "c.jsonl", StringIO()
    file.write_text(json.dumps(conversation(("Which port?", ["s1"]))))
    with use_models(embedder=FakeEmbedder()):
        call_command("eval_recall", str(file), stdout=out)
    assert "r_at_1           1.0" in out.getvalue()
