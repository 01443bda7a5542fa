"""What a sentence needs beside it to say away from its place what it says there: the one before, or a heading."""

import re
from collections import defaultdict
from collections.abc import Sequence

from stones.levels.document_parts import DocumentPart, PartKind, PartSentence
from stones.levels.markers import markers

MIN_SECTIONS = 3
"""In so many sections stands a label that is a field of records: its value says nothing without the record's name."""
MAX_BOLD_WORDS = 6
_TURNS_BACK = re.compile(
    r"(?:but|however|aber|jedoch|pero|sin embargo|mais|cependant|mas|porém)\b|但|しかし", re.I
)
"""So opens a sentence that takes back the one before, which would mislead alone."""
_CONTINUES = markers("context", "continues", opening=True)
_POINTS_BACK = markers("context", "pointing", opening=True)
_PRONOUN = markers("context", "pronoun")
_ANTECEDENT = re.compile(
    r"(?i:\b(?:the|an?|each|every|any|all|no|which|what|der|die|das|ein\w*|le|la|les|un\w*|el|los)\s)|\S\s+[A-Z0-9`@/<]|\d|\w{4,}s\b"
)
"""What a pronoun further on may stand for."""
_PRONOUN_WORDS = re.compile(r"(?:\S+\s+){0,6}")
_FRAME = re.compile(r"(?:In|For|With|At|On|After|Before|To|Bei|Mit|Nach|En|Con|Avec)\s(?:\S+\s){0,6}\S+,\s")
"""So opens a sentence that says where, or after what, something goes on."""
_ELLIPSIS = re.compile(r"[A-Z]\w+(?:ed|en)\s(?:by|in|on|from|at|for|with|as|to|if|when|until)\b")
"""So opens one whose subject is not said."""
_SUBORDINATE = markers("context", "subordinate", opening=True)
_MAIN_CLAUSE = re.compile(r"[;:，、；→—–]|,(?!\s(?:even|al?though|and|or|because)\b)|\sthen\s")
_TURNING = markers("context", "turning", opening=True)
_REFERS = markers("context", "referring", whole=True)
_FORMER = markers("context", "former")
_WORDS = re.compile(r"\w{2}")
_EXPECTED = markers("context", "expected", opening=True)
_IMPERATIVE = markers("units", "imperative", opening=True)
_LINK_ALONE = re.compile(r"\W*(?:\[[^\]\n]{1,200}\](?:\([^()\s]*\)|\[[^\]\n]*\])|<?https?://\S+>?)\W*$")
_BOLD_ALONE = re.compile(r"\s*(\*\*|__)(?P<words>[^*_\n]+)\1\s*$")
_QUOTED_ALONE = re.compile(r"[\"“„«][^\"“”»]*[\"”“»]\W*$")


def leans(part: DocumentPart, sentences: Sequence[PartSentence], at: int) -> bool:
    """Whether it says something only right behind the one before."""
    text = sentences[at].text
    if _POINTS_BACK.match(text) or _lacks_antecedent(text) or _REFERS.search(text.rstrip(" .!。")):
        return True
    if at == 0:
        return False
    return bool(
        _TURNS_BACK.match(text)
        or _CONTINUES.match(text)
        or _FRAME.match(text)
        or _ELLIPSIS.match(text)
        or part.kind is PartKind.ADMONITION
        or sentences[at - 1].text.endswith(("?", "？"))
    )


def _lacks_antecedent(text: str) -> bool:
    opening = _PRONOUN_WORDS.match(text)
    pronoun = _PRONOUN.search(text, 0, opening.end()) if opening else None
    return pronoun is not None and not _ANTECEDENT.search(text[: pronoun.start()])


def is_taken_back(sentences: Sequence[PartSentence], at: int) -> bool:
    """Whether the next one does, or it says itself that it no longer holds."""
    text, following = sentences[at].text, "".join(each.text for each in sentences[at + 1 : at + 2])
    is_contrast = _FRAME.match(text) and _FRAME.match(following) and text.split()[:2] == following.split()[:2]
    return bool(_TURNS_BACK.match(following) or is_contrast or _FORMER.search(text))


def is_residue(part: DocumentPart, text: str) -> bool:
    """Whether it is no statement: a link, a title, a quoted line, a row of fields, a clause without its main one."""
    bold = _BOLD_ALONE.match(part.text)
    return bool(
        (part.kind is PartKind.ROW and part.plain.count(" | ") > 1)
        or (
            bold
            and len(bold["words"].split()) <= MAX_BOLD_WORDS
            and not bold["words"].rstrip().endswith((".", "!"))
        )
        or (part.box and not part.is_done and not _IMPERATIVE.match(text))
        or any(_EXPECTED.match(name) for name in (part.section, part.parent))
        or _LINK_ALONE.match(part.text)
        or _QUOTED_ALONE.match(text)
        or text.count('"') % 2
        or (part.label and text.startswith(part.label) and not _WORDS.search(text[len(part.label) :]))
        or (_SUBORDINATE.match(text) and not _MAIN_CLAUSE.search(text))
    )


def turning_name(part: DocumentPart, text: str, fields: frozenset[str], title: str, *, is_first: bool) -> str:
    """The line or heading without which it would be misread: `Not tested`, `Expected`, the record of a field."""
    lead = part.parent if part.parent.endswith((":", "：")) else ""
    names = (lead, *reversed(part.trail[1:] if len(part.trail) > 1 else part.trail))
    found = next((name for name in names if name and _TURNING.match(name[:120])), "")
    is_elliptic = is_first and part.kind is PartKind.TEXT and _ELLIPSIS.match(text)
    if not found and (part.label in fields or is_elliptic):
        found = part.section
    return "" if found == title or text.startswith(found) else found.rstrip(".:： ")


def record_fields(parts: Sequence[DocumentPart]) -> frozenset[str]:
    """The labels that stand in several sections."""
    sections = defaultdict(set)
    for part in parts:
        if part.label and part.kind is not PartKind.CODE:
            sections[part.label].add(part.trail)
    return frozenset(label for label, trails in sections.items() if len(trails) >= MIN_SECTIONS)
