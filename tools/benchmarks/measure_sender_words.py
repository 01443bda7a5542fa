"""The accuracy of the check of a sender's own words, on texts that careful readers condensed.

Key facts (JSONL): id, lod0, lod1, facts (level, type, spans, core), never (span, why). The readers' words are honest:
a fault in them is a false alarm. Then faults are planted in them, by a seed, and counted when they are found.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from core.text import CountTokens
from stones.levels.summary import SummaryReport, check_summary

SEED = 14
KINDS = (
    "changed number",
    "dropped prohibition",
    "inverted prohibition",
    "superseded step",
    "unknown name",
    "dropped warning put in",
    "inverted warning put in",
    "superseded step put in",
)
"""Of the last three the text gets a rule of another document first: near its top, or in a part left behind."""
NEAR_TOP = 30
"""Lines of a text in which a prohibition counts without being set apart."""
_FORM = frozenset(("empty", "too_long", "sentences", "not_prose"))
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


def read_cases(facts: Path, folders: Sequence[Path]) -> list[SenderCase]:
    """The cases whose text is in one of the folders. Raises ValueError for a line without the fields."""
    texts = {path.stem: path for folder in folders for path in folder.iterdir() if path.is_file()}
    cases = []
    for line in facts.read_text().splitlines():
        row = json.loads(line) if line.strip() else {}
        if not isinstance(row, dict) or not {"id", "lod0", "lod1", "facts"} <= row.keys():
            raise ValueError("each line has to have id, lod0, lod1 and facts.")
        if row["id"] in texts:
            text = texts[row["id"]].read_text(errors="replace")
            never = row.get("never", ())
            cases.append(SenderCase(row["id"], text, row["lod0"], row["lod1"] or "", row["facts"], never))
    return cases


def measure(cases: Sequence[SenderCase], *, count_tokens: CountTokens) -> dict[str, Any]:
    """False alarms, and planted faults by kind, found and missed."""
    honest = {
        case.id: check_summary(case.summary, case.detail, case.text, count_tokens=count_tokens)
        for case in cases
    }
    false = {name: [f for f in report.faults if f.code not in _FORM] for name, report in honest.items()}
    form = {name: [f for f in report.faults if f.code in _FORM] for name, report in honest.items()}
    return {
        "documents": len(cases),
        "false_fault_share": _share(map(bool, false.values())),
        "form_fault_share": _share(map(bool, form.values())),
        "left_out_share": _share(bool(report.left_out) for report in honest.values()),
        "left_out": sum(len(report.left_out) for report in honest.values()),
        "faults": {name: [f.message for f in found] for name, found in false.items() if found},
        "left_out_messages": {
            name: [each.message for each in report.left_out]
            for name, report in honest.items()
            if report.left_out
        },
        **_measure_planted(cases, honest, count_tokens),
    }


def _measure_planted(
    cases: Sequence[SenderCase], honest: Mapping[str, SummaryReport], count_tokens: CountTokens
) -> dict[str, Any]:
    planted, caught, alarms = Counter[str](), Counter[str](), Counter[str]()
    missed: dict[str, list[str]] = {kind: [] for kind in KINDS}
    rules = [rule for case in cases for rule in _rules_of(case)]
    steps = [(case.id, step) for case in cases for step in _steps_of(case)]
    for case in cases:
        rng = random.Random(f"{SEED} {case.id}")
        put_in = put_rules_in(
            case,
            [r for name, r in rules if name != case.id],
            [s for name, s in steps if name != case.id],
            rng,
        )
        for each in chain(plant(case, honest[case.id], rng), put_in):
            text = each.text or case.text
            is_caught = each.is_caught(
                check_summary(each.summary, each.detail, text, count_tokens=count_tokens)
            )
            planted[each.kind] += not each.is_honest
            caught[each.kind] += is_caught and not each.is_honest
            alarms[each.kind] += is_caught and each.is_honest
            if is_caught == each.is_honest:
                missed[each.kind].append(f"{case.id}: {'(false) ' * each.is_honest}{each.what}")
    kinds = {
        kind: {
            "planted": planted[kind],
            "caught": caught[kind],
            "share": _ratio(caught[kind], planted[kind]),
            "false": alarms[kind],
        }
        for kind in KINDS
    }
    return {"planted": kinds, "missed": missed}


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


def _rules_of(case: SenderCase) -> Iterator[tuple[str, str]]:
    for fact in case.facts:
        phrase = _sentence(fact["spans"][0])
        match = _DENIAL.search(phrase)
        if match and match.start() < 3 and 4 <= len(phrase.split()) <= 25:
            yield case.id, f"{phrase}."


def _steps_of(case: SenderCase) -> Iterator[str]:
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
        return any((f.code, f.message) not in before and f.code not in _FORM for f in report.faults)

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


def _share(values: Iterable[bool]) -> float:
    found = list(values)
    return _ratio(sum(found), len(found))


def _ratio(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 0.0
