"""Paths of pages without names and ids: "/notes/8f3a21c0/edit" as "/notes/:id/edit".

The tracker does the same (static/analytics/tracker.js); both are tested on the same list.
"""

import re

PLACE = ":id"
MAX_CHARACTERS = 200
# A word of a path: letters and dashes, at most 24 of them. Any other may be a name, a number or a key.
_WORD = re.compile(r"\A(?![0-9a-f]{8,}\Z)[A-Za-z][A-Za-z_-]{0,23}(\.[A-Za-z]{1,5})?\Z")


def general_path(path: str) -> str:
    """The path alone, each part that is no plain word as ":id"; of more than 200 characters the first parts."""
    parts = re.split(r"[?#]", path, maxsplit=1)[0].strip("/").split("/")
    general = ""
    for part in parts:
        longer = f"{general}/{part if part == '' or _WORD.match(part) else PLACE}"
        if len(longer) > MAX_CHARACTERS:
            break
        general = longer
    return general
