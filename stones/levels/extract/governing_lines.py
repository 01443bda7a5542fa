"""The heading or line that a sentence needs beside it, away from its place: it turns it, or names what it is about."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.extract.opening_words import is_without_subject
from stones.levels.extract.progress_units import is_unfinished
from stones.levels.extract.verdicts import names_vote
from stones.levels.markers import markers

MAX_CONDITION_CHARACTERS = 100
"""Of a heading or a line that leads in; a paragraph that ends in a colon names more than the condition of its list."""
MIN_SECTIONS = 3
"""In so many sections stands a label that is a field of records: its value says nothing without the record's name."""
_TURNING = markers("names", "turning", opening=True)
_UNSETTLED = markers("names", "unsettled", "time", opening=True, whole=True)
_ASIDE = re.compile(r"\s*\([^()]*\)$")
_CONDITIONAL = markers("names", "conditional")
_OPEN_CONDITION = re.compile(
    r"(?:.*[.!?] )?(?P<condition>[^.!?]*\b(?:when(?:ever)?|if|once|unless|until|after|wenn|falls|sobald|cuando|si|"
    r"quand|lorsque)):$",
    re.I,
)
"""A line whose list says when what it says holds: "We write one when:"."""
MAIN_CLAUSE = re.compile(r"[;:，、；→—–]|,(?!\s(?:even|al?though|and|or|because)\b)|\sthen\s")


def turning_name(part: DocumentPart) -> str:
    """The line or heading that turns what stands under it: `Not tested`, `If it fails`, a question; empty: none."""
    is_item = part.kind is PartKind.ITEM
    if is_item and (opened := _OPEN_CONDITION.match(part.parent[-2 * MAX_CONDITION_CHARACTERS :])):
        return opened["condition"]
    if part.completes_lead and len(part.parent) <= MAX_CONDITION_CHARACTERS:
        return part.parent.rstrip(".:： ")
    is_lead = part.parent != "" and (part.parent.endswith((":", "：")) or _is_bare_condition(part.parent))
    names = (
        part.parent if is_lead else "",
        *reversed(part.trail[1:] if len(part.trail) > 1 else part.trail),
    )
    return next((name for name in names if _turns(name, is_over_items=is_item)), "").rstrip(".:： ")


@lru_cache(maxsize=2_000)
def _turns(name: str, *, is_over_items: bool) -> bool:
    """All parts of a section have its name. A paragraph says itself that something is open, an item does not."""
    opening = _CONDITIONAL.search(name)
    if opening and (len(name) <= MAX_CONDITION_CHARACTERS or opening.start() == 0):
        return True
    if is_over_items and _UNSETTLED.match(_ASIDE.sub("", name[:120].rstrip(".:： "))):
        return True
    return _TURNING.match(name[:120]) is not None or name.endswith(("?", "？")) or is_unfinished(name)


def _is_bare_condition(text: str) -> bool:
    """Whether it is a condition of what stands below it, and says nothing else: `If the disk is full`."""
    opening = _CONDITIONAL.search(text[:20])
    return opening is not None and opening.start() == 0 and not MAIN_CLAUSE.search(text)


def record_name(part: DocumentPart, text: str, fields: frozenset[str], *, is_first: bool) -> str:
    """The heading that says of what a field or a sentence without a subject speaks; empty: neither is one."""
    is_elliptic = is_first and part.kind is PartKind.TEXT and is_without_subject(text)
    is_named = part.label in fields or is_elliptic or part.is_titled or names_vote(part)
    return part.section.rstrip(".:： ") if is_named else ""


def record_fields(parts: Sequence[DocumentPart]) -> frozenset[str]:
    sections = Counter(label for label, _ in {(part.label, part.trail) for part in parts if part.label})
    return frozenset(label for label, count in sections.items() if count >= MIN_SECTIONS)
