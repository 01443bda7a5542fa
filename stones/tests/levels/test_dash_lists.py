"""En dashes that open lines of a list are marks of its items; within a paragraph they are none."""

from stones.levels.dash_lists import with_list_marks
from stones.levels.document_parser import PartKind, read_document

LEAD = "What is to be done until May:"


def test_lines_of_a_list_are_items() -> None:
    parts = read_document(f"{LEAD}\n\n– paint the gate\n– oil the hinge,\n  both sides\n").parts
    assert [(part.kind, part.plain, part.parent) for part in parts[1:]] == [
        (PartKind.ITEM, "paint the gate", LEAD),
        (PartKind.ITEM, "oil the hinge, both sides", LEAD),
    ]


def test_one_dash_and_dashes_within_a_paragraph_are_none() -> None:
    for text in ("– Ines", "The gate\n– the one in the north –\nis old, and so\n– they say – is the hinge."):
        lines = text.split("\n")
        assert with_list_marks(lines) == lines


def test_each_list_is_looked_at_alone() -> None:
    lines = ["– one", "– two", "", "Text.", "", "– alone", "", "More text."]
    assert with_list_marks(lines) == ["- one", "- two", *lines[2:]]
