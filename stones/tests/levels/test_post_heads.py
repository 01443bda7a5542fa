"""In a thread, who posts and when is no content but the name; the last post says what came of it."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.tests.levels.chat_doubles import count_tokens

OPENING = (
    "The pump of hall 3 stops after an hour since we put in the new valve, and nobody knows why that is."
)
ANSWER = "Which of the two valves is it, and was the filter changed on the same day as the valve of hall 3?"
LAST = "With the valve from Graz the pump of hall 3 runs."


@pytest.mark.parametrize(
    "head",
    [
        "{} · comment · 2031-05-03",
        "@{} · 2031-05-03 08:12",
        "{} commented on May 3, 2031",
        "{} commented 3 days ago",
        "{} wrote on 3 May 2031:",
        "**{}** replied yesterday",
    ],
)
def test_the_last_post_is_told_first_and_heads_are_names(head: str) -> None:
    posts = [("ines", OPENING), ("paul", ANSWER), ("ines", LAST)]
    text = "# Pump stops\n\n" + "\n\n".join(f"{head.format(name)}\n{said}" for name, said in posts)
    levels = write_extract(text, count_tokens=count_tokens, count=3).texts
    assert all(f"ines: {LAST}" in level for level in levels)
    assert not any("2031" in level or "ago" in level or "yesterday" in level for level in levels)


@pytest.mark.parametrize(
    "line", ["Ines wrote on paper.", "halls · pumps · valves", "Opened in 2031-05-03", "ines commented a lot"]
)
def test_other_lines_are_no_heads(line: str) -> None:
    parts = read_document(f"# Pumps\n\n{line}\n{OPENING}\n\n{line}\n{LAST}\n").parts
    assert any(line in part.plain for part in parts)


@pytest.mark.parametrize(
    "head",
    [
        *("Pump | 2031-05-03", "Error | yesterday", "Migration · 3 days ago", "Backup wrote 2031-05-03"),
        *("Server answered yesterday", "@ines · do not open the valve · 2031-05-03"),
    ],
)
def test_a_plain_noun_and_what_forbids_head_no_post(head: str) -> None:
    document = read_document(f"# Pumps\n\n{head}\n{OPENING}\n\n{head}\n{LAST}\n")
    assert document.last_post == 0
    assert sum(head in part.plain for part in document.parts) == 2


@pytest.mark.parametrize(
    "head", ["Ines Vogt | 2031-05-03", "@ines · yesterday", "**Ines Vogt** wrote on May 3, 2031"]
)
def test_a_name_heads_a_post(head: str) -> None:
    document = read_document(f"# Pumps\n\n{head}\n{OPENING}\n\n{head}\n{LAST}\n")
    assert document.last_post == 6


def test_one_head_makes_no_thread() -> None:
    document = read_document(f"# Pumps\n\nines · comment · 2031-05-03\n{OPENING}\n")
    assert document.last_post == 0


def test_a_greeting_below_a_head_and_a_wish_are_no_post() -> None:
    posts = [("ines", OPENING), ("paul", LAST), ("ines", "Thanks a lot!\n\nHave a nice day")]
    text = "# Pump stops\n\n" + "\n\n".join(f"@{name} · 2031-05-03\nHello\n\n{said}" for name, said in posts)
    for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
        assert not any(said in level for said in ("Hello", "nice day"))
