"""Sentences that say nothing of a text's matter: who wrote it and when, how urgent it is called, what holds of all its
figures.
"""

import re

from core.text.written_dates import days_of
from stones.levels.author_rules import MAX_CHARACTERS, AuthorRule, RuleKind, worded_kind
from stones.levels.document_parts import DocumentPart, PartKind, PartSentence
from stones.levels.markers import markers

FIRST_LINES = 15
"""Lines."""
MAX_WORDS = 12
"""Of a line of days and shifts."""
MAX_VALUE_WORDS = 6
"""Of a field that elsewhere opens a statement."""
_REFERENCE = re.compile(r"[#!]\d")
MIN_FIELDS = 3
MAX_FIELD_WORDS = 4
_GRAVE = frozenset((RuleKind.WARNING, RuleKind.PROHIBITION, RuleKind.BLOCKER, RuleKind.DEADLINE))
_LIGHT = frozenset((RuleKind.DECISION, RuleKind.CONSTRAINT, RuleKind.ASK))
"""Kinds whose words also stand where a text only refers to another."""
_EMPTY = markers("units", "empty", "pointing", opening=True)
_POINTING = markers("units", "pointing", opening=True)
_FIXED = markers("units", "fixed", opening=True)
_CALLED_OFF = markers("units", "called_off")
_NEGATION = re.compile(
    r"\b(?:not|never|nobody|nothing|nicht|nie|niemand|kein\w*|nunca|nadie|jamais|pas|personne|não)\b|n['’]t\b|"
    r"\bno (?:[\w-]+ ){1,4}?(?:without|except|until|before|while|after)\b|不|未|没|無|ない",
    re.I,
)
_TURNS = re.compile(
    r"[,;] (?:(?:and|but|und|aber) )?(?:not|never|nicht|nie|no|nunca|ne|pas)\b|\b(?:before (?:you|any|each)|bevor)\b",
    re.I,
)
"""A reference that is an order: "See Ida, not Bob", "See Ida before you open it"."""
_METADATA = markers("units", "metadata", "brief_metadata", whole=True)
_BRIEF = markers("units", "brief_metadata", whole=True)
_HEADLINE = markers("units", "headline", whole=True)
_FIELD = re.compile(r"(?:^|(?<=\s))([^\W\d_][\w-]*(?: [a-zß-ÿ][\w-]*)?):\s+")
"""The label of one of several on a line."""
_PEOPLE = markers("units", "people", whole=True)
_DATELINE = markers("units", "dateline")
_LABEL = re.compile(r"([^\W\d_][^:.!?]{1,30}?):\s")
_PERSON = re.compile(
    r"@?[A-ZÀ-ÖØ-Þ][\w.'’-]*(?:(?:,? (?:and|und|y|et|&|von|van|de|der|da|la))?,? "
    r"@?[A-ZÀ-ÖØ-Þ][\w.'’-]*){0,7}(?:\W*$|,? \(| [–—-] |, )"
)
"""A name, and of what: "Ines Vogt (harbour office)"."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_BETWEEN = frozenset(
    ("of", "the", "on", "al", "de", "del", "el", "le", "la", "am", "au", "vom", "den", "uhr", "pm", "utc")
)
_NUMBER = re.compile(r"\([\divx]{1,3}\)\s")
"""Of one of several things that a paragraph lists: "(2) …"."""
_BYLINE = re.compile(r"[—–]\s*(?:[^\W\d_][\w.'’-]*,?\s?){1,5}")
"""Whose words the quotation above is: `— Walter Benjamin`."""
_CONVENTION = re.compile(
    r"(?:all|every|each|any|times?|dates?|figures?|numbers|prices?|amounts?|unless)\b[^;:]{0,160}\bunless "
    r"(?:\w+ ){0,2}?(?:otherwise|say|stated?|noted?|mentioned|indicated|specified)\b|"
    r"(?:all )?(?:the )?(?:times?|timestamps?|hours|dates|prices|amounts|figures)(?: [a-z]+){0,3}? (?:in|are) (?:in )?"
    r"(?:utc|gmt|cest|cet|wes?t|ees?t|bst|ist|jst|aes?t|[ecmp][sd]t|local time|(?:pacific|eastern|central) time|euros?"
    r"|eur|usd|gbp|(?:us )?dollars)\W*$|"
    r"unless (?:otherwise )?(?:stated|noted|mentioned|indicated|specified)\b|"
    r"(?:alle|sofern|soweit|wenn)\b[^;:]{0,120}\bnicht(?:s)? ander\w+ (?:angegeben|vermerkt|erwähnt|gesagt)",
    re.I,
)
"""What holds of all that follows but where it says otherwise: "All runs use seed 13 unless I say otherwise.", "All
times in CET."."""

_UPKEEP = re.compile(
    r"(?:update|overwrite|refresh|keep|maintain|delete) (?:this|the) (?:file|document|note|page|doc|handoff)"
    r"(?: up to date)?"
    r"(?=\W*$|[,;:] | (?:at|after|before|when|whenever|as) )|"
    r"(?:update|actualizar?|aktualisieren|mettre à jour) (?:at|after|before|al|am|à) (?:the |la )?"
    r"(?:start|beginning|end|inicio|final|ende|anfang|début|fin) (?:of |de |der |jeder )?"
    r"(?:each|every|the|cada|jeder|la|chaque) (?:session|sesión|sitzung)\b|"
    r"(?:add|append|write) (?:an?|one) (?:\w+ ){0,2}?(?:entry|note|section|line)\b[^.]{0,60}\b(?:each|every) "
    r"(?:time|day|session|change|release)\b|"
    r"read (?:\S+ ){0,3}?(?:\S*\.md|this (?:\w+ )?(?:file|document|note|doc|handoff)) "
    r"(?:first|before (?:acting|anything|starting|doing|you (?:start|begin|act|do)))\b|"
    r"tell a new (?:agent|session|chat)\b|read order\b",
    re.I,
)
"""How this text is to be read or kept, near its top."""
_CONSEQUENCE = re.compile(r"\b(?:or|otherwise|else|because|sonst|sino|sinon)\b", re.I)
_LEGEND = re.compile(
    r"`?(?:\[[ xX~-]?\]|[✅☑✔❌⬜⏳🚧])`?\W* (?:means?|stands? for|marks?|indicates?|bedeutet|significa|signifie)\b"
)
"""What a sign of the text itself means."""


def is_empty(part: DocumentPart, sentence: PartSentence, rule: AuthorRule | None) -> bool:
    """Whether no level tells it. `rule`: its own; what warns, forbids or orders is told, whatever it opens with."""
    if sentence.text.startswith("$ ") or _FIXED.match(sentence.text) or _is_row_of_fields(sentence.text):
        return True
    is_framed = _is_metadata(part, sentence) or _EMPTY.match(sentence.text) is not None
    return is_framed and not _matters(part, sentence, rule)


def _matters(part: DocumentPart, sentence: PartSentence, rule: AuthorRule | None) -> bool:
    """Whether it says a rule, a task, or what does not hold: "Quorum: not reached", "The next meeting is cancelled"."""
    excerpt = sentence.text[:MAX_CHARACTERS]
    is_aside = excerpt.startswith("(")
    # "See the plan for what is required", "(only if there is one)", "For questions, please write to Ines."
    is_light = is_aside or part.kind is PartKind.ROW or _POINTING.match(excerpt) is not None
    if part.is_done is False or (rule and rule.kind in (RuleKind.WARNING, RuleKind.PROHIBITION)):
        return True
    kind = worded_kind(excerpt)
    if kind in _GRAVE or (kind in _LIGHT and not is_light) or _CALLED_OFF.search(excerpt):
        return True
    if is_light:
        return not is_aside and _TURNS.search(excerpt) is not None
    # What a sign means, or how to keep the text, may hold a "not".
    is_own = _LEGEND.match(sentence.text_with_code) or _is_upkeep(part, sentence)
    return not is_own and _NEGATION.search(excerpt) is not None


def _is_metadata(part: DocumentPart, sentence: PartSentence) -> bool:
    is_labelled = part.label != "" and sentence.line == part.line
    label = part.label.rstrip(":： ")
    is_field = is_labelled and _METADATA.match(label) is not None
    if is_field and _BRIEF.match(label):
        is_field = len(sentence.text[len(label) :].split()) <= MAX_VALUE_WORDS
    elif not is_labelled:
        is_field = _METADATA.match(part.label) is not None and _names_metadata(sentence.text)
    # Names below "Participants:", or below "Board" below it.
    is_below = part.kind is PartKind.ITEM and any(
        _PEOPLE.match(name.rstrip(":： ")) is not None for name in (part.parent, *part.trail[-2:])
    )
    is_person = is_below and _PERSON.match(sentence.text) is not None
    is_byline = _BYLINE.fullmatch(sentence.text) is not None
    is_aside = sentence.text.startswith("(") and not _NUMBER.match(sentence.text)
    is_legend = _LEGEND.match(sentence.text_with_code) is not None
    is_named = is_field or is_person or is_byline or is_aside or is_legend or _is_run_of_fields(sentence)
    return is_named or _is_upkeep(part, sentence) or _is_dateline(sentence.text)


def _is_row_of_fields(text: str) -> bool:
    """Whether it names an entry of a tracker: `ines/lamps · issue #12 · closed · Kotlin`"""
    fields = text.split(" · ")
    is_row = len(fields) >= MIN_FIELDS and all(len(field.split()) <= MAX_FIELD_WORDS for field in fields)
    return is_row and any(map(_REFERENCE.search, fields))


def _is_run_of_fields(sentence: PartSentence) -> bool:
    """Whether it is several fields on one line near the top, one of them of metadata: "Size: 3  Author: Ines"."""
    labels = [*_FIELD.finditer(sentence.text[:MAX_CHARACTERS])] if sentence.line <= FIRST_LINES else []
    if len(labels) < 2 or labels[0].start() > 0 or any(_HEADLINE.match(label[1]) for label in labels):
        return False
    ends = [*(label.start() for label in labels[1:]), len(sentence.text)]
    values = (sentence.text[label.end() : end] for label, end in zip(labels, ends, strict=True))
    is_short = all(len(value.split()) <= MAX_VALUE_WORDS for value in values)
    return is_short and any(_METADATA.match(label[1]) for label in labels)


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
