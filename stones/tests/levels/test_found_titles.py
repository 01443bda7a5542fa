"""The title of a text that marks it otherwise than Markdown does."""

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.tests.levels.chat_doubles import count_tokens


def test_restructured_text_has_its_title_between_two_rows() -> None:
    text = (
        "=========\nLanternas\n=========\n\nLanternas computes how far a lamp is seen.\n\n"
        "History\n=======\n\nIt was written for a harbour.\n"
    )
    document = read_document(text)
    assert document.title == "Lanternas"
    assert [part.section for part in document.parts if "harbour" in part.plain] == ["History"]
    levels = write_extract(text, count_tokens=count_tokens, count=4).texts
    assert not any("==" in level for level in levels)


def test_fields_below_the_title_are_no_sentence() -> None:
    text = (
        "====\nLamp\n====\n\n:Version: 2.1\n:Web: https://example.org/lamp\n:Keywords: lamps, boats\n\n"
        "A lamp shines on the sea, and each boat has two of them.\n"
    )
    detail = write_extract(text, count_tokens=count_tokens, count=4).texts[1]
    assert detail == "Lamp: A lamp shines on the sea, and each boat has two of them."


def test_a_command_of_root_is_no_title() -> None:
    text = "The lamp needs its driver.\n\nLoad it as root:\n\n# modprobe lamp\n# lamp --test\n\nThen it shines.\n"
    document = read_document(text)
    assert document.title == ""
    assert "modprobe" not in write_extract(text, count_tokens=count_tokens, count=4).texts[0]


def test_a_single_command_of_root_ends_the_line_that_leads_in() -> None:
    text = "# Lamps\n\nLoad the driver as root:\n\n# modprobe lamp\n\nThen the lamp shines in the night.\n"
    detail = write_extract(text, count_tokens=count_tokens, count=4).texts[1]
    assert "Load the driver as root: modprobe lamp." in detail


def test_a_mail_of_french_typography_has_its_subject_as_title() -> None:
    text = (
        "De : Odile Roussel\nÀ : l'atelier\nObjet : les lampes du quai\n\nBonjour à tous,\n\n"
        "Les lampes du quai sont livrées jeudi. Deux d'entre elles sont fêlées.\n"
    )
    assert read_document(text).title == "les lampes du quai"
    first = write_extract(text, count_tokens=count_tokens, count=4).texts[0]
    assert "Roussel" not in first
    assert "livrées jeudi" in first
