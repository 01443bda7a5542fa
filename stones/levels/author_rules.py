"""The warnings, prohibitions, demands, asks, decisions and next steps that a text's author marks as such.

A sentence or an item has one kind: that of the first RuleKind whose marker it has, else what its author calls it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from stones.levels.document_parts import NEAR_TOP, DocumentPart, PartKind, PartSentence
from stones.levels.markers import group_markers, markers
from stones.levels.steps import is_step
from stones.levels.summary.demand_words import MAY_DEMAND, find_prohibition


class RuleKind(StrEnum):
    WARNING = "warning"
    PROHIBITION = "prohibition"
    BLOCKER = "blocker"
    DEADLINE = "deadline"
    DECISION = "decision"
    ASK = "ask"
    CONSTRAINT = "constraint"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class AuthorRule:
    kind: RuleKind
    text: str
    """Verbatim but for Markdown's marks, on one line."""
    line: int
    """From 1."""
    is_marked: bool
    """Its author set it apart: as an admonition, by a label, bold, a sign, capitals or the heading above."""
    is_near_top: bool
    is_listed: bool = False
    """A prohibition below a heading that says so: its author says what nobody may do."""
    forbidden_by: str = ""
    """The heading, label or line that forbids it; empty: its own words do."""


_SIGNS = re.compile(r"⚠|🚨|❗|⛔|🛑|🚫")
_CAPITALS = re.compile(
    r"\b(?:NOT|NEVER|MUST|DON'T|DO NOT|ALWAYS|STOP|CRITICAL|IMPORTANT|ONLY|REQUIRED|BLOCKED|WARNING|SUPERSEDED|"
    r"NICHT|NO|NUNCA|JAMAIS)\b"
)
_BY_WORDS = group_markers("rules")
_ANY_WORDS = markers("rules", *_BY_WORDS)
"""Most sentences have none: one search tells so."""
_NAMES = group_markers("names")
_IS_DONE = _NAMES.pop("done")
_FORBIDDING = markers("names", "forbidding", opening=True, whole=True)
_PROHIBITING = markers("names", "prohibiting")
_STATES = markers("names", "stating")
_ADMONITIONS = ("warning", "caution", "danger", "important", "attention", "critical", "error")
MIN_FORBIDDING_WORDS = 3
_FORBIDDING_STEMS = (
    " no ", "not", "n't", "n’t", "never", "avoid", "refrain", "leave", "forbid", "prohib", "off-lim", "off lim",
    "nicht", "kein", "niemals", "verboten", "untersagt", "nunca", "jamás", "proib", "não", "interdit", " ne ",
    "不", "禁", "勿", "ない",
)  # fmt: skip
"""Of lower case: what forbids has one. Looked for first, as the patterns take longer."""
MAX_CHARACTERS = 600
"""Of a sentence, searched for its marker."""


def rules_of(part: DocumentPart, sentences: Sequence[PartSentence] | None = None) -> Iterator[AuthorRule]:
    """The rules of one part, one sentence each. `sentences`: the part's own, where they are read already."""
    is_name = part.kind is PartKind.HEADING and _FORBIDDING.match(part.plain[:120])
    if part.kind is PartKind.CODE or part.is_done or is_name:
        return
    called, forbidden_by = label_kind(part), forbidding_name(part)
    sentences = list(part.sentences()) if sentences is None else sentences
    has_question = called is RuleKind.ASK and any(map(_is_question, sentences))
    for at, sentence in enumerate(sentences):
        if sentence.text.endswith((":", "：")):
            continue
        if forbidden_by and _is_forbidden(part, sentence, sentences[0]):
            is_near_top = sentence.line <= NEAR_TOP
            yield AuthorRule(
                RuleKind.PROHIBITION, sentence.text, sentence.line, True, is_near_top, True, forbidden_by
            )
        else:
            is_called = _is_question(sentence) if has_question else at == 0
            is_called |= part.kind is PartKind.ADMONITION or (
                called is RuleKind.NEXT and is_step(sentence.text)
            )
            yield from _rule(part, sentence, called if is_called else None)


def _is_forbidden(part: DocumentPart, sentence: PartSentence, first: PartSentence) -> bool:
    """Whether what forbids the part forbids this sentence; of an item its first one and further steps, no reasons."""
    if _STATES.search(sentence.text[:MAX_CHARACTERS]):
        return False
    is_own = sentence is first or part.kind is not PartKind.ITEM
    return is_own or (is_step(sentence.text) and not _STATES.search(first.text[:MAX_CHARACTERS]))


def _is_question(sentence: PartSentence) -> bool:
    return sentence.text.endswith(("?", "？"))


def warns_or_forbids(part: DocumentPart) -> bool:
    return any(rule.kind in (RuleKind.WARNING, RuleKind.PROHIBITION) for rule in rules_of(part))


def forbidding_name(part: DocumentPart) -> str:
    """The line or heading that forbids what stands under it: `Do not:`, `What must not be done`; empty: none does."""
    lead = part.parent if part.parent.endswith((":", "：")) else ""
    above = part.section if part.kind in (PartKind.ITEM, PartKind.ROW) else ""
    names = (name.rstrip(".:： ") for name in (lead, above))
    return next((name for name in names if name and _FORBIDDING.match(name[:120])), "")


def is_under_prohibitions(part: DocumentPart) -> bool:
    """Whether the heading above, or the line that leads in, is of prohibitions: `4. Prohibitions`, `Must not:`."""
    lead = part.parent if part.parent.endswith((":", "：")) else ""
    names = (part.section, lead) if part.kind is not PartKind.HEADING else ()
    return any(_PROHIBITING.search(name[:120]) for name in names) or forbidding_name(part) != ""


def forbids(text: str, *, at_once: bool = False) -> bool:
    """Whether its own words forbid something, wherever they stand: "Until Friday: do not restart it."; `at_once`: with
    its first word.
    """
    lower = f" {text.lower()}"
    may_forbid = any(stem in lower for stem in _FORBIDDING_STEMS) and MAY_DEMAND.search(text)
    found = find_prohibition(text) if may_forbid else None
    # "No changes except docs.", "Nicht bestanden."
    if found is None or found[0].strip().lower() == "no" or text.count(" ") < MIN_FORBIDDING_WORDS - 1:
        return False
    return not (at_once and any(map(str.isalnum, text[: found.start()])))


def worded_kind(excerpt: str) -> RuleKind | None:
    """By its own words, wherever it stands."""
    kinds = RuleKind if _ANY_WORDS.search(excerpt) else ()
    kind = next((kind for kind in kinds if _BY_WORDS[kind].search(excerpt)), None)
    return RuleKind.PROHIBITION if kind is None and forbids(excerpt) else kind


def _rule(part: DocumentPart, sentence: PartSentence, called: RuleKind | None) -> Iterator[AuthorRule]:
    excerpt = sentence.text[:MAX_CHARACTERS]
    with_code = sentence.text_with_code[:MAX_CHARACTERS]
    has_sign = not with_code.isascii() and _SIGNS.search(with_code) is not None
    is_near_top = sentence.line <= NEAR_TOP
    kind = worded_kind(excerpt)
    forbids_itself = kind is RuleKind.PROHIBITION
    if kind is None and has_sign:
        kind = RuleKind.WARNING
    if kind is None and part.is_done is False:
        kind = RuleKind.NEXT
    if kind is None and part.kind is not PartKind.HEADING:
        kind = called
    if kind is None and is_near_top and excerpt.endswith(("?", "？")):
        kind = RuleKind.ASK
    if kind is not None:
        is_bold = part.is_bold and sentence.line == part.line
        is_set_apart = called is not None or part.kind is PartKind.ADMONITION or is_bold or has_sign
        is_point = part.kind in (PartKind.ITEM, PartKind.ROW)
        is_below = is_point or (forbids_itself and part.kind is not PartKind.HEADING)
        is_listed = is_below and kind is RuleKind.PROHIBITION and is_under_prohibitions(part)
        is_listed |= is_point and called is RuleKind.WARNING and forbids(excerpt, at_once=True)
        is_marked = is_set_apart or is_listed or _CAPITALS.search(excerpt) is not None
        yield AuthorRule(kind, sentence.text, sentence.line, is_marked, is_near_top, is_listed)


def label_kind(part: DocumentPart) -> RuleKind | None:
    """By an admonition, its label, the line that leads in, or the heading above."""
    if part.kind is PartKind.ADMONITION and part.label in _ADMONITIONS:
        return RuleKind.WARNING
    leads_in = part.parent.endswith((":", "：")) or part.depth == 0
    section = part.section if part.kind is not PartKind.HEADING else ""
    names = (part.label, part.parent if leads_in else "", "" if _is_done(section) else section)
    return next(filter(None, (_kind_named(name[:120]) for name in names if name)), None)


@lru_cache(maxsize=2_000)
def _is_done(name: str) -> bool:
    return _IS_DONE.search(name) is not None


@lru_cache(maxsize=2_000)
def _kind_named(name: str) -> RuleKind | None:
    """All parts of a section have its name."""
    return next((kind for kind in RuleKind if _NAMES[kind].search(name)), None)
