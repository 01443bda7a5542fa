"""The label before each recalled memory, which no words of a memory can look like.

A shared memory's text and key are another agent's words: neither may pass for a label.
"""

import json
import re
from datetime import datetime, timedelta

KEY_CHARACTERS = 60
"""Of a key, in a label."""
_LINE_ENDS = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_INSET = "| "
_ENDS_A_NAME = re.compile('[][",]')
_UNITS = (("y", 365 * 86_400), ("mo", 30 * 86_400), ("d", 86_400), ("h", 3_600), ("min", 60))


def memory_label(
    name: str,
    created: datetime,
    now: datetime,
    *,
    superseded: datetime | None = None,
    restored: datetime | None = None,
    shared_by: str | None = None,
    replaces_own: bool = False,
) -> str:
    """`[port, 3 h, replaced 2 d ago, shared by mira]`. A name in which a label could end is quoted.

    `shared_by`: None for a text of one's own alone, "" for one that is shared by oneself. `restored`: since when it
    holds again. `replaces_own`: another agent's stands in the place of one's own.
    """
    name = name if len(name) <= KEY_CHARACTERS else f"{name[:KEY_CHARACTERS]}…"
    name = " ".join(name.split())
    if _ENDS_A_NAME.search(name):
        name = json.dumps(name, ensure_ascii=False)
    facts = [name, age(created, now)]
    if superseded:
        since = age(superseded, now)
        facts.append("just replaced" if since == "now" else f"replaced {since} ago")
    elif restored:
        since = age(restored, now)
        facts.append(f"was replaced, holds again {'since just now' if since == 'now' else f'for {since}'}")
    if shared_by is not None:
        facts.append(f"shared by {shared_by}" if shared_by else "shared")
    if replaces_own:
        facts.append("in place of yours")
    return f"[{', '.join(facts)}]"


def render_block(block: tuple[str, str]) -> str:
    """Label and excerpt as text, in which only the label begins a line unmarked."""
    label, excerpt = block
    return f"{label} {_LINE_ENDS.sub(_inset, excerpt)}"


def _inset(end: re.Match[str]) -> str:
    return f"{end[0]}{_INSET}"


def age(past: datetime, now: datetime) -> str:
    """How long ago, in the largest unit that fits: "now", "5 min", "3 d", "2 y"."""
    seconds = max(now - past, timedelta()).total_seconds()
    return next((f"{int(seconds // size)} {unit}" for unit, size in _UNITS if seconds >= size), "now")
