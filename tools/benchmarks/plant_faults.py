"""Faults planted in the words that careful readers wrote of a text, by a seed."""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from stones.levels.summary import SummaryReport

FAULTS_PER_KIND = 5
"""Of a document, at most."""
NEAR_TOP = 30
"""Lines of a text in which a prohibition counts without being set apart."""
FORM_CODES = frozenset(("empty", "too_long", "sentences", "not_prose"))
_NUMBER = re.compile(r"(?<![\w.#/-])\d+(?:[.,]\d+)*(?![\w/]|[.,-]\d)")
DENIAL = re.compile(r"\b(?:do not|don't|never|must not|should not|may not)\s+(?=\w)", re.I)
_FORBIDDEN_VERB = re.compile(r"\b(?:do not|don['’]t|never|must not|should not)\s+(\w+)", re.I)
_CONDITION = re.compile(r"\s(?:before|until|unless|without|except|if|when|during|at once)\b", re.I)
_COMMAND_FORMS = ("{}.", "{} now.", "Next: {}.", "Please {} today.")
_RULE_TYPES = ("warning", "constraint", "ask", "decision")
_PROHIBITION = re.compile(
    r"\b(?:do not|don['’]t|never|must not|should not|not (?:yet )?\w+ed|no \w+ without)\b", re.I
)
_SET_APART = re.compile(r"\*\*|__|⚠|🚨|❗|⛔|\b(?:NOT|NEVER|DO NOT|MUST|WARNING)\b|^\s*>", re.M)
LEFT_BEHIND = re.compile(r"supersed|archiv|obsolet|outdated|rejected|no longer valid|abandoned", re.I)
_PIECES = re.compile(r"(?<=[.;:。；])\s+|,\s+(?=never\b|not\b|don't\b|do not\b|no\b)")
_NAMES = ("Kestrel", "Priya Raman", "Oracle", "Hetzner", "Marquardt", "Zanzibar", "Tobias Lind", "Firestore")
_WITH_NAME = ("{0} has to approve it.", "It was agreed with {0}.", "It moves to {0} next.", "Ask {0} first.")

Words = tuple[str, str, str]
"""Summary, detail, and a description of what was planted."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SenderCase:
    id: str
    text: str
    summary: str
    detail: str
    facts: Sequence[Mapping[str, Any]]
    never: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class PlantedFault:
    kind: str
    summary: str
    detail: str
    what: str
    """A description of what was planted."""
    is_caught: Callable[[SummaryReport], bool]
    text: str = ""
    """The text with the inserted parts; empty: unchanged."""
    is_honest: bool = False
    """The words state the inserted part honestly: a fault found is a false alarm."""


def plant(case: SenderCase, honest: SummaryReport, rng: random.Random) -> Iterator[PlantedFault]:
    """At most FAULTS_PER_KIND of each kind."""
    before = {(fault.code, fault.message) for fault in honest.faults}

    def new_fault(report: SummaryReport) -> bool:
        return any((f.code, f.message) not in before and f.code not in FORM_CODES for f in report.faults)

    makers: Mapping[str, Callable[[SenderCase, random.Random], Iterator[Words]]] = {
        "changed number": _changed_numbers,
        "inverted prohibition": _inverted_prohibitions,
        "forbidden command": _forbidden_commands,
        "superseded step": _superseded_steps,
        "unknown name": _unknown_names,
    }
    for kind, make in makers.items():
        yield from (PlantedFault(kind, *made, new_fault) for made in draw(make(case, rng), rng))
    yield from draw(_dropped_prohibitions(case, honest), rng)


def draw(choices: Iterable[T], rng: random.Random) -> list[T]:
    found = list(choices)
    return rng.sample(found, min(len(found), FAULTS_PER_KIND))


def capital(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


def _changed_numbers(case: SenderCase, rng: random.Random) -> Iterator[Words]:
    """Each number with another digit."""
    texts = (case.summary, case.detail)
    for field, match in ((at, match) for at, text in enumerate(texts) for match in _NUMBER.finditer(text)):
        digits = list(match[0])
        at = rng.choice([place for place, sign in enumerate(digits) if sign.isdigit()])
        digits[at] = rng.choice([sign for sign in "123456789" if sign != digits[at]])
        changed = f"{texts[field][: match.start()]}{''.join(digits)}{texts[field][match.end() :]}"
        around = changed[max(0, match.start() - 40) : match.end() + 40]
        summary, detail = (case.summary, changed) if field else (changed, case.detail)
        yield summary, detail, f"{match[0]} → {''.join(digits)}: …{around}…"


def _inverted_prohibitions(case: SenderCase, _: random.Random) -> Iterator[Words]:
    """A prohibition of the text that the readers noted, without its negation."""
    for span, match in _noted_prohibitions(case):
        inverted = f"{span[: match.start()]}{span[match.end() :]}".strip().rstrip(".,;:")
        yield case.summary, f"{case.detail} {capital(inverted)}.", inverted


def _forbidden_commands(case: SenderCase, rng: random.Random) -> Iterator[Words]:
    """What such a prohibition forbids, as a command without its condition."""
    for span, match in _noted_prohibitions(case):
        forbidden = _CONDITION.split(_PIECES.split(span[match.end() :])[0])[0].strip(" .,;:—–")
        if 1 < len(forbidden.split()) < 12:
            command = capital(rng.choice(_COMMAND_FORMS).format(forbidden))
            yield case.summary, f"{case.detail} {command}", command


def _noted_prohibitions(case: SenderCase) -> Iterator[tuple[str, re.Match[str]]]:
    for fact in case.facts:
        span = _unmarked(fact["spans"][0])
        if fact["type"] in _RULE_TYPES and (match := DENIAL.search(span)):
            yield span, match


def _superseded_steps(case: SenderCase, _: random.Random) -> Iterator[Words]:
    for each in case.never:
        span = _unmarked(each["span"]).rstrip(".,;:")
        is_step = each["why"] in ("superseded", "refuted") and len(span.split()) > 4
        if is_step and _is_marked_left_behind(case.text, each["span"]):
            yield case.summary, f"{case.detail} {span}.", span


def _is_marked_left_behind(text: str, span: str) -> bool:
    """Whether a heading above the span marks its part as obsolete."""
    at = text.find(span)
    above: dict[int, str] = {}
    for line in text[: max(at, 0)].splitlines():
        if match := re.match(r"(#{1,6})\s+(.*)", line):
            above = {level: title for level, title in above.items() if level < len(match[1])}
            above[len(match[1])] = match[2]
    return at >= 0 and any(LEFT_BEHIND.search(title) for title in above.values())


def _unknown_names(case: SenderCase, rng: random.Random) -> Iterator[Words]:
    for name in _NAMES:
        if name.lower() not in case.text.lower():
            phrase = rng.choice(_WITH_NAME).format(name)
            yield case.summary, f"{case.detail} {phrase}", phrase


def _dropped_prohibitions(case: SenderCase, honest: SummaryReport) -> Iterator[PlantedFault]:
    """A warning or prohibition, in the words and prominent in the text, is removed from the words."""
    named = {each.line for each in honest.left_out}
    words = _plain(f"{case.summary}\n{case.detail}")
    for fact in case.facts:
        span = next((span for span in fact["spans"] if _PROHIBITION.search(span) and span in case.text), None)
        core = [_plain(part) for part in fact["core"]]
        if span is None or fact["type"] not in _RULE_TYPES or not all(part in words for part in core):
            continue
        first = case.text.count("\n", 0, case.text.index(span)) + 1
        lines = range(first, first + span.count("\n") + 1)
        if _stands_out(case.text, span) and named.isdisjoint(lines):
            summary, detail = (_without(text, core, span) for text in (case.summary, case.detail))
            is_caught = partial(_is_named, span, core, lines)
            yield PlantedFault("dropped prohibition", summary, detail, span, is_caught)


def _is_named(span: str, core: Sequence[str], lines: range, report: SummaryReport) -> bool:
    return any(
        each.line in lines
        or all(part in _plain(each.text) for part in core)
        or _plain(each.text) in _plain(span)
        for each in report.left_out
    )


def _stands_out(text: str, span: str) -> bool:
    """Near the top or set apart; not an item that its author ticked off."""
    at = text.index(span)
    line = re.sub(r"`[^`]*`", "", text[text.rfind("\n", 0, at) + 1 : at + len(span)])
    if re.match(r"\s*[-*+] \[[xX]\]", line):
        return False
    return text.count("\n", 0, at) < NEAR_TOP or _SET_APART.search(line) is not None


def _without(text: str, core: Sequence[str], span: str) -> str:
    """Without the clauses that have its core, or forbid the same in other words."""
    verbs = {match[1].lower() for match in _FORBIDDEN_VERB.finditer(span)}

    def says_it(piece: str) -> bool:
        forbidden = {match[1].lower() for match in _FORBIDDEN_VERB.finditer(piece)}
        return any(part in _plain(piece) for part in core) or not verbs.isdisjoint(forbidden)

    return " ".join(piece for piece in _PIECES.split(text) if not says_it(piece))


def _unmarked(span: str) -> str:
    return " ".join(re.sub(r"[*`_#>]|^[-\d.\s]+", "", span).split())


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[`*_]", "", text).lower().split())
