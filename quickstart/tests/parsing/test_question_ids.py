"""Ids that are made of questions: stable, and one for each question."""

import json

import pytest

from core.text.file_faults import Fault
from quickstart.parsing.qa_files import ParsedEntries, read_files

LONG = "How do I tell the ferryman that the boat which I booked for next Sunday is too small for my"


def plain(*rows: tuple[str, str]) -> str:
    return "".join(json.dumps({"question": question, "answer": answer}) + "\n" for question, answer in rows)


def ids(parsed: ParsedEntries) -> dict[str, str]:
    assert parsed.faults == ()
    return {entry.answer: entry.id for entry in parsed.entries}


def again(first: ParsedEntries, file: str, text: str) -> ParsedEntries:
    known = {entry.id: [(entry.question, entry.tree_path)] for entry in first.entries}
    return read_files([(file, text)], known=known)


def test_a_short_question_is_its_own_id() -> None:
    text = plain(("How do I pay, by card?", "So."))
    assert ids(read_files([("a.jsonl", text)])) == {"So.": "how_do_i_pay_by_card"}
    assert ids(read_files([("a.md", "## How do I pay, by card?\nSo.")])) == {"So.": "how_do_i_pay_by_card"}


def test_long_questions_that_begin_alike_have_ids_of_their_own() -> None:
    text = plain((f"{LONG} horse?", "1"), (f"{LONG} piano?", "2"))
    found = read_files([("a.jsonl", text)])
    horse, piano = ids(found).values()
    assert horse.startswith("how_do_i_tell_the_ferryman")
    assert len({horse, piano}) == 2
    assert max(len(horse), len(piano)) <= 80
    assert ids(read_files([("b.md", f"## {LONG} horse?\n1\n## {LONG} piano?\n2")])) == ids(found)


def test_a_long_question_of_an_earlier_import_keeps_its_id() -> None:
    cut = "how_do_i_tell_the_ferryman_that_the_boat_which_i_booked_for_next_sunday_is_too_s"
    text = plain((f"{LONG} horse?", "1"), (f"{LONG} piano?", "2"))
    found = ids(read_files([("a.jsonl", text)], known={cut: [(f"{LONG} piano?", ("FAQ",))]}))
    assert found["2"] == cut
    assert found["1"] != cut


def test_questions_with_the_same_words_have_ids_of_their_own() -> None:
    found = ids(read_files([("a.jsonl", plain(("What is C?", "1"), ("What is C++?", "2")))]))
    assert found["1"] == "what_is_c"
    assert found["2"].startswith("what_is_c_")


def test_a_line_that_says_otherwise_is_at_fault() -> None:
    (fault,) = read_files([("a.jsonl", plain(("Why?", "1"), ("why", "2")))]).faults
    assert fault == Fault("a.jsonl", 2, "id", "'why' already exists in line 1, with another question, answer")


TWO = "# Ferry\n## Boats\n### How late?\nTen.\n## Buses\n### How late?\nNine.\n"
SWAPPED = "# Ferry\n## Buses\n### How late?\nNine.\n## Boats\n### How late?\nTen.\n"


def test_the_same_question_in_two_sections_is_two_entries_in_any_order() -> None:
    first = read_files([("a.md", TWO)])
    assert len(set(ids(first).values())) == 2
    assert ids(again(first, "a.md", SWAPPED)) == ids(first)
    only_buses = SWAPPED.partition("## Boats")[0]
    assert ids(again(first, "a.md", only_buses)) == {"Nine.": ids(first)["Nine."]}


def test_a_question_that_moves_to_another_section_keeps_its_id() -> None:
    first = read_files([("a.md", "# Ferry\n## Boats\n### How late?\nTen.\n")])
    assert ids(again(first, "a.md", "# Ferry\n## Times\n### How late?\nEleven.\n")) == {"Eleven.": "how_late"}


def test_a_question_that_is_there_twice_is_one_entry_only_with_one_answer() -> None:
    found = read_files(
        [("a.md", "## How late?\nTen.\n## How early?\nSix.\n## How late?\nNine.\n## How late?\nTen.")]
    )
    assert list(ids(found)) == ["Ten.", "Six.", "Nine."]
    assert [str(each) for each in found.duplicates] == [
        "a.md, line 7, id: 'how_late' is the same entry as in line 1"
    ]


def test_the_id_of_another_question_is_not_taken() -> None:
    first = read_files([("a.md", "## What is C++?\nOne.\n")])
    assert ids(first) == {"One.": "what_is_c"}
    (entry_id,) = ids(again(first, "b.md", "## What is C#?\nAnother.\n")).values()
    assert entry_id.startswith("what_is_c_")
    assert ids(again(first, "b.md", "## What is C?\nA third.\n")) != {"A third.": "what_is_c"}


def test_the_same_question_of_another_document_has_an_id_of_its_own() -> None:
    first = read_files([("billing.md", "# Billing\n## How do I cancel?\nBy mail.\n")])
    hosting = "# Hosting\n## How do I cancel?\nBy phone.\n"
    second = again(first, "hosting.md", hosting)
    (entry_id,) = ids(second).values()
    assert entry_id.startswith("how_do_i_cancel_")
    known = {entry.id: [(entry.question, entry.tree_path)] for entry in (*first.entries, *second.entries)}
    assert ids(read_files([("hosting.md", hosting)], known=known)) == {"By phone.": entry_id}
    third = read_files([("c.md", "# Mail\n## How do I cancel?\nNever.\n")], known=known)
    assert not set(ids(third).values()) & set(known)


@pytest.mark.parametrize("heading", ["", "# FAQ\n", "# Frequently Asked Questions (FAQ)\n"])
def test_files_without_a_telling_heading_are_documents_by_their_names(heading: str) -> None:
    boats, buses = f"{heading}## How late?\nTen.\n", f"{heading}## How late?\nNine.\n"
    first = read_files([("boat-faq.md", boats)])
    assert first.entries[0].tree_path == ("boat faq",)
    (entry_id,) = ids(again(first, "buses.md", buses)).values()
    assert entry_id != "how_late"
    # A newer file of the same document, and one that an earlier version has read.
    assert ids(again(first, "boat-faq-2026 (1).md", boats)) == {"Ten.": "how_late"}
    before = {"how_late": [("How late?", ("FAQ",))]}
    assert ids(read_files([("buses.md", buses)], known=before)) == {"Nine.": "how_late"}


@pytest.mark.parametrize("file", ["faq.md", "FAQs_2.markdown", "README.md", "q-and-a.md"])
def test_a_name_that_any_faq_has_is_no_place(file: str) -> None:
    assert read_files([(file, "## How late?\nTen.\n")]).entries[0].tree_path == ("FAQ",)


def test_a_question_that_was_edited_is_known_as_it_was() -> None:
    known = {"how_late": [("How late?", ("FAQ",)), ("How late is it?", ("Times",))]}
    assert ids(read_files([("a.md", "## How late?\nTen.\n")], known=known)) == {"Ten.": "how_late"}
    assert ids(read_files([("a.md", "## How late?\nTen.\n")], known={"how_late": known["how_late"][1:]})) != {
        "Ten.": "how_late"
    }
