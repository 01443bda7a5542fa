"""What a sentence needs beside it to say away from its place what it says there: the one before, or a heading."""

import re
from collections import defaultdict
from collections.abc import Sequence

from stones.levels.document_parts import DocumentPart, PartKind, PartSentence
from stones.levels.markers import markers

MIN_SECTIONS = 3
"""In so many sections stands a label that is a field of records: its value says nothing without the record's name."""
_TURNS_BACK = markers("context", "turning_back", opening=True)
_FORMER = markers("context", "former")
_LEANING = markers("units", "leaning", opening=True)
_POINTS_BACK = markers("context", "pointing_back", opening=True)
_REFERS = markers("context", "referring", whole=True)
_PRONOUN = re.compile(r"(?:\S+\s+){0,6}?(?:it|them|they|its|their)\b")
_ANTECEDENT = re.compile(
    r"(?i:\b(?:the|an?|each|every|any|all|no|which|what)\s)|\S\s+[A-Z0-9`@/<]|\d|\w{4}s\b"
)
"""What a pronoun further on may stand for."""
_FRAME = re.compile(r"(?:In|For|With|At|On|After|Before|To|Bei|Mit|Nach|En|Con|Avec)\s(?:\S+\s){0,6}\S+,\s")
"""So opens a sentence that says where, or after what, something goes on."""
_ELLIPSIS = re.compile(r"[A-Z]\w+(?:ed|en)\s(?:by|in|on|from|at|for|with|as|to|if|when|until)\b")
"""So opens one whose subject is not said."""
_SUBORDINATE = markers("context", "subordinate", opening=True)
_MAIN_CLAUSE = re.compile(r"[;:，、；→—–]|,(?!\s(?:even|al?though|and|or|because)\b)|\sthen\s")
_TURNING = markers("context", "turning", opening=True)
_IMPERATIVE = markers("units", "imperative", opening=True)
_NO_STATEMENT = re.compile(
    r"\W*(?:\[[^\]\n]{1,200}\](?:\([^()\s]*\)|\[[^\]\n]*\])|<?https?://\S+>?)\W*$|"
    r"\s*(?:\*\*|__)(?:[^*_\s]+\s?){1,6}(?<![.!?])(?:\*\*|__)\s*$|[\"“„«][^\"“”»]*[\"”“»]\W*$"
)
"""A link, a title in bold, or a line of someone else's."""


def leans(part: DocumentPart, sentences: Sequence[PartSentence], at: int) -> bool:
    """Whether it says something only right behind the one before."""
    text, before = sentences[at].text, sentences[at - 1].text if at else ""
    pronoun = _PRONOUN.match(text)
    if pronoun and not _ANTECEDENT.search(text[: pronoun.end()].rpartition(" ")[0]):
        return True
    opens = (_LEANING, _FRAME, _ELLIPSIS, _TURNS_BACK) if at else ()
    return bool(
        _POINTS_BACK.match(text)
        or _REFERS.search(text.rstrip(" .!。"))
        or any(pattern.match(text) for pattern in opens)
        or before.endswith(("?", "？"))
        or (before and part.kind is PartKind.ADMONITION)
    )


def is_taken_back(sentences: Sequence[PartSentence], at: int) -> bool:
    """Whether the next one does, or it says itself that it no longer holds."""
    text, following = sentences[at].text, "".join(each.text for each in sentences[at + 1 : at + 2])
    is_contrast = _FRAME.match(text) and _FRAME.match(following) and text.split()[:2] == following.split()[:2]
    return bool(_TURNS_BACK.match(following) or is_contrast or _FORMER.search(text))


def is_residue(part: DocumentPart, text: str) -> bool:
    """Whether it is no statement: fields of a row, what a box leaves open, a clause without its main one."""
    is_unticked = part.is_done is False and part.text.lstrip("*_`")[:1].isalnum()
    return bool(
        (part.kind is PartKind.ROW and part.plain.count(" | ") > 1)
        or (is_unticked and not _IMPERATIVE.match(text))
        or _NO_STATEMENT.match(part.text)
        or text.count('"') % 2
        or (_SUBORDINATE.match(text) and not _MAIN_CLAUSE.search(text))
    )


def turning_name(part: DocumentPart, text: str, fields: frozenset[str], *, is_first: bool) -> str:
    """The line or heading without which it would be misread: `Not tested`, the record of a field."""
    lead = part.parent if part.parent.endswith((":", "：")) else ""
    names = (lead, *reversed(part.trail[1:] if len(part.trail) > 1 else part.trail))
    found = next((name for name in names if _TURNING.match(name[:120])), "")
    is_elliptic = is_first and part.kind is PartKind.TEXT and _ELLIPSIS.match(text)
    if not found and (part.label in fields or is_elliptic):
        found = part.section
    return "" if text.startswith(found) else found.rstrip(".:： ")


def record_fields(parts: Sequence[DocumentPart]) -> frozenset[str]:
    """The labels that stand in several sections."""
    sections = defaultdict(set)
    for part in parts:
        if part.label and part.kind is not PartKind.CODE:
            sections[part.label].add(part.trail)
    return frozenset(label for label, trails in sections.items() if len(trails) >= MIN_SECTIONS)
