"""What may not stand in a level: more than the limits allow, and anything that the content does not say."""

import pytest

from stones.levels import check_levels
from stones.levels.check_levels import SummarySource
from stones.tests.levels.chat_doubles import count_tokens

CONTENT = """# Hermes handoff

Ann Doe moved the retry limit of **3** parts to `src/upload/worker.py`; 1,204 tests pass since 2026-01-30.
Run `make deploy ENV=staging` and look at ORDER_LIMIT. The migration to PostgreSQL is blocked by Bob.
"""


def _found(text: str, level: int = 1) -> list[tuple[str, str]]:
    levels = ["Ann Doe moved the retry limit.", "x", "y"]
    levels[level] = text
    return [
        (f.code, f.message)
        for f in check_levels(levels, CONTENT * 10, count_tokens=count_tokens)
        if f.level == level
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Ann Doe moved the retry limit of 3 parts to src/upload/worker.py.",
        "1204 tests pass since 2026-01-30.",
        "Ann's limit is 3; the PostgreSQL migration is blocked by Bob.",
        "Run `make deploy ENV=staging`, then look at `ORDER_LIMIT`.",
        "Migrating to PostgreSQL is blocked.",
        "Bob waits for the Migrating of PostgreSQL.",
        "It was moved. Nothing else is known.",
    ],
)
def test_what_stands_in_the_content_may_be_said(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "code", "what"),
    [
        ("The limit is 4 parts.", "number", "4"),
        ("In all 120 tests pass.", "number", "120"),
        ("It was moved on 2026-01-31.", "number", "2026-01-31"),
        ("It was moved to src/upload/queue.py now.", "path", "src/upload/queue.py"),
        ("See worker.pyi for more.", "path", "worker.pyi"),
        ("Run `make deploy ENV=production` now.", "command", "make deploy ENV=production"),
        ("Look at ORDER_LIMITS now.", "identifier", "ORDER_LIMITS"),
        ("Call retryPart() for each.", "identifier", "retryPart"),
        ("Use the --force flag.", "identifier", "--force"),
        ("The limit was moved by Carol.", "name", "Carol"),
        ("Carol is blocked.", "name", "Carol"),
        ("The migration to Oracle is blocked.", "name", "Oracle"),
    ],
)
def test_what_does_not_is_named(text: str, code: str, what: str) -> None:
    assert any(
        found == code and message.startswith(f"{what!r} does not stand in the content.")
        for found, message in _found(text)
    )


@pytest.mark.parametrize(
    ("level", "text", "code"),
    [
        (0, "Ann moved it. Bob is blocked. The tests pass.", "sentences"),
        (0, "word " * 41, "too_long"),
        (0, "  ", "empty"),
        (0, "# Ann moved it", "not_prose"),
        (0, "- Ann moved it", "not_prose"),
        (1, "word " * 151, "too_long"),
        (1, "Ann moved it.\n\nBob is blocked.", "not_prose"),
        (1, "| Ann | Bob |", "not_prose"),
        (2, "word " * 1_000, "too_long"),
    ],
)
def test_the_form_of_each_level(level: int, text: str, code: str) -> None:
    assert code in [found for found, _ in _found(text, level)]


def test_structure_is_welcome_in_lod_2() -> None:
    assert _found("## Hermes handoff\n\n- `ORDER_LIMIT`\n- Bob: blocked", level=2) == []


def test_each_fault_is_told_once() -> None:
    assert len(_found("Carol and Carol and Carol agree with Carol, says Carol.")) == 1


@pytest.mark.parametrize(
    ("content", "is_whole"),
    [
        ("rapid api", True),
        ("rapid apis", False),
        ("x_api_y", True),
        ("12apiapi", False),
        ("漢api漢", True),
        ("rapidapi漢", False),
    ],
)
def test_what_is_named_stands_there_as_a_whole(content: str, is_whole: bool) -> None:
    assert SummarySource(content).holds("API") is is_whole
