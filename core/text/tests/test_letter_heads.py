"""What stands above a mail's or a letter's text."""

import pytest

from core.text.letter_heads import head_spans, mail_headers


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("From: Ann\nTo: Bo\nDate: 11 May 2026\n\nHello there", ["From: Ann\nTo: Bo\nDate: 11 May 2026"]),
        ("**From:** Ann **To:** Bo\nDear Bo, yes.\n", ["**From:** Ann **To:** Bo"]),
        (
            "**From:** Ann, 3 May 2026\nYes.\n\n**From:** Bo, 4 May 2026\nNo.",
            ["**From:** Ann, 3 May 2026", "**From:** Bo, 4 May 2026"],
        ),
        ("> Von: Ann\n> Gesendet: 11. Mai 2026\n\nJa", ["> Von: Ann\n> Gesendet: 11. Mai 2026"]),
        ("From: 1 June 2026\nTo: 5 June 2026\n", []),
        ("To: buy milk\nDate: soon", []),
        ("From: the mill, on foot, it is an hour.", []),
    ],
)
def test_headers_of_mails(text: str, headers: list[str]) -> None:
    assert [text[start:end] for start, end in mail_headers(text)] == headers


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Old Mill\n3 Ford Street\n17 March 2026\n\nDear Ann,\n\nThe wheel turns.", "The wheel turns."),
        ("From: Ann\nTo: Bo\n\nDear Bo, the wheel turns.", "the wheel turns."),
        ("Liebe Anna, das Rad läuft.", "das Rad läuft."),
        ("Dear Sir or Madam,\nThe wheel turns.", "The wheel turns."),
        (
            "# Wheel\n\nThe wheel turns.\n\nDear Ann, it does.",
            "# Wheel\n\nThe wheel turns.\n\nDear Ann, it does.",
        ),
        ("Dear old things stand there.", "Dear old things stand there."),
        ("Wheel\nOld Mill\n\nIt turns.", "Wheel\nOld Mill\n\nIt turns."),
    ],
)
def test_what_is_left_of_a_letter(text: str, left: str) -> None:
    for start, end in reversed(head_spans(text, is_beginning=True)):
        text = text[:start] + text[end:]
    assert text.strip() == left


def test_only_a_note_s_own_beginning_has_an_address() -> None:
    assert head_spans("Old Mill\n\nDear Ann,\n\nIt turns.", is_beginning=False) == []
