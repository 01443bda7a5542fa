"""Sentences that say nothing of a text's matter: who wrote it and when, how urgent it is called, what holds of all its
figures.
"""

import re

from core.text.written_dates import days_of
from stones.levels.document_parts import DocumentPart, PartKind, PartSentence
from stones.levels.markers import markers

FIRST_LINES = 15
"""Lines."""
MAX_WORDS = 12
"""Of a line of days and shifts."""
_EMPTY = markers("units", "empty", opening=True)
_METADATA = markers("units", "metadata", whole=True)
_PEOPLE = markers("units", "people", whole=True)
_DATELINE = markers("units", "dateline")
_LABEL = re.compile(r"([^\W\d_][^:.!?]{1,30}?):\s")
_WORD = re.compile(r"[^\W\d_]{2,}")
_BETWEEN = frozenset(
    ("of", "the", "on", "al", "de", "del", "el", "le", "la", "am", "vom", "den", "uhr", "pm", "utc")
)
_NUMBER = re.compile(r"\([\divx]{1,3}\)\s")
"""Of one of several things that a paragraph lists: "(2) …"."""
_BYLINE = re.compile(r"[—–]\s*(?:[^\W\d_][\w.'’-]*,?\s?){1,5}")
"""Whose words the quotation above is: `— Walter Benjamin`."""
_CONVENTION = re.compile(
    r"(?:all|every|each|any|times?|dates?|figures?|numbers|prices?|amounts?|unless)\b[^;:]{0,160}\bunless "
    r"(?:\w+ ){0,2}?(?:otherwise|say|stated?|noted?|mentioned|indicated|specified)\b|"
    r"unless (?:otherwise )?(?:stated|noted|mentioned|indicated|specified)\b|"
    r"(?:alle|sofern|soweit|wenn)\b[^;:]{0,120}\bnicht(?:s)? ander\w+ (?:angegeben|vermerkt|erwähnt|gesagt)",
    re.I,
)
"""What holds of all that follows but where it says otherwise: "All runs use seed 13 unless I say otherwise."."""

_UPKEEP = re.compile(
    r"(?:update|overwrite|refresh|keep|maintain|delete) (?:this|the) (?:file|document|note|page|doc|handoff)"
    r"(?: up to date)?"
    r"(?=\W*$|[,;:] | (?:at|after|before|when|whenever|as) )|"
    r"(?:update|actualizar?|aktualisieren|mettre à jour) (?:at|after|before|al|am|à) (?:the |la )?"
    r"(?:start|beginning|end|inicio|final|ende|anfang|début|fin) (?:of |de |der |jeder )?"
    r"(?:each|every|the|cada|jeder|la|chaque) (?:session|sesión|sitzung)\b|"
    r"(?:add|append|write) (?:an?|one) (?:\w+ ){0,2}?(?:entry|note|section|line)\b[^.]{0,60}\b(?:each|every) "
    r"(?:time|day|session|change|release)\b|"
    r"read (?:\S+ ){0,3}?(?:\S*\.md|this (?:file|document|note|doc)) first\b|"
    r"tell a new (?:agent|session|chat)\b|read order\b",
    re.I,
)
"""How this text is to be read or kept, near its top."""
_CONSEQUENCE = re.compile(r"\b(?:or|otherwise|else|because|sonst|sino|sinon)\b", re.I)
_LEGEND = re.compile(
    r"`?(?:\[[ xX~-]?\]|[✅☑✔❌⬜⏳🚧])`?\W* (?:means?|stands? for|marks?|indicates?|bedeutet|significa|signifie)\b"
)
"""What a sign of the text itself means."""


def is_empty(part: DocumentPart, sentence: PartSentence) -> bool:
    """Whether no level tells it."""
    is_labelled = part.label != "" and sentence.line == part.line
    is_metadata = is_labelled and _METADATA.match(part.label.rstrip(":： ")) is not None
    is_byline = _BYLINE.fullmatch(sentence.text) is not None
    is_aside = sentence.text.startswith(("(", "$ ")) and not _NUMBER.match(sentence.text)
    # Names below "Participants:".
    is_metadata |= part.kind is PartKind.ITEM and _PEOPLE.match(part.parent.rstrip(":： ")) is not None
    is_field = _METADATA.match(part.label) is not None and _names_metadata(sentence.text)
    is_upkeep = _is_upkeep(part, sentence)
    is_legend = _LEGEND.match(sentence.text_with_code) is not None
    is_meta = (
        is_upkeep
        or is_legend
        or is_metadata
        or is_field
        or is_byline
        or is_aside
        or _is_dateline(sentence.text)
    )
    return is_meta or _EMPTY.match(sentence.text) is not None


def _is_upkeep(part: DocumentPart, sentence: PartSentence) -> bool:
    is_early = sentence.line <= FIRST_LINES and part.kind is not PartKind.ITEM
    return is_early and _UPKEEP.match(sentence.text) is not None and not _CONSEQUENCE.search(sentence.text)


def is_convention(text: str) -> bool:
    return _CONVENTION.match(text) is not None


def _names_metadata(text: str) -> bool:
    """A further field of the same line: "Tester: Ines. Period: 3 to 12 May."."""
    label = _LABEL.match(text[:40])
    return label is not None and _METADATA.match(label[1]) is not None


def _is_dateline(text: str) -> bool:
    """Whether it has a day or a shift and no other word: "Night shift, 22 August.", "Stand: 17.10.2025"."""
    if len(text.split()) > MAX_WORDS or not (text[:1].isalpha() and _DATELINE.search(text)):
        return False
    rest, at = "", 0
    for _, start, stop in days_of(text):
        rest, at = f"{rest} {text[at:start]}", stop
    rest = f"{rest} {text[at:]}"
    words = (word for word in _WORD.findall(rest) if word.lower() not in _BETWEEN)
    return all(_DATELINE.search(word) is not None for word in words)
