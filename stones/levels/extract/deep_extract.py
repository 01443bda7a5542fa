"""LOD-2: the document's own headings, and under them the most informative units, rules first."""

import math
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from core.text.passages import CountTokens
from core.text.plain_inline import plain
from stones.levels.author_rules import RuleKind
from stones.levels.document_parts import PartKind
from stones.levels.extract.choose_units import COUNT_TOKENS, TokenBudget, count_rules
from stones.levels.extract.shorten_text import end_sentence
from stones.levels.extract.unit import Unit

MAX_UNIT_TOKENS = 32
"""Longer units are cut at a clause, so that more of them fit."""
PASSES = 2
"""Over the units: lines joined cost less than estimated, and what that leaves is used."""
LEANING_WORDS = 10
"""Of a sentence like "Nobody said yes." or "We asked for it twice."; a longer one tells what it is about."""
SHARE_OF_ABOVE = 1 / 3
"""Of the budget. A paragraph that would take more of it leaves no room for rules and next steps."""
SAME_CHARACTERS = 40
FEW_CHARACTERS = 12
MIN_LEAD_CHARACTERS = 25
"""A shorter line that only leads in says nothing itself."""


def write_deep(
    title: str,
    units: Sequence[Unit],
    *,
    above: Sequence[str] = (),
    most_tokens: int,
    count_tokens: CountTokens,
) -> str:
    """Markdown of at most `most_tokens`; its last line counts the marked rules that did not fit. What `above`, LOD-0
    and LOD-1, tell is told here, too, as far as there is room for much more.
    """
    head = [f"# {title}"] if title and count_tokens(f"# {title}") < most_tokens // 4 else []
    # The first sentence of a text without a heading is its title, too.
    is_title = {
        place for place, unit in enumerate(units) if head and end_sentence(unit.text) == end_sentence(title)
    }
    repeated = _repeated_units(units, above, most_tokens * SHARE_OF_ABOVE, count_tokens)
    ranked = [(place, unit) for place, unit in _rank_units(units, repeated) if place not in is_title]
    headings: set[tuple[str, ...]] = {(title,), ()}
    chosen: dict[int, Unit] = {}
    budget = TokenBudget(0, count_tokens)
    lines, leads = head, {""}
    for _ in range(PASSES):
        budget.left = most_tokens - COUNT_TOKENS - count_tokens("\n".join([*lines, ""]))
        _choose(ranked, budget, chosen, headings, leads)
        for place in [place for place in chosen if _is_bare(place, units, chosen)]:
            del chosen[place]
        lines = head + _lay_out((chosen[place] for place in sorted(chosen)), title)
    left_out = Counter(
        each.rule
        for place, each in enumerate(units)
        if each.is_marked and place not in chosen and place not in is_title
    )
    return _with_count(lines, left_out, most_tokens, count_tokens) if chosen else ""


def _choose(
    ranked: Iterable[tuple[int, Unit]],
    budget: TokenBudget,
    chosen: dict[int, Unit],
    headings: set[tuple[str, ...]],
    leads: set[str],
) -> None:
    """Add to `chosen` what the budget has room for, with the headings and leads that are not there yet."""
    for place, single in ranked:
        unit = _in_context(single, chosen.values(), budget.count_tokens)
        heading = 0 if unit.trail in headings else budget.count_tokens(f"## {_heading(unit)}") + 1
        lead = 0 if unit.denied_by in leads else budget.count_tokens(unit.denied_by) + 2
        is_single = single.before is single.turn is None
        if place not in chosen and (fitted := _take(unit, budget, heading + lead + 2, is_single=is_single)):
            chosen[place] = fitted
            headings.add(unit.trail)
            leads.add(unit.denied_by)


def _take(unit: Unit, budget: TokenBudget, extra: int, *, is_single: bool) -> Unit | None:
    if is_single:
        return budget.take(unit, extra=extra, longest=MAX_UNIT_TOKENS)
    # Cut, it might lose what it is told for, or begin with a pronoun and end before it says something.
    return budget.take(unit, extra=extra) if unit.tokens + extra <= budget.left else None


def on_one_line(deep: str) -> str:
    """The same without Markdown structure and the count of what is left out."""
    lines = (line.lstrip("#- ") for line in deep.split("\n") if not line.startswith("(Left out: "))
    return " ".join(end_sentence(line) for line in lines if line)


def _in_context(unit: Unit, chosen: Iterable[Unit], count_tokens: CountTokens) -> Unit:
    """A rule and a short sentence with those that they lean on, each with what turns it, unless these stand there."""
    if unit.before is unit.turn is None:
        return unit
    places = {(each.part, each.at) for each in chosen}
    before, text = unit.before, unit.text
    is_leaning = unit.rule or len(text.split()) <= LEANING_WORDS
    while is_leaning and before is not None and (before.part, before.at) not in places:
        text, before = f"{before.text} {text}", before.before
    turn = unit.turn
    while turn is not None and (turn.part, turn.at) not in places:
        text, turn = f"{text} {turn.text}", turn.turn
    return unit if text == unit.text else replace(unit, text=text, tokens=count_tokens(text))


def _is_bare(place: int, units: Sequence[Unit], chosen: Container[int]) -> bool:
    """Whether it leads in to a list of which nothing is chosen."""
    if not units[place].is_lead:
        return False
    points = list(
        takewhile(
            lambda at: units[at].kind is PartKind.ITEM and units[at].trail == units[place].trail,
            range(place + 1, len(units)),
        )
    )
    return bool(points) and not any(at in chosen for at in points)


def _repeated_units(
    units: Sequence[Unit], above: Sequence[str], most_tokens: float, count_tokens: CountTokens
) -> frozenset[int]:
    """Places of those that begin as something does in the longest level above of at most so many tokens; there they
    may be cut.
    """
    level = next((text for text in reversed(above) if count_tokens(text) <= most_tokens), "")
    return frozenset(
        place
        for place, unit in enumerate(units)
        if level and unit.is_prose and len(unit.text) > FEW_CHARACTERS
        if plain(unit.text)[:SAME_CHARACTERS] in level
    )


def _rank_units(units: Sequence[Unit], repeated: frozenset[int]) -> list[tuple[int, Unit]]:
    candidates = [
        (place, unit)
        for place, unit in enumerate(units)
        if unit.kind is not PartKind.HEADING and not (unit.is_lead and len(unit.text) < MIN_LEAD_CHARACTERS)
    ]
    return sorted(
        candidates,
        key=lambda pair: (
            not pair[1].is_turning,
            not pair[1].is_listed,
            pair[0] not in repeated,
            -_value(pair[1]),
            pair[0],
        ),
    )


def _value(unit: Unit) -> float:
    """Rules far before everything else, so that they are left out last; a question that is asked is no worse for it."""
    is_question = unit.rule is RuleKind.ASK and unit.text.endswith(("?", "？"))
    bonus = 0.5 * (unit.rule is not None) + 0.2 * unit.is_marked + 0.2 * unit.is_request + 0.15 * is_question
    worth = unit.worth + bonus + 0.1 * math.log(unit.tokens + 1)
    return worth / math.sqrt(unit.tokens + 2) if worth > 0 else worth


def _lay_out(units: Iterable[Unit], title: str) -> list[str]:
    lines: list[str] = []
    trail: tuple[str, ...] = ()
    part = None
    lead = ""
    for unit in units:
        if unit.trail != trail and unit.trail and unit.trail[-1] != title:
            lines.append(f"## {_heading(unit)}")
        if unit.denied_by not in ("", lead) and lines[-1:] != [f"- {unit.denied_by}"]:
            lines.append(f"- {unit.denied_by}")
        if unit.part == part and unit.kind is not PartKind.CODE:
            lines[-1] = f"{end_sentence(lines[-1])} {unit.text}"
        else:
            lines.append(f"- {unit.text}")
        trail, part, lead = unit.trail, unit.part, unit.denied_by
    return lines


def _heading(unit: Unit) -> str:
    """Its own, with the one further up that turns it: `If it fails: Steps`."""
    outer = next((name for name in unit.trail[1:-1] if name.rstrip(".:： ") == unit.turned_by), "")
    return f"{unit.turned_by}: {unit.trail[-1]}" if outer else unit.trail[-1]


def _with_count(
    lines: Sequence[str], left_out: Counter[RuleKind | None], most_tokens: int, count_tokens: CountTokens
) -> str:
    """With as many kinds counted as fit."""
    kinds = [count_rules(left_out[kind], kind) for kind in RuleKind if left_out[kind]]
    text = "\n".join(lines)
    while kinds:
        # Without the blank line it would seem a part of the last item.
        counted = f"{text}\n\n(Left out: {', '.join(kinds)}.)"
        if count_tokens(counted) <= most_tokens:
            return counted
        kinds.pop()
    return text
