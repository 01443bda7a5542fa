"""What handoffs of agents' sessions taught: state in headings, files about themselves, lines that name a variant."""

import pytest

from stones.levels.document_parser import read_document
from stones.levels.extract import write_extract
from stones.levels.extract.extract_units import read_units
from stones.levels.extract.shorten_text import cut, cut_list
from stones.levels.extract.unit import Unit
from stones.tests.levels.chat_doubles import count_tokens


def units(text: str) -> list[Unit]:
    return read_units(read_document(text), count_tokens)


def levels(text: str) -> tuple[str, ...]:
    return write_extract(text, count_tokens=count_tokens, count=3).texts


def test_a_heading_that_says_how_it_stands_is_told() -> None:
    text = (
        "# Handoff of the sandbox\n\n## State: the stutter is FIXED, one handle is broken\nSeen on the device.\n\n"
        "## Also open (not started)\n- Do NOT add a lerp to the follower.\n\n## Devices\nTwo of them are in the lab.\n"
    )
    assert levels(text)[0].startswith(
        "Handoff of the sandbox: State: the stutter is FIXED, one handle is broken"
    )


def test_a_status_that_ends_the_matter_goes_before_its_goal() -> None:
    text = (
        "# Learned decoder\n\n**Branch:** v2  \n**Status:** CLOSED — keep the old one\n\n## Goal\n\n"
        "Replace the old decoder in the training loss with a learned one, keeping the rest.\n\n"
        "## Runs\n\nAll runs of the learned decoder took two days.\n"
    )
    assert "Status: CLOSED — keep the old one" in levels(text)[0]


@pytest.mark.parametrize(
    "line",
    [
        "Update this file at the end of each session.",
        "Tell a new agent to read it and go on.",
        "Read the project CLAUDE.md first.",
        "Actualizar al inicio de cada sesión de trabajo.",
        "Estado al 25 jun 2026.",
        "`[x]` means that the step was seen in the emulator.",
    ],
)
def test_what_a_file_says_of_itself_is_not_told(line: str) -> None:
    text = f"# Handoff\n\n{line}\n\nThe importer reads all files.\n"
    assert [unit.text for unit in units(text) if unit.line == 3] == []


def test_what_was_not_verified_is_told_by_that_name() -> None:
    text = (
        "# klog\n\n## Goal\nA tool that reads the logs of many machines.\n\n## State\n- All ten tasks are in.\n\n"
        "## Not verified\n- klog has never run against a real cluster.\n"
    )
    assert "Not verified: klog has never run against a real cluster." in levels(text)[1]


@pytest.mark.parametrize("heading", ["Reliquat", "Activo", "Was jetzt ansteht"])
def test_open_points_have_names_in_other_languages(heading: str) -> None:
    text = f"# Notes\n\n## Fait\n- Une chose.\n\n## {heading}\n- Confirmer la date avec la mairie de Lyon.\n"
    assert next(unit for unit in units(text) if unit.text.startswith("Confirmer")).turned_by == heading


def test_a_line_in_bold_names_what_its_paragraph_speaks_of() -> None:
    text = (
        "# Runbook\n\n## Scenarios\n\n**Cheap (staging)**\nMinimal redundancy. Use it for tests.\n\n"
        "**Paranoid (money)**\nTolerates several failures and false data.\n"
    )
    found = {unit.text: unit.turned_by for unit in units(text)}
    assert found["Use it for tests."] == "Cheap (staging)"
    assert found["Tolerates several failures and false data."] == "Paranoid (money)"


def test_a_long_condition_that_leads_in_is_named() -> None:
    lead = (
        "If the audits are using too many of the credits or are slowing all of the indexing down, "
        "switch them off without stopping"
    )
    text = f"# Runbook\n\n## Pausing\n{lead}:\n1. Set the flag of the audits to false.\n2. Restart the indexer.\n"
    assert next(unit for unit in units(text) if unit.text.startswith("Set the flag")).turned_by == lead


def test_lessons_ask_nothing_of_the_reader() -> None:
    text = "# Session\n\n## Lessons learned\n1. **Always check the numbers of pages**\n"
    assert not any(unit.is_demand for unit in units(text))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "The configuration loads and the server starts — then the loader reads its own file and drops ours",
            "",
        ),
        ("Gradients are created for each frame, thousands of them; slow on phones → they are kept now", ""),
        (
            "You should not stop the old one and start the new one at the same time on one machine",
            "",
        ),
        (
            "Run the smoke test against a real cluster with a safe name: `tail`, `fetch --out`, Ctrl-C, a crash",
            "Run the smoke test against a real cluster with a safe name",
        ),
    ],
)
def test_nothing_is_cut_before_what_came_of_it(text: str, kept: str) -> None:
    assert cut(text, 14, count_tokens) == kept


def test_a_list_of_what_is_not_there_is_not_cut() -> None:
    text = "No cookies, network calls, routers, nested routes, compilers, plugins, tables or extra buttons remain"
    assert cut_list(text, 12, count_tokens) == ""


def test_a_first_line_in_brackets_is_no_title() -> None:
    assert (
        read_document("(brief, sent from my phone)\n\nThe comments are not sorted by their day.\n").title
        == ""
    )


def test_who_attends_is_no_content() -> None:
    assert not any(
        "Ida" in unit.text for unit in units("# Call\n\n- Attending: Ida, Bo, Cem\n- The sessions work.\n")
    )


@pytest.mark.parametrize(
    "order",
    [
        "Update every session cookie to SameSite before Friday or the login breaks.",
        "Keep the valve open during this session because each session needs water.",
        "Delete this file /tmp/lock before you start the server again.",
        "Start a new chat server on port 9 before the old one is stopped.",
        "Read the warnings in this document before you touch the pump.",
    ],
)
def test_an_order_that_speaks_of_files_or_sessions_is_told(order: str) -> None:
    assert order in [unit.text for unit in units(f"# Operations\n\n{order}\n\nThe pump runs at 3 bar.\n")]


@pytest.mark.parametrize(
    ("text", "is_bold"),
    [("It **runs** now.", True), ("Use `a**b**c` and 2**3.", False), ("It runs now.", False)],
)
def test_bold_type_is_read_as_markdown_does(text: str, is_bold: bool) -> None:
    parts = read_document(f"# Walks\n\nFirst.\n\n{text}\n").parts
    assert [sentence.is_emphasised for sentence in parts[-1].sentences()] == [is_bold]


def test_what_is_bold_is_worth_more_in_a_paragraph() -> None:
    texts = ("It runs now as before.", "It **runs** now as before.")
    plain, bold = (units(f"# Walks\n\nFirst.\n\nSecond.\n\n{text}\n")[-1].headline for text in texts)
    assert bold == pytest.approx(plain + 0.2)


@pytest.mark.parametrize(
    "status", ["not closed yet, we wait", "3 of 4 closed, in good shape", "failed disk replaced"]
)
def test_a_status_that_only_names_an_end_is_none(status: str) -> None:
    ended = units("# Plan\n\n**Status:** closed — keep the old one\n\n## Goal\nA new one.\n")
    other = units(f"# Plan\n\n**Status:** {status}\n\n## Goal\nA new one.\n")
    before, after = (next(each.headline for each in found if each.line == 3) for found in (ended, other))
    assert before > after
