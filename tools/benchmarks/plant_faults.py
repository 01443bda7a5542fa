"""Faults planted in the words that careful readers wrote of a text, at most one of each kind, by a seed."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stones.levels.summary import SummaryReport

NEAR_TOP = 30
"""Lines of a text in which a prohibition counts without being set apart."""
FORM_CODES = frozenset(("empty", "too_long", "sentences", "not_prose"))
_NUMBER = re.compile(r"(?<![\w.#/-])\d+(?:[.,]\d+)*(?![\w/]|[.,-]\d)")
_DENIAL = re.compile(r"\b(?:do not|don't|never|must not|should not|may not)\s+(?=\w)", re.I)
_PROHIBITION = re.compile(
    r"\b(?:do not|don['’]t|never|must not|should not|not (?:yet )?\w+ed|no \w+ without)\b", re.I
)
_SET_APART = re.compile(r"\*\*|__|⚠|🚨|❗|⛔|\b(?:NOT|NEVER|DO NOT|MUST|WARNING)\b|^\s*>", re.M)
_LEFT_BEHIND = re.compile(r"supersed|archiv|obsolet|outdated|rejected|no longer valid|abandoned", re.I)
_PIECES = re.compile(r"(?<=[.;:。；])\s+|,\s+(?=never\b|not\b|don't\b|do not\b|no\b)")
_WARNING_FORMS = ("> ⚠️ {}", "**{}**", "**Important:** {}", "> **Note**: {}", "{}", "⛔ {}", "WARNING: {}")
_OLD_PARTS = (
    "## Previous plan (superseded)\n\n- {}",
    "## Archive\n\n### The first attempt\n\n1. {}",
    "## Old approach\n\n> SUPERSEDED, kept for the record\n\n- {}",
    "## Steps — OBSOLETE\n\n{}",
    "## Plan B\n\n**Status:** superseded by the plan above.\n\n- {}",
)
_NAMES = ("Kestrel", "Priya Raman", "Oracle", "Hetzner", "Marquardt", "Zanzibar", "Tobias Lind", "Firestore")
_WITH_NAME = ("{0} has to approve it.", "It was agreed with {0}.", "It moves to {0} next.", "Ask {0} first.")


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


def put_rules_in(
    case: SenderCase, rules: Sequence[str], steps: Sequence[str], rng: random.Random
) -> Iterator[PlantedFault]:
    """The case's text with a rule near its top and a step in an obsolete part, with honest and dishonest words."""
    if not rules or not steps:
        return
    rule, step = rng.choice(rules), rng.choice(steps)
    text, line = _with_put_in(
        case.text, rng.choice(_WARNING_FORMS).format(rule), rng.choice(_OLD_PARTS).format(step)
    )

    def is_rule(report: SummaryReport) -> bool:
        return any(each.line == line for each in report.left_out)

    def has(code: str) -> Callable[[SummaryReport], bool]:
        return lambda report: any(fault.code == code for fault in report.faults)

    match = _DENIAL.search(rule)
    inverted = f"{rule[: match.start()]}{rule[match.end() :]}" if match else rule
    with_rule = f"{case.summary} {rule}"
    lines_left_out, without_step = f"{case.detail} {step}", case.detail
    yield PlantedFault("dropped warning put in", case.summary, without_step, rule, is_rule, text)
    yield PlantedFault("dropped warning put in", with_rule, without_step, rule, is_rule, text, is_honest=True)
    yield PlantedFault(
        "inverted warning put in",
        case.summary,
        f"{without_step} {_capital(inverted)}",
        rule,
        has("negation"),
        text,
    )
    yield PlantedFault(
        "inverted warning put in", with_rule, without_step, rule, has("negation"), text, is_honest=True
    )
    yield PlantedFault("superseded step put in", case.summary, lines_left_out, step, has("superseded"), text)
    past = f"{case.detail} The earlier plan is superseded: {step}"
    yield PlantedFault(
        "superseded step put in", case.summary, past, step, has("superseded"), text, is_honest=True
    )


def _with_put_in(text: str, rule: str, old_part: str) -> tuple[str, int]:
    """The text with a rule under its first heading (else under its first line) and its line, and a part at its end."""
    lines = text.rstrip().split("\n")
    heading = next((at for at, line in enumerate(lines[:40]) if line.startswith("#")), 0)
    lines[heading + 1 : heading + 1] = ["", rule, ""]
    return "\n".join([*lines, "", old_part, ""]), heading + 3


def rules_of(case: SenderCase) -> Iterator[tuple[str, str]]:
    for fact in case.facts:
        phrase = _sentence(fact["spans"][0])
        match = _DENIAL.search(phrase)
        if match and match.start() < 3 and 4 <= len(phrase.split()) <= 25:
            yield case.id, f"{phrase}."


def steps_of(case: SenderCase) -> Iterator[str]:
    for fact in case.facts:
        phrase = _sentence(fact["spans"][0])
        if fact["type"] == "next" and 5 <= len(phrase.split()) <= 25 and not _LEFT_BEHIND.search(phrase):
            yield f"{_capital(phrase)}."


def _sentence(span: str) -> str:
    """A span without Markdown, its first sentence alone."""
    phrase = " ".join(re.sub(r"[*`_#>|]|^\s*[-\d.\s]+|\[.\]", "", span).split())
    return re.split(r"(?<=[.!?])\s", phrase)[0].rstrip(".,;:!?— ")


def _capital(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


def plant(case: SenderCase, honest: SummaryReport, rng: random.Random) -> Iterator[PlantedFault]:
    """At most one of each kind."""
    before = {(fault.code, fault.message) for fault in honest.faults}

    def new_fault(report: SummaryReport) -> bool:
        return any((f.code, f.message) not in before and f.code not in FORM_CODES for f in report.faults)

    makers: tuple[Callable[[SenderCase, random.Random], tuple[str, str, str] | None], ...] = (
        _changed_number,
        _inverted_prohibition,
        _superseded_step,
        _unknown_name,
    )
    kinds = ("changed number", "inverted prohibition", "superseded step", "unknown name")
    for kind, make in zip(kinds, makers, strict=True):
        if made := make(case, rng):
            yield PlantedFault(kind, *made, new_fault)
    yield from _dropped_prohibition(case, honest, rng)


def _changed_number(case: SenderCase, rng: random.Random) -> tuple[str, str, str] | None:
    places = [
        (at, match) for at, text in enumerate((case.summary, case.detail)) for match in _NUMBER.finditer(text)
    ]
    if not places:
        return None
    field, match = rng.choice(places)
    digits = list(match[0])
    at = rng.choice([place for place, sign in enumerate(digits) if sign.isdigit()])
    digits[at] = rng.choice([sign for sign in "123456789" if sign != digits[at]])
    texts = [case.summary, case.detail]
    texts[field] = f"{texts[field][: match.start()]}{''.join(digits)}{texts[field][match.end() :]}"
    return (
        texts[0],
        texts[1],
        f"{match[0]} → {''.join(digits)}: …{texts[field][max(0, match.start() - 40) : match.end() + 40]}…",
    )


def _inverted_prohibition(case: SenderCase, rng: random.Random) -> tuple[str, str, str] | None:
    """A prohibition of the text that the readers noted, without its negation."""
    spans = [
        " ".join(re.sub(r"[*`_#>]|^[-\d.\s]+", "", span).split())
        for fact in case.facts
        if fact["type"] in ("warning", "constraint", "ask", "decision")
        for span in fact["spans"][:1]
    ]
    choices = [(span, match) for span in spans if (match := _DENIAL.search(span))]
    if not choices:
        return None
    span, match = rng.choice(choices)
    inverted = f"{span[: match.start()]}{span[match.end() :]}".strip().rstrip(".,;:")
    return case.summary, f"{case.detail} {inverted[0].upper()}{inverted[1:]}.", inverted


def _superseded_step(case: SenderCase, rng: random.Random) -> tuple[str, str, str] | None:
    spans = [
        " ".join(re.sub(r"[*`_#>|]|^[-\d.\s]+", "", each["span"]).split())
        for each in case.never
        if each["why"] in ("superseded", "refuted") and _is_marked_left_behind(case.text, each["span"])
    ]
    spans = [span for span in spans if len(span.split()) > 4]
    if not spans:
        return None
    span = rng.choice(spans).rstrip(".,;:")
    return case.summary, f"{case.detail} {span}.", span


def _is_marked_left_behind(text: str, span: str) -> bool:
    """Whether a heading above the span marks its part as obsolete."""
    at = text.find(span)
    above: dict[int, str] = {}
    for line in text[: max(at, 0)].splitlines():
        if match := re.match(r"(#{1,6})\s+(.*)", line):
            above = {level: title for level, title in above.items() if level < len(match[1])}
            above[len(match[1])] = match[2]
    return at >= 0 and any(_LEFT_BEHIND.search(title) for title in above.values())


def _unknown_name(case: SenderCase, rng: random.Random) -> tuple[str, str, str] | None:
    name = rng.choice([name for name in _NAMES if name.lower() not in case.text.lower()])
    phrase = rng.choice(_WITH_NAME).format(name)
    return case.summary, f"{case.detail} {phrase}", phrase


def _dropped_prohibition(
    case: SenderCase, honest: SummaryReport, rng: random.Random
) -> Iterator[PlantedFault]:
    """A warning or prohibition, in the words and prominent in the text, is removed from the words."""
    choices = []
    for fact in case.facts:
        span = next((span for span in fact["spans"] if _PROHIBITION.search(span) and span in case.text), None)
        if fact["type"] not in ("warning", "constraint", "ask", "decision"):
            continue
        core = [_plain(part) for part in fact["core"]]
        words = _plain(f"{case.summary}\n{case.detail}")
        if span and all(part in words for part in core) and _stands_out(case.text, span):
            choices.append((span, core))
    if not choices:
        return
    span, core = rng.choice(choices)
    summary, detail = (_without(text, core) for text in (case.summary, case.detail))
    first = case.text.count("\n", 0, case.text.index(span)) + 1
    lines = range(first, first + span.count("\n") + 1)
    lines_left_out = {each.line for each in honest.left_out}

    def is_named(report: SummaryReport) -> bool:
        return any(
            (each.line in lines or all(part in _plain(each.text) for part in core))
            and each.line not in lines_left_out
            for each in report.left_out
        )

    yield PlantedFault("dropped prohibition", summary, detail, span, is_named)


def _stands_out(text: str, span: str) -> bool:
    at = text.index(span)
    line = text[text.rfind("\n", 0, at) + 1 : at + len(span)]
    return text.count("\n", 0, at) < NEAR_TOP or _SET_APART.search(line) is not None


def _without(text: str, core: Sequence[str]) -> str:
    return " ".join(piece for piece in _PIECES.split(text) if not any(part in _plain(piece) for part in core))


def _plain(text: str) -> str:
    return re.sub(r"[`*_]", "", text).lower()
