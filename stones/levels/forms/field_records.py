"""Records of fields, each a paragraph that opens with the same label, as Markdown: an item for each."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

MIN_RECORDS = 3
MIN_FIELDS = 2
"""Of a record."""
_FIELD = re.compile(r"([A-Z][\w-]{1,24}(?: [\w-]{1,20})?):(?:\s|$)")
_ENDED = re.compile(r"[.;:,!?]$")


def records_as_items(lines: Sequence[str]) -> list[str]:
    """The same number of lines; a record's fields stand with its first one, which names the thing."""
    out = [*lines]
    if sum(map(bool, map(_label, lines))) < MIN_RECORDS * MIN_FIELDS:
        return out
    runs = [run for run in _paragraphs(lines) if _has_fields(lines, run)]
    openings = Counter(_label(lines[run[0]]) for run in runs)
    names = {name for name, count in openings.items() if name and count >= MIN_RECORDS}
    for run in runs:
        # Somebody may have left the colon out.
        if (_label(lines[run[0]]) or lines[run[0]].partition(" ")[0]) in names:
            for at in run:
                is_open = at < run[-1] and _label(lines[at + 1]) and not _ENDED.search(lines[at].rstrip())
                out[at] = f"{'- ' if at == run[0] else '  '}{lines[at].strip()}{';' if is_open else ''}"
    return out


def _paragraphs(lines: Sequence[str]) -> Iterator[list[int]]:
    for is_text, run in groupby(range(len(lines)), lambda at: bool(lines[at].strip())):
        if is_text:
            yield [*run]


def _has_fields(lines: Sequence[str], run: Sequence[int]) -> bool:
    """Whether enough lines are fields, and all but the first others belong to the field above."""
    labels = [_label(lines[at]) for at in run]
    others = [lines[at] for at, label in zip(run[1:], labels[1:], strict=True) if not label]
    return sum(map(bool, labels)) >= MIN_FIELDS and all(line[:1].isspace() for line in others)


def _label(line: str) -> str:
    found = _FIELD.match(line[:60])
    return found[1] if found else ""
