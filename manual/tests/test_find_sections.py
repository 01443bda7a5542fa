"""Which sections fit a question, and that none is named where none fits."""

import pytest

from manual.find_sections import FOR_CONTRIBUTORS, MAX_SECTIONS, SectionIndex, manual_index
from manual.read_documents import Section, documents, read_document

TEXT = """# Boats

For whoever owns one. More words.

## Mooring

A boat is tied to its mooring with a rope.

## Painting

Paint dries in a day; the hull is painted twice.

### Colours

Red and green, as `paint.txt` has them.

## Mooring

Again.
"""


def places(found: list[Section]) -> list[str]:
    return [f"{each.document}#{each.anchor}" for each in found]


@pytest.fixture(scope="module")
def boats() -> SectionIndex:
    return SectionIndex([read_document("boats", TEXT)])


def test_a_document_is_cut_at_its_headings() -> None:
    document = read_document("boats", TEXT)
    assert (document.title, document.lead) == ("Boats", "For whoever owns one.")
    assert [(each.level, each.title, each.anchor) for each in document.sections] == [
        (1, "Boats", ""),
        (2, "Mooring", "mooring"),
        (2, "Painting", "painting"),
        (3, "Colours", "colours"),
        (2, "Mooring", "mooring-1"),
    ]
    assert document.sections[3].text == "Red and green, as `paint.txt` has them."


@pytest.mark.parametrize("text", ["", "No title.", "## Too deep\n"])
def test_a_document_begins_with_its_title(text: str) -> None:
    with pytest.raises(ValueError, match="has to begin with its title"):
        read_document("boats", text)


def test_the_best_section_comes_first_and_once(boats: SectionIndex) -> None:
    assert places(boats.find("with which rope is a boat tied?"))[0] == "boats#mooring"
    assert places(boats.find("is the hull painted twice")) == ["boats#painting"]


def test_a_section_has_to_hold_most_of_the_question(boats: SectionIndex) -> None:
    assert boats.find("how is the rope of a zeppelin's anchor mast inspected") == []
    assert boats.find("how do you do?") == []


def test_a_single_word_needs_a_heading_but_in_a_search(boats: SectionIndex) -> None:
    assert boats.find("the hull") == []
    assert places(boats.find("the hull", of_one_word=True)) == ["boats#painting"]
    assert places(boats.find("mooring")) == ["boats#mooring", "boats#mooring-1"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how do I restore a backup", "operators#backup-and-restore"),
        ("403 this token lacks the scope", "agents#by-http"),
        ("stones stay on 'generating' forever", "operators#when-something-is-wrong"),
        ("how do I connect ollama", "operators#on-one-machine"),
    ],
)
def test_the_manual_answers_what_newcomers_ask(question: str, expected: str) -> None:
    assert expected in places(manual_index().find(question))[:MAX_SECTIONS]


@pytest.mark.parametrize(
    "question",
    [
        "is everything encrypted on disk",
        "Is QA.Stone GDPR compliant?",
        "can I use WSL",
        "Will it run on a raspberry pi",
        "is there a chrome extension",
        "how do I report a bug or get support, is there a forum",
        "how do I make sourdough bread",
        "thank you very much",
    ],
)
def test_it_is_quiet_where_nothing_fits(question: str) -> None:
    assert manual_index().find(question) == []


def test_what_is_for_contributors_is_not_named() -> None:
    assert set(documents()) > FOR_CONTRIBUTORS
    found = manual_index().find("question answer paste levels ledger webhook message", of_one_word=True)
    assert {each.document for each in found}.isdisjoint(FOR_CONTRIBUTORS)
