"""Which lines of a source were read: what the ledger knows, and what it does not."""

import html
import re

from django.contrib.auth.models import User
from django.test import Client

from core.llm.model_doubles import FakeEmbedder, use_models
from stones.models import LedgerEntry, ReadKind, Stone
from stones.queries.source_reads import WIDTH, source_reads
from stones.services import focus, read_level
from stones.tests.factories import ledger_reader, store, write_levels

SOURCE = "\n\n".join(
    f"## Part {number}\n\nThe pump {number} has port {7000 + number}." for number in range(30)
)


def read(stone: Stone, reader: str, kind: str, level: int | None, lines: list[int] | None = None) -> None:
    LedgerEntry.objects.create(
        account=stone.account,
        stone=stone,
        source=stone.pk,
        reader=ledger_reader(stone.account, reader),
        kind=kind,
        level=level,
        lines=lines,
        tokens=1,
        paste_tokens=1,
    )


def test_passages_are_recorded_with_their_lines(ann: User) -> None:
    stone = store(ann, content=SOURCE)
    with use_models(embedder=FakeEmbedder()):
        found = focus(
            account=ann, border_hash=stone.pk, question="Which port has pump 7?", reader="agent koda"
        )
    lines_read = LedgerEntry.objects.get(kind=ReadKind.FOCUS).lines
    assert lines_read
    assert lines_read == [
        line for excerpt in found.focus.passages for line in (excerpt.start_line, excerpt.end_line)
    ]
    lines = SOURCE.split("\n")
    shown = "\n".join(lines[lines_read[0] - 1 : lines_read[1]])
    assert shown.strip() in SOURCE
    assert found.focus.passages[0].text.strip().split("\n")[0] in shown


def test_the_parts_add_up(ann: User) -> None:
    stone = store(ann, content=SOURCE)
    write_levels(stone)
    top = stone.top_level
    koda, ann_reads, mira = "agent koda", "person ann", "agent mira"
    read(stone, koda, "level", top)
    read(stone, koda, "level", top)
    read(stone, ann_reads, "whole", top)
    # Neither of these loads the source.
    read(stone, koda, "level", 0)
    read(stone, mira, "helper", top)
    for lines in ([3, 5, 9, 9], [5, 6], None, [900, 901]):
        read(stone, mira, "focus", None, lines)
    found = source_reads(stone, text="Text.\n" * 12)
    assert [(part.start, part.end, part.reads, part.readers) for part in found.parts] == [
        (1, 2, 3, (koda, ann_reads)),
        (3, 4, 4, (koda, ann_reads, mira)),
        (5, 5, 5, (koda, mira, ann_reads)),
        (6, 6, 4, (koda, ann_reads, mira)),
        (7, 8, 3, (koda, ann_reads)),
        (9, 9, 4, (koda, ann_reads, mira)),
        (10, 12, 3, (koda, ann_reads)),
    ]
    assert (found.whole, found.focused, found.unknown, found.unread) == (3, 3, 1, 0)
    assert [part.shade for part in found.parts] == [3, 4, 4, 4, 3, 4, 3]
    last = found.parts[-1]
    assert last.x + last.width == WIDTH


def test_what_nobody_read(ann: User) -> None:
    found = source_reads(store(ann, content=SOURCE), text="Text.\n" * 10)
    assert [(part.start, part.end, part.reads, part.shade) for part in found.parts] == [(1, 10, 0, 0)]
    assert found.unread == 10


def test_blank_lines_are_read_with_the_line_before_them(person: Client, ann: User) -> None:
    text = "\n# Pumps\n\nOne.\n \n\nTwo.\n\u200b\nThree.\n"
    stone = store(ann, content=text)
    read(stone, "agent koda", "focus", None, [2, 4])
    read(stone, "agent mira", "focus", None, [7, 7])
    found = source_reads(stone, text=text)
    assert [(part.start, part.end, part.reads) for part in found.parts] == [
        (1, 1, 0),
        (2, 6, 1),
        (7, 8, 1),
        (9, 9, 0),
    ]
    assert found.unread == 1
    long = store(ann, content=SOURCE)
    write_levels(long)
    read(long, "agent koda", "focus", None, [1, 3])
    page = re.sub(r"\s+", " ", person.get(f"/stones/{long.pk}?tab=reads").content.decode())
    assert "<span>58 lines of text nobody has read</span>" in page  # of 60, with a blank one behind each


def test_where_all_was_read_that_is_said(person: Client, ann: User) -> None:
    stone = store(ann, content=SOURCE)
    write_levels(stone)
    read_level(account=ann, border_hash=stone.pk, level=stone.top_level, reader="agent koda")
    page = person.get(f"/stones/{stone.pk}?tab=reads").content.decode()
    assert "<span>every line was read</span>" in page
    assert "nobody has read" not in page


def test_the_page_draws_it_and_says_what_is_unknown(person: Client, ann: User) -> None:
    stone = store(ann, content=SOURCE)
    write_levels(stone)
    read_level(account=ann, border_hash=stone.pk, level=stone.top_level, reader="agent koda")
    read(stone, "agent mira", "focus", None)
    page = html.unescape(person.get(f"/stones/{stone.pk}?tab=reads").content.decode())
    page = re.sub(r"\s+", " ", page)
    assert '<rect data-shade="4" x="0.0" y="0" width="700.0"' in page
    assert "1 read of all of it, 0 of passages. Of 1 more read of passages the lines are not known." in page
    assert f"1–{SOURCE.count(chr(10)) + 1}" in page
