"""Logs of sessions, days or releases with the latest entry first: the others are superseded."""

import re
from collections.abc import Sequence

from stones.levels.document_parts import DocumentPart, PartKind

_COUNTED = re.compile(
    r"^\W*(session|sprint|week|day|iteration|round|update)\W{0,3}(\d{1,4})\b(?!:)|"
    r"^\W*v?(\d{4}-\d\d-\d\d|\d+\.\d+\.\d+)\b|^[a-z0-9][a-z0-9+.-]+ \((\d[^()\s]*)\)$",
    re.I,
)
"""Sessions, days, releases; of Debian's changelogs `gzip (1.12-1)`."""
_MARKED = re.compile(
    r"\W*(?:\d{4}-\d\d-\d\d|\d{1,2}\.? [^\W\d_]{3,9} \d{4}|[^\W\d_]{3,9} \d{1,2},? \d{4})\b[^().\n]{0,20}(?:\((?:"
    r"(?P<older>prior|previous|older|earlier|superseded|vorher|früher|anterior|précédent)|[^()\n]{2,20})\))?",
    re.I,
)
"""An entry, and how its author calls it: "2026-03-04 (prior) — …"; also in bold at the beginning of a paragraph."""
_CHANGE_LOG = re.compile(r"\W*(?:change ?log|release (?:notes|history)|version history)\W*$", re.I)
_RELEASE = re.compile(r"\W*(?:version )?v?\d+\.\d+[\w.]*(?:$|[\s_(–—-].{0,40}\d{4})", re.I)
MIN_ABOVE = 3
"""Parts above a list of releases that are what the text is about."""


def mark_older(parts: Sequence[DocumentPart]) -> set[int]:
    """Indexes of the parts of older entries."""
    return _count_down(parts) | _called_older(parts) | _older_releases(parts)


def _older_releases(parts: Sequence[DocumentPart]) -> set[int]:
    """Parts of all releases but the first one in the list of them that a text about something else has."""
    found: set[int] = set()
    above = releases = depth = 0
    is_list = False
    for at, part in enumerate(parts):
        if part.kind is not PartKind.HEADING:
            above += 1
        elif is_list and _RELEASE.match(part.plain):
            releases, depth = releases + 1, part.depth
        elif not (releases and part.depth > depth):
            is_list, releases = above >= MIN_ABOVE and _CHANGE_LOG.match(part.plain) is not None, 0
        if releases > 1:
            found.add(at)
    return found


def _called_older(parts: Sequence[DocumentPart]) -> set[int]:
    """Parts of the entries that their author calls so."""
    found: set[int] = set()
    depth = 0
    for at, part in enumerate(parts):
        is_heading = part.kind is PartKind.HEADING
        is_head = is_heading or (part.kind is PartKind.TEXT and part.is_bold)
        if entry := _MARKED.match(part.plain[:80]) if is_head else None:
            own = part.depth if is_heading else 7
            depth = own if entry["older"] else 0 if own <= depth else depth
        elif is_heading and part.depth <= depth:
            depth = 0
        if depth:
            found.add(at)
    return found


def _count_down(parts: Sequence[DocumentPart]) -> set[int]:
    """Parts after a heading that counts down, in logs of sessions or days with the latest first."""
    latest: dict[tuple[tuple[str, ...], str], tuple[int, ...]] = {}
    older_from: dict[tuple[str, ...], int] = {}
    for at, part in enumerate(parts):
        if (
            part.kind is PartKind.HEADING
            and len(part.trail) <= 2
            and (match := _COUNTED.search(part.plain[:80]))
        ):
            above = part.trail[:-1]
            number = tuple(map(int, re.findall(r"\d+", match[2] or match[3] or match[4])))
            if number < latest.setdefault((above, (match[1] or "").lower()), number):
                older_from.setdefault(above, at)
    none = len(parts)
    return {
        at
        for at, part in enumerate(parts)
        if older_from and at >= min(older_from.get((), none), older_from.get(part.trail[:1], none))
    }
