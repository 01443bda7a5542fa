"""Headings without a mark are read where they stand as such, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stones.levels import write_extract
from stones.levels.document_parser import PartKind, read_document
from stones.levels.plain_headings import with_plain_headings
from stones.tests.levels.chat_doubles import count_tokens

PUMP = "The pump in the north cellar is driven by the clock. Below 1.2 bar it locks itself and waits for somebody."
CALL = "Mr Vogt has the plans. Nobody else may open it."
DOCUMENT = f"Notes on the new boiler\n\nHow it is controlled\n\n{PUMP}\n\nWho knows more\n\n{CALL}\n"


def _headings(text: str) -> list[str]:
    lines = text.split("\n")
    return [after for before, after in zip(lines, with_plain_headings(lines), strict=True) if before != after]


def test_a_line_alone_or_directly_above_its_text_is_a_heading_and_the_first_one_the_title() -> None:
    expected = ["# Notes on the new boiler", "## How it is controlled", "## Who knows more"]
    assert _headings(DOCUMENT) == expected
    assert _headings(DOCUMENT.replace("controlled\n\n", "controlled\n")) == expected
    found = read_document(DOCUMENT)
    assert (found.title, found.parts[-1].trail) == (
        "Notes on the new boiler",
        ("Notes on the new boiler", "Who knows more"),
    )
    assert [(part.plain, part.line) for part in found.parts if part.kind is PartKind.HEADING] == [
        ("Notes on the new boiler", 1),
        ("How it is controlled", 3),
        ("Who knows more", 7),
    ]


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        (f"BOILER\n\nSTATE\n{PUMP}\n\nOPEN\n- the valve\n- the key\n", ["# BOILER", "## STATE", "## OPEN"]),
        (f"Boiler: what the next one needs\n\n{PUMP}\n", ["# Boiler: what the next one needs"]),
        (
            f"Boiler\n\n1. Purpose\n\n{PUMP}\n\n2. State\n\n{CALL}\n",
            ["# Boiler", "## 1. Purpose", "## 2. State"],
        ),
        (
            f"Boiler\n\n1. Purpose\n{PUMP}\n\n2. State\n{CALL}\n",
            ["# Boiler", "## 1. Purpose", "## 2. State"],
        ),
        (f"Boiler\n\n1. The pump and its\n   clock\n\n2. The key\n   of it\n\n{CALL}\n", ["# Boiler"]),
        (f"{PUMP}\n\nOpen questions\n\n{CALL}\n", ["## Open questions"]),
        (
            f"Hello Nora,\n\nPump\n\n{PUMP}\n\nKeys\n\n{CALL}\n\nFood\n\n{CALL}\n",
            ["# Pump", "## Keys", "## Food"],
        ),
        (
            f"Umzug\n\nWas fest ist\n\n{PUMP}\n\nÜberblick\n\n{CALL}\n",
            ["# Umzug", "## Was fest ist", "## Überblick"],
        ),
        (
            "倉庫移転\n\n期限\n\n移転は六月十日に始まります。\n\n問題\n\n警報が動きません。\n",
            ["# 倉庫移転", "## 期限", "## 問題"],
        ),
        (f"Deadlines\n\n{PUMP}\n\nMoney\n\n{CALL}\n", ["## Deadlines", "## Money"]),
        (
            f"**Boiler, 24–27 November**\n\n{PUMP}\n\n**Do not**\n\n- Do not open it.\n\n__What is open:__\n\n{CALL}\n",
            ["# Boiler, 24–27 November", "## Do not", "## What is open:"],
        ),
        (
            "1. Scope\n\nThe harbour has two cranes.\n\n2. What works\n- crane one, up to 4 t\n\n"
            "3. What is missing\n\n- the rope of crane two\n",
            ["## 1. Scope", "## 2. What works", "## 3. What is missing"],
        ),
        (
            "1. Review of the accounts\n\nThey balance this time.\n\n2. Roof\n\nIt still leaks.\n\n"
            "3. Report for the mayor\n\nIt is due in May.\n\n4. Update\n\nThere is nothing new.\n",
            ["## 1. Review of the accounts", "## 2. Roof", "## 3. Report for the mayor", "## 4. Update"],
        ),
        (
            "Cellar\n- swept\n\nAttic\n- boxes carried down\n\nGarden\n- hedge is cut\n",
            ["## Cellar", "## Attic", "## Garden"],
        ),
        (
            "Autumn work\n\n- for three people\n\nAttic\n- boxes carried down\n\nGarden\n- hedge is cut\n",
            ["# Autumn work", "## Attic", "## Garden"],
        ),
    ],
)
def test_other_shapes_of_headings(text: str, headings: list[str]) -> None:
    assert _headings(text) == headings


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{PUMP}\n\n**Never open it.**\n\n{CALL}\n", id="one sentence in bold"),
        pytest.param(
            f"{PUMP}\n\n**State** and **keys**\n\n{PUMP}\n\n**State**: open\n\n{CALL}\n", id="words in bold"
        ),
        pytest.param(f"# Boiler\n\nState\n\n{PUMP}\n\nKeys\n\n{CALL}\n", id="another heading is marked"),
        pytest.param(f"Boiler\n======\n\nState\n\n{PUMP}\n\nKeys\n\n{CALL}\n", id="another is underlined"),
        pytest.param(f"Hi Bob\n\n{PUMP}\n\nThanks for the key\n\n{CALL}\n\nSee you\n\n{CALL}\n", id="mail"),
        pytest.param(
            f"{PUMP}\n\nKind regards\n\nJulia Stern\n\n{CALL}\n\nLumen Ltd\n\n{CALL}\n", id="signature"
        ),
        pytest.param(f"{PUMP}\n\nJulia Stern\nHead of Lamps\nLumen Ltd\n12 Harbour Street\n", id="address"),
        pytest.param(f"Priya\n{PUMP}\n\nTom\n{PUMP}\n\nPriya\n{PUMP}\n\nTom\n{PUMP}\n", id="talk of two"),
        pytest.param(f"Maya, 9:14\n{PUMP}\n\nBen, 9:15\n{PUMP}\n", id="talk with times"),
        pytest.param("[10:02] Ann: stuck\n\n[10:03] Tom: same\n\n[10:05] Ann: yes, it is.\n", id="chat"),
        pytest.param(
            "The boats have gone\nAnd left the pier.\n\nSleep\n\nThe tide will\nWrite it down.\n", id="poem"
        ),
        pytest.param("Milk\n\nBread\n\nTwo lemons\n\nStamps\n", id="short lines"),
        pytest.param("Name,City,Amount\n\nAnders,Lund,1200\n\nBirgit,Kiel,880\n", id="csv"),
        pytest.param("Room\tSeats\n\nAula\t220. It is locked at night.\n", id="columns"),
        pytest.param("2026-03-02 10:04:11 INFO started\n\n2026-03-02 10:04:12 INFO done. Bye.\n", id="log"),
        pytest.param(
            "MAX_TRIES = 4\n\ndef send(path):\n    return post(path)\n\nclass Failed(Exception):\n", id="code"
        ),
        pytest.param(f"Subject: Boiler\n\n{PUMP}\n", id="field"),
        pytest.param(f"Status: open\n\n{PUMP}\n", id="state"),
        pytest.param(f"{PUMP}\n\nThe valve leaks\n\n{CALL}\n", id="one line that may be a statement"),
        pytest.param(
            "1. Fix the parser\n\nIt fails on tabs.\n\n2. Add tests\n\nThree of them are missing.\n",
            id="steps",
        ),
        pytest.param(f"{PUMP}\n\nWhat now?\n\n{CALL}\n\nAnd then?\n\n{CALL}\n", id="questions"),
        pytest.param(
            "The new boiler in the north\ncellar is driven by the clock and by the sensor outside, which is old.\n\n"
            "It stops at\nnight and then it goes on in the morning at six, as the caretaker wants.\n",
            id="lines broken anywhere",
        ),
    ],
)
def test_what_is_no_heading(text: str) -> None:
    assert _headings(text) == []


def test_plain_headings_give_the_levels_that_marked_ones_give() -> None:
    marked = "\n".join(with_plain_headings(DOCUMENT.split("\n")))
    assert write_extract(DOCUMENT, count_tokens=count_tokens, count=4) == write_extract(
        marked, count_tokens=count_tokens, count=4
    )


@given(st.text(alphabet="Aa1 .:,\n-#|`>", max_size=200))
def test_lines_are_marked_and_nothing_else(text: str) -> None:
    lines = text.split("\n")
    for before, after in zip(lines, with_plain_headings(lines), strict=True):
        assert after in (before, f"# {before}", f"## {before}")
