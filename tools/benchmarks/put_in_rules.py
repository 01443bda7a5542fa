"""Rules, bans and obsolete steps put into a text, with words that keep to them and words that do not, by a seed."""

import random
import re
from collections.abc import Callable, Iterator, Sequence

from stones.levels.summary import SummaryReport
from tools.benchmarks.plant_faults import DENIAL, LEFT_BEHIND, PlantedFault, SenderCase, capital, draw

_WARNING_FORMS = ("> ⚠️ {}", "**{}**", "**Important:** {}", "> **Note**: {}", "{}", "⛔ {}", "WARNING: {}")
_OLD_PARTS = (
    "## Previous plan (superseded)\n\n- {}",
    "## Archive\n\n### The first attempt\n\n1. {}",
    "## Old approach\n\n> SUPERSEDED, kept for the record\n\n- {}",
    "## Steps — OBSOLETE\n\n{}",
    "## Plan B\n\n**Status:** superseded by the plan above.\n\n- {}",
)
_ACTIONS = (
    ("merge", "the pull request", "merging"),
    ("run", "the migration", "running"),
    ("delete", "the old bucket", "deleting"),
    ("deploy", "the new gateway", "deploying"),
    ("publish", "the announcement", "publishing"),
    ("rotate", "the signing key", "rotating"),
    ("drop", "the orders table", "dropping"),
    ("restart", "the upload queue", "restarting"),
    ("send", "the customer mail", "sending"),
    ("upgrade", "the cluster", "upgrading"),
    ("start", "the backfill", "starting"),
    ("push", "the hotfix branch", "pushing"),
)
"""Verb, object, gerund."""
_CONDITIONS = (
    ("before Ann has answered", "once Ann has answered"),
    ("until the backup is verified", "after the backup is verified"),
    ("unless the owner agrees", "if the owner agrees"),
    ("without a second review", "after a second review"),
    ("until Friday", "after Friday"),
)
"""As a ban says it, and when its opposite holds."""
_BAN_FORMS = (
    "Do not {verb} {object} {until}.",
    "Never {verb} {object} {until}.",
    "{capital_object} must not be touched. Don't {verb} it {until}.",
    "Please do not {verb} {object} yet: not {until}.",
    "Do NOT {verb} {until}; {object} is shared.",
)
_HOLD_FORMS = (
    "Hold {object} until the backup is verified.",
    "{capital_object} is on hold until Friday.",
    "Hold off on {gerund} {object} until Ann has answered.",
    "Please postpone {object} until the audit is over.",
    "{capital_object} stays frozen until the incident is closed.",
)
_COMMANDS = (
    "{verb} {object} now.",
    "{verb} {object}.",
    "Please {verb} {object} today.",
    "Next: {verb} {object}.",
)
_PRONOUN_COMMANDS = ("This is about {object}. {capital_verb} it now.", "{capital_object}: {verb} it today.")


def put_rules_in(
    case: SenderCase, rules: Sequence[str], steps: Sequence[str], rng: random.Random
) -> Iterator[PlantedFault]:
    """The case's text with a rule near its top and a step in an obsolete part, with honest and dishonest words."""
    for rule, step in zip(draw(rules, rng), draw(steps, rng), strict=False):
        text, line = _with_put_in(
            case.text, rng.choice(_WARNING_FORMS).format(rule), rng.choice(_OLD_PARTS).format(step)
        )
        yield from _rule_faults(case, rule, text, line)
        yield from _step_faults(case, step, text)


def put_bans_in(case: SenderCase, rng: random.Random) -> Iterator[PlantedFault]:
    """The case's text with a ban near its top; its words command it, or name the condition, or tell the ban."""
    for verb, thing, gerund in draw(_ACTIONS, rng):
        until, when = rng.choice(_CONDITIONS)
        form = rng.choice(rng.choice((_BAN_FORMS, _HOLD_FORMS)))
        words = {"verb": verb, "object": thing, "gerund": gerund, "until": until}
        words |= {"capital_object": capital(thing), "capital_verb": capital(verb)}
        ban = form.format(**words)
        command = rng.choice((*_COMMANDS, *_PRONOUN_COMMANDS)).format(**words)
        text, _ = _with_put_in(case.text, rng.choice(_WARNING_FORMS).format(ban), "")
        kind, what = "commanded ban put in", f"{ban} | {command}"
        yield PlantedFault(
            kind, f"{case.summary} {capital(command)}", case.detail, what, _has("negation"), text
        )
        for honest in (f"{capital(verb)} {thing} {when}.", ban, f"Ask Ann whether to {verb} {thing}."):
            summary, what = f"{case.summary} {honest}", f"{ban} | {honest}"
            yield PlantedFault(kind, summary, case.detail, what, _has("negation"), text, is_honest=True)


def rules_of(case: SenderCase) -> Iterator[str]:
    for fact in case.facts:
        phrase = _sentence(fact["spans"][0])
        match = DENIAL.search(phrase)
        if match and match.start() < 3 and 4 <= len(phrase.split()) <= 25:
            yield f"{phrase}."


def steps_of(case: SenderCase) -> Iterator[str]:
    for fact in case.facts:
        phrase = _sentence(fact["spans"][0])
        if fact["type"] == "next" and 5 <= len(phrase.split()) <= 25 and not LEFT_BEHIND.search(phrase):
            yield f"{capital(phrase)}."


def _rule_faults(case: SenderCase, rule: str, text: str, line: int) -> Iterator[PlantedFault]:
    def is_named(report: SummaryReport) -> bool:
        return any(each.line == line for each in report.left_out)

    match = DENIAL.search(rule)
    inverted = f"{rule[: match.start()]}{rule[match.end() :]}" if match else rule
    with_rule, detail = f"{case.summary} {rule}", case.detail
    dropped, turned, is_turned = "dropped warning put in", "inverted warning put in", _has("negation")
    yield PlantedFault(dropped, case.summary, detail, rule, is_named, text)
    yield PlantedFault(dropped, with_rule, detail, rule, is_named, text, is_honest=True)
    yield PlantedFault(turned, case.summary, f"{detail} {capital(inverted)}", rule, is_turned, text)
    yield PlantedFault(turned, with_rule, detail, rule, is_turned, text, is_honest=True)


def _step_faults(case: SenderCase, step: str, text: str) -> Iterator[PlantedFault]:
    kind, is_caught = "superseded step put in", _has("superseded")
    past = f"{case.detail} The earlier plan is superseded: {step}"
    yield PlantedFault(kind, case.summary, f"{case.detail} {step}", step, is_caught, text)
    yield PlantedFault(kind, case.summary, past, step, is_caught, text, is_honest=True)


def _has(code: str) -> Callable[[SummaryReport], bool]:
    return lambda report: any(fault.code == code for fault in report.faults)


def _with_put_in(text: str, rule: str, old_part: str) -> tuple[str, int]:
    """The text with a rule under its first heading (else under its first line) and its line, and a part at its end."""
    lines = text.rstrip().split("\n")
    comment = text.find("-->") if text.startswith("<!--") else 0
    first = text.count("\n", 0, comment)
    heading = next((at for at, line in enumerate(lines[:40]) if at >= first and line.startswith("#")), first)
    lines[heading + 1 : heading + 1] = ["", rule, ""]
    return "\n".join([*lines, "", old_part, ""]), heading + 3


def _sentence(span: str) -> str:
    """A span without Markdown, its first sentence alone."""
    phrase = " ".join(re.sub(r"[*`_#>|]|^\s*[-\d.\s]+|\[.\]", "", span).split())
    return re.split(r"(?<=[.!?])\s", phrase.lstrip("0123456789. "))[0].rstrip(".,;:!?— ")
