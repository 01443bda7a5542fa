"""Debian's changelog and NEWS (deb-changelog(5)) and GNU's ChangeLog as Markdown: a heading an entry, no names."""

import re
from collections.abc import Sequence

_RELEASE = re.compile(r"([a-z0-9][a-z0-9+.-]{1,60} \([^()\s]{1,60}\))(?: [a-z0-9-]+){1,4}; *\w+=\w+")
_CONTRIBUTOR = re.compile(r"\s+\[ [^\[\]]{2,80} \]\s*$")
_SIGNATURE = re.compile(
    r" -- .{1,120}<[^<>\s]{1,120}>  ?\w{3}, {1,2}\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}"
)
_GNU_ENTRY = re.compile(r"(\d{4}-\d\d-\d\d)\s{1,4}[^<>\n]{2,80}\s<[^<>\s]{3,80}>\s*$")


def gnu_changelog_as_markdown(lines: Sequence[str]) -> list[str]:
    """The same number of lines: `2024-03-02  Ann Example  <ann@example.org>` as the heading of its day."""
    return [f"# {entry[1]}" if (entry := _GNU_ENTRY.match(line[:400])) else line for line in lines]


def changelog_as_markdown(lines: Sequence[str]) -> list[str]:
    """The same number of lines; unchanged if they are no such file."""
    if not any(map(_SIGNATURE.match, lines)):
        return [*lines]
    out = []
    indent = 0
    for line in lines:
        release = _RELEASE.match(line)
        if release:
            out.append(f"# {release[1]}")
            indent = 0
        elif line.strip() == "." or _SIGNATURE.match(line) or _CONTRIBUTOR.match(line):
            out.append("")
        else:
            # The first line of a release says how far all of them are indented.
            indent = indent or len(line) - len(line.lstrip())
            out.append(line[indent:] if line[:indent].isspace() else line)
    return out
