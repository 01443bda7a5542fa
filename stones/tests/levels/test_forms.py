"""Texts that are neither prose nor Markdown are read by what they say, not by their marks."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.document_parts import PartKind
from stones.levels.forms import as_written_in_markdown
from stones.levels.forms.header_fields import split_head
from stones.tests.levels.chat_doubles import count_tokens

SOURCE = r"""'\" t
.\" made by hand
.TH "SLUICE" "8" "2026-10-01"
.SH NAME
sluice \- opens and shuts the gates of a canal
.SH SYNOPSIS
.B sluice
.RB [ \-f ]
.I gate
.SH OPTIONS
.TP
.B \-f, \-\-force
Open the gate against the \fIupper\fR lock's rules\&.
Never use it in spring.
.IP \(bu 2
Each gate is one file.
.PP
Text of its own.
.nf
sluice \-f 4
.fi
"""
SHOWN = """\
SLUICE(8)                    Canal Manual                    SLUICE(8)

NAME
       sluice  -  opens and shuts the gates
       of a canal

OPTIONS
       -f, --force
              Open the gate against  the rules.
              Never use it in spring.

       Text of its own.

1.2                          2026-10-01                      SLUICE(8)
"""
CHANGELOG = """\
sluice (1:2.4-1) unstable; urgency=medium

    The gates open at five now. Please tell the lock keepers.
    .
    The old timetable is gone.

  [ Ada Lock ]
    Wording.

 -- Ada Lock <ada@example.org>  Wed,  04 Nov 2026 11:49:00 +0200

sluice (1:2.3-7) unstable; urgency=low

    The gates open at six.

 -- Ada Lock <ada@example.org>  Mon, 02 Mar 2026 09:00:00 +0200
"""
METADATA = """\
Metadata-Version: 2.4
Name: sluice
Version: 2.4
Summary: Opens and shuts the gates of a canal
Classifier: Intended Audience :: Developers
Requires-Dist: gates>=3; extra == "spring"

# Sluice

Never open two gates at once.
"""
SCHEDULE = """\
These gates are to be pulled down.

Gate: Upper mill
Since: 1911
Warning: sign
Why:
 Nobody mills there.

Gate Lower mill
Since: 1920
Why:
 The stream was moved.

Gate: Weir
Warning: sign, fence
Why:
 It leaks.

Gate: Ford
Since: 1931
"""


def _lines(text: str) -> list[str]:
    return as_written_in_markdown(text.split("\n"))


def test_the_source_of_a_manual_page() -> None:
    lines = _lines(SOURCE)

    assert [line for line in lines if line] == [
        "# SLUICE(8)",
        "opens and shuts the gates of a canal",
        "## SYNOPSIS",
        "sluice",
        "[-f]",
        "gate",
        "## OPTIONS",
        "- -f, --force:",
        "  Open the gate against the upper lock's rules.",
        "  Never use it in spring.",
        "- Each gate is one file.",
        "Text of its own.",
        "```",
        "sluice -f 4",
        "```",
    ]


def test_the_source_of_a_bsd_manual_page() -> None:
    source = (
        ".Dd May 1\n.Dt SLUICED 8\n.Os\n.Sh NAME\n.Nm sluiced\n.Nd opens gates by a timetable\n.Sh SYNOPSIS\n.Nm\n"
        ".Op Fl f Ar file\n.Sh OPTIONS\n.Bl -tag\n.It Fl f Ar file\nRead\n.Ar file ,\nnot the other.\n.El\n"
        ".Sh SEE ALSO\n.Xr sluice 8 ,\n.Pa /etc/gates"
    )

    assert [line for line in _lines(source) if line] == [
        "# SLUICED(8)",
        "opens gates by a timetable",
        "## SYNOPSIS",
        "sluiced",
        "[-f file]",
        "## OPTIONS",
        "- -f file:",
        "  Read",
        "  file,",
        "  not the other.",
        "## SEE ALSO",
        "sluice(8),",
        "/etc/gates",
    ]


def test_a_manual_page_as_it_is_shown() -> None:
    assert [line for line in _lines(SHOWN) if line] == [
        "# SLUICE(8)",
        "opens and shuts the gates",
        "of a canal",
        "## OPTIONS",
        "- -f, --force:",
        "  Open the gate against the rules.",
        "  Never use it in spring.",
        "Text of its own.",
    ]


def test_a_changelog_has_a_heading_for_each_release_and_no_names() -> None:
    assert [line for line in _lines(CHANGELOG) if line] == [
        "# sluice (1:2.4-1)",
        "The gates open at five now. Please tell the lock keepers.",
        "The old timetable is gone.",
        "Wording.",
        "# sluice (1:2.3-7)",
        "The gates open at six.",
    ]


def test_of_a_changelog_the_latest_release_is_told() -> None:
    for level in write_extract(CHANGELOG, count_tokens=count_tokens, count=3).texts:
        assert level.startswith("sluice (1:2.4-1)")
        assert "tell the lock keepers" in level
        assert "at six" not in level


def test_fields_above_a_text_are_its_front_matter() -> None:
    document = read_document(METADATA)
    level = write_extract(METADATA, count_tokens=count_tokens, count=2).texts[0]

    assert (document.title, document.description) == ("sluice", "Opens and shuts the gates of a canal")
    assert [part.line for part in document.parts] == [8, 10]
    assert level == "sluice: Opens and shuts the gates of a canal. Never open two gates at once."


def test_a_control_file_without_a_body_has_its_description_as_one() -> None:
    head = "Package: sluice\nVersion: 2.4\nDescription: opens gates\n Shut them by night.\n .\n By hand.\n"

    front, body = split_head(head)
    assert front.values == {"title": "sluice", "description": "opens gates"}
    assert body.split() == ["Shut", "them", "by", "night.", "By", "hand."]


@pytest.mark.parametrize(
    "text",
    [
        "Status: open\nOwner: Ada\n\nThe gate is shut.",
        "From: Ada\nTo: Bo\nSubject: Gate\n\nPlease shut it.",
        "---\nname: x\n---\nText.",
    ],
)
def test_other_first_lines_are_left_alone(text: str) -> None:
    front, body = split_head(text)

    assert body.strip() == text.rpartition("---\n")[2].strip()
    assert "description" not in front.values


def test_records_are_items_that_name_their_thing() -> None:
    document = read_document(SCHEDULE)
    items = [part for part in document.parts if part.kind is PartKind.ITEM]

    assert [item.plain for item in items] == [
        "Gate: Upper mill; Since: 1911; Warning: sign; Why: Nobody mills there.",
        "Gate Lower mill; Since: 1920; Why: The stream was moved.",
        "Gate: Weir; Warning: sign, fence; Why: It leaks.",
        "Gate: Ford; Since: 1931",
    ]
    level = write_extract(SCHEDULE, count_tokens=count_tokens, count=2).texts[0]
    assert level.startswith("These gates are to be pulled down. Gate: Upper mill;")


def test_two_labelled_paragraphs_are_no_records() -> None:
    text = "Goal: shut it.\nOwner: Ada\n\nGoal: open it.\nOwner: Bo"

    assert _lines(text) == text.split("\n")


@pytest.mark.parametrize(
    "text", [SOURCE, SHOWN, CHANGELOG, SCHEDULE, "", "\n", "a\n\nb", ".TH A 1\n.SH NAME", ".Dt A 1\n.Sh NAME"]
)
def test_the_number_of_lines_stays(text: str) -> None:
    assert len(_lines(text)) == len(text.split("\n"))


def test_directives_and_substitutions_are_no_content() -> None:
    text = (
        ".. |badge| image:: https://example.org/b.svg\n   :width: 90px\n.. |gate| replace:: upper gate\n\n"
        "|badge| Shut the |gate| by night.\n\n.. code-block:: pycon\n\n    >>> shut()\n\n.. warning:: It leaks.\n"
    )
    parts = [(part.kind, part.plain) for part in read_document(text).parts]

    assert parts == [
        (PartKind.TEXT, "Shut the upper gate by night."),
        (PartKind.CODE, "    >>> shut()"),
        (PartKind.ADMONITION, "It leaks."),
    ]


def test_a_literal_block_is_code_however_far_it_is_indented() -> None:
    text = "Shut it::\n\n  sluice -f\n\nOr so:\n\n.. code-block:: sh\n\n   sluice -a\n\nDone by *hand*."

    assert [part.kind for part in read_document(text).parts] == [
        PartKind.TEXT,
        PartKind.CODE,
        PartKind.TEXT,
        PartKind.CODE,
        PartKind.TEXT,
    ]


def test_a_head_alone_has_levels() -> None:
    text = "Wheel-Version: 1.0\nGenerator: x\nName: sluice\nSummary: opens gates\nTag: a\nTag: b\n"

    assert write_extract(text, count_tokens=count_tokens, count=2).texts == ("sluice: opens gates.",)


def test_a_description_that_is_folded_deeper_is_one() -> None:
    front, body = split_head(
        "Package: tides\nVersion: 1\nDescription: High and low\n    water. Not for storms.\n"
    )

    assert front.values["description"] == "High and low water. Not for storms."
    assert not body.strip()


def test_who_speaks_in_a_chat_stays_in_brackets() -> None:
    text = "[lead] Shut the gate.\n[keeper] I can't decide that, Ada has the key."

    assert [part.plain for part in read_document(text).parts] == text.split("\n")


def test_one_placeholder_makes_no_template_of_a_paragraph() -> None:
    text = "A name must not contain `..` or `~`. Names begin with a letter. Set <gate> by hand."
    level = write_extract(f"# Names\n\n{text}", count_tokens=count_tokens, count=2).texts[0]

    assert level.startswith("Names: A name must not contain `..` or `~`.")


def test_the_head_of_a_raw_mail_is_its_front_matter() -> None:
    mail = (
        "Return-Path: <ida@example.org>\nReceived: from a.example.org (a.example.org [192.0.2.1])\n"
        "\tby b.example.org; Tue, 4 Mar 2025 09:12:00 +0100\nFrom: Ida <ida@example.org>\n"
        "To: Ben <ben@example.org>\nSubject: The roof of\n hall 3\nMessage-ID: <12@example.org>\n"
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
        "The roof of hall 3 leaks at two places, and the roofer comes on Friday.\n"
    )
    document = read_document(mail)
    assert document.title == "The roof of hall 3"
    assert [part.plain for part in document.parts] == [
        "The roof of hall 3 leaks at two places, and the roofer comes on Friday."
    ]
