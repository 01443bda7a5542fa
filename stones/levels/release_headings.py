"""The entries of a change log whose headings have no mark: Debian's `gzip (1.12-1) sid; urgency=high`, GNU's
`2021-08-01  Ann Example  <ann@example.org>`.
"""

import re
from collections.abc import Sequence

from stones.levels.document_parts import DocumentPart, PartKind

_RELEASE = re.compile(
    r"[a-z0-9][a-z0-9.+-]{1,80} \([^()\s]{1,80}\)(?: [\w.+-]{1,40}){1,6}; urgency=\w+|"
    r"\d{4}-\d\d-\d\d\s{1,4}[^<>\n]{2,80}\s<[^<>\s]{3,80}>\s*$"
)


def with_release_headings(lines: Sequence[str]) -> list[str]:
    """The same lines, such headings as Markdown's."""
    return [f"# {line}" if _RELEASE.match(line[:400]) else line for line in lines]


def older_releases(parts: Sequence[DocumentPart]) -> frozenset[str]:
    """The headings of all such entries but the first, which is the newest."""
    headings = [
        part.plain for part in parts if part.kind is PartKind.HEADING and _RELEASE.match(part.text[:400])
    ]
    return frozenset(headings[1:]) - frozenset(headings[:1])
