"""Debian's changelog and NEWS (deb-changelog(5)) as Markdown: a heading for each release, no names."""

import re
from collections.abc import Sequence

_RELEASE = re.compile(r"([a-z0-9][a-z0-9+.-]{1,60} \([^()\s]{1,60}\))(?: [a-z0-9-]+){1,4}; *\w+=\w+")
_CONTRIBUTOR = re.compile(r"\s+\[ [^\[\]]{2,80} \]\s*$")
_SIGNATURE = re.compile(
    r" -- .{1,120}<[^<>\s]{1,120}>  ?\w{3}, {1,2}\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}"
)


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
