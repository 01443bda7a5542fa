"""Which lines of a stone's source were read how often, and by whom: as far as the ledger of reads knows.

There is nothing to read in a blank line: it goes with the line before it, and is not counted as unread.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.db.models import Count, Q

from core.text.is_blank import is_blank
from stones.models import Content, LedgerEntry, ReadKind, Stone

MAX_FOCUSED = 2_000
"""So many of the newest reads of passages are looked at."""
MAX_READERS = 20
WIDTH, HEIGHT = 700, 28
SHADES = 4
"""Beside none: each for a quarter of the most reads."""


@dataclass(frozen=True)
class ReadLines:
    """Neighbouring lines (from 1, both included) that were read equally often, and where they stand in the strip."""

    start: int
    end: int
    reads: int
    readers: tuple[str, ...]
    shade: int
    """0 for lines that nobody read."""
    x: float
    width: float


@dataclass(frozen=True)
class SourceReads:
    """The strip of a source. `unknown`: reads of passages of which it was not recorded which lines they had."""

    lines: int
    whole: int
    """Reads of all of it."""
    focused: int
    """Reads of passages or parts whose lines are known."""
    unknown: int
    parts: tuple[ReadLines, ...]
    unread: int
    """How many lines with text nobody has read."""
    width: int = WIDTH
    height: int = HEIGHT


def stored_source_reads(stone: Stone) -> SourceReads | None:
    """The reads of a stone's source; None where that was deleted meanwhile."""
    try:
        text = stone.content.text
    except Content.DoesNotExist:
        return None
    return source_reads(stone, text=text)


def source_reads(stone: Stone, *, text: str) -> SourceReads:
    """The reads of a stone's source, which is this text. Three queries."""
    blank = [is_blank(line) for line in text.removesuffix("\n").split("\n")]
    lines = len(blank)
    entries = LedgerEntry.objects.filter(account=stone.account_id, stone=stone).order_by()
    is_source = Q(kind__in=(ReadKind.LEVEL, ReadKind.WHOLE), level=stone.top_level)
    whole = dict(entries.filter(is_source, lines=None).values_list("reader__name").annotate(Count("pk")))
    focused = entries.filter(kind=ReadKind.FOCUS)
    known = list(
        entries.exclude(lines=None)
        .order_by("-created", "-pk")
        .values_list("reader__name", "lines")[:MAX_FOCUSED]
    )
    stretches = [(reader, 1, lines, many) for reader, many in whole.items()]
    for reader, ends in known:
        assert ends is not None  # left out by the query
        pairs = zip(ends[::2], ends[1::2], strict=True)
        stretches += [
            (reader, start, _end_with_blanks(end, blank), 1) for start, end in pairs if start <= lines
        ]
    parts = tuple(_parts(stretches, lines))
    return SourceReads(
        lines,
        sum(whole.values()),
        len(known),
        focused.filter(lines=None).count(),
        parts,
        sum(blank[part.start - 1 : part.end].count(False) for part in parts if not part.reads),
    )


def _end_with_blanks(end: int, blank: Sequence[bool]) -> int:
    """The last of the blank lines behind line `end` (from 1)."""
    while end < len(blank) and blank[end]:
        end += 1
    return min(end, len(blank))


def _parts(stretches: Sequence[tuple[str, int, int, int]], lines: int) -> Iterable[ReadLines]:
    """Of (reader, first line, last line, times): a sweep over the lines at which something begins or has ended."""
    edges = {1, lines + 1}
    begins: dict[int, Counter[str]] = {}
    for reader, start, end, many in stretches:
        for line, step in ((start, many), (end + 1, -many)):
            edges.add(line)
            begins.setdefault(line, Counter())[reader] += step
    spans, now = [], Counter[str]()
    for start, following in pairwise(sorted(edges)):
        now.update(begins.get(start, {}))
        readers = tuple(reader for reader, many in now.most_common(MAX_READERS) if many > 0)
        spans.append((start, following - 1, sum(now.values()), readers))
    most = max((reads for *_, reads, _ in spans), default=0)
    scale = WIDTH / max(lines, 1)
    for start, end, reads, readers in spans:
        shade = -(-reads * SHADES // most) if most else 0
        x, width = round((start - 1) * scale, 2), round((end - start + 1) * scale, 2)
        yield ReadLines(start, end, reads, readers, shade, x, width)
