"""LOD-0 and LOD-1: the title, then the most informative spans, on one line."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from core.text.passages import CountTokens
from core.text.plain_inline import plain
from stones.levels.author_rules import RuleKind
from stones.levels.document_parts import PartKind
from stones.levels.extract.choose_units import COUNT_TOKENS, HEADLINE, TokenBudget, by_value, count_rules
from stones.levels.extract.compared_words import compared_words
from stones.levels.extract.shorten_text import cut_words, end_sentence, shorten_title
from stones.levels.extract.unit import Unit
from stones.levels.level_limits import LIMITS
from stones.levels.markers import markers
from stones.levels.split_sentences import SENTENCE_BREAK, sentence_count


class ProseForm(NamedTuple):
    units: int
    """At most so many spans after the title."""
    sentences: int
    """0: any number."""
    exponent: float
    """Exponent of a span's size, which divides its worth: 0 takes the best spans, 1 the most."""
    least: float
    """Minimum worth of a second span: a bare detail after a title misleads."""


SCAN = ProseForm(units=2, sentences=LIMITS.scan_sentences, exponent=0.15, least=0.35)
DETAIL = ProseForm(units=30, sentences=0, exponent=0.4, least=-1.0)
TITLE_TOKENS = (22, 14, 9)
"""Also of a heading that a span is told under. The next applies if the best span does not fit beside it."""
LISTED_TOKENS = 24
"""A longer prohibition of a list of them is cut at a clause, so that more of them fit."""
REPEATED = 0.6
"""Share of a title's words. A span that has them says what the title says, and stands alone where it is long
and the title leaves room for a single step at most."""
SHORT = 40
"""Parts of a text that is more of a message than a manual: whatever it asks or forbids may be why it was written."""
CLOSING = 2
"""Parts before the last one, in which also a longer text says what it wants."""
_NEXT = markers("names", "next")
MOST_FORBIDDING = 4
"""Prohibitions of one section, told before all else of a paragraph: how the matter stands, and what is open, is told,
too.
"""
PARTIAL = " (in part)"
"""Behind the heading of a list that would seem to be the whole."""
_ENTRY = re.compile(r"\W*\d{4}-\d\d-\d\d")
"""Names the entry of a board: who posts, and when, leaves little room for what the board is called."""
_STRUCTURE = re.compile(r"^(?:\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\||`{3,}|~{3,}|>))+\s*")


def write_prose(
    title: str, units: Sequence[Unit], form: ProseForm, *, most_tokens: int, count_tokens: CountTokens
) -> str:
    """One line of at most `most_tokens`; empty if there are no words."""
    candidates = (unit for unit in units if unit.is_prose)
    sized = (
        replace(unit, tokens=_in_context(unit, (), count_tokens).tokens) if unit.before else unit
        for unit in candidates
    )
    ranked = by_value(sized, form.exponent, with_listed=not form.sentences)
    if form.sentences and not title:
        ranked = _with_opening_first(ranked)
    if not form.sentences:
        ranked = _without_long_lists(ranked)
    listed = 0 if form.sentences else sum(unit.is_listed for unit in units)
    room = most_tokens - COUNT_TOKENS * bool(listed)
    best, told = _best_line(title, ranked, form, room, count_tokens)
    for pressing in _with_demands(title, ranked, told, form):
        line, others = _best_line(title, pressing, form, room, count_tokens)
        if any(unit.is_demand for unit in others):
            best, told = line, others
            break
    if title and not ranked and (lead := _first_lead(units)):
        best = _join_units(shorten_title(title, TITLE_TOKENS[-1], count_tokens), [lead], ())
    if not best and units:
        best = plain((ranked or list(units))[0].text)
    left_out = listed - sum(unit.is_listed for unit in told)
    if left_out > 0:
        best = f"{end_sentence(best)} (Left out: {count_rules(left_out, RuleKind.PROHIBITION)}.)"
    return fit_line(best, form, most_tokens, count_tokens)


def _first_lead(units: Sequence[Unit]) -> Unit | None:
    """What leads in to a list says more than a title alone, where nothing else is said."""
    leads = (unit for unit in units if unit.is_lead and unit.kind is PartKind.TEXT)
    return next((replace(unit, text=f"{unit.text.rstrip(' .:：')} …") for unit in leads), None)


def _without_long_lists(ranked: Sequence[Unit]) -> list[Unit]:
    """With the prohibitions of a section that are more than MOST_FORBIDDING behind all else."""
    counts: Counter[tuple[str, ...]] = Counter()
    first: list[Unit] = []
    late: list[Unit] = []
    for unit in ranked:
        is_one = unit.rule is RuleKind.PROHIBITION and unit.kind is PartKind.ITEM
        counts[unit.trail] += is_one
        (late if is_one and counts[unit.trail] > MOST_FORBIDDING else first).append(unit)
    return first + late


def _best_line(
    title: str, ranked: Sequence[Unit], form: ProseForm, most_tokens: int, count_tokens: CountTokens
) -> tuple[str, list[Unit]]:
    """With as much of the title as leaves room for the best unit; and the units told."""
    best, is_mere_step = "", False
    told: list[Unit] = []
    for title_tokens in _title_sizes(title, ranked):
        short = shorten_title(title, min(title_tokens, most_tokens), count_tokens) if title_tokens else ""
        budget = TokenBudget(most_tokens - count_tokens(short) - 2, count_tokens)
        chosen = _choose(ranked, form, budget)
        while chosen and not _fits(_join_units(short, chosen, ranked), form, most_tokens, count_tokens):
            chosen.pop()
        is_best = bool(chosen) and chosen[0].line == ranked[0].line
        is_best_whole = is_best and chosen[0].text.endswith(ranked[0].text)
        is_better = is_best_whole if short else is_best and is_mere_step
        if not best or is_better:
            best, told = _join_units(short, chosen, ranked), chosen
            is_mere_step = all(unit.is_request for unit in chosen)
        if is_best_whole or (chosen and ranked[0].headline < HEADLINE):
            break
    return best, told


def _with_demands(
    title: str, ranked: Sequence[Unit], told: Sequence[Unit], form: ProseForm
) -> Iterator[list[Unit]]:
    """What the text wants of its reader stands behind what is told of its subject or its state, and before all mere
    statements; next, where both do not fit and a title tells the subject, a prohibition or what is due before that,
    too. None: nothing needs to be changed.
    """
    last = max((unit.part for unit in ranked), default=0)
    demands = [
        replace(unit, headline=1.0)
        for unit in ranked
        if unit.is_demand
        and (unit.is_marked or last <= SHORT or unit.part >= last - CLOSING)
        # What must not be done once something else is done does not go before how that stands.
        and not (
            form.sentences and unit.turned_by and unit.rule is RuleKind.PROHIBITION and not unit.is_listed
        )
    ]
    more = [unit for unit in told if _is_more(unit)]
    central = [unit for unit in told if unit.is_central]
    is_full = last > SHORT or all(unit in more or unit in central for unit in told)
    if not demands or (more and is_full):
        return
    if not title if form.sentences else more:
        demands = [unit for unit in demands if unit.rule is not RuleKind.PROHIBITION]
    demands.sort(key=lambda unit: unit.rule is RuleKind.NEXT)
    # What is best of all and on the subject stays in a paragraph, too.
    best = [] if form.sentences else [unit for unit in central if unit.line == ranked[0].line][:1]
    lead = [*best, *more] or central[:1]
    kept, moved = ({(unit.part, unit.at) for unit in units} for units in (lead, demands))
    lead = [unit for unit in ranked if (unit.part, unit.at) in kept]
    others = [unit for unit in ranked if (unit.part, unit.at) not in kept | moved]
    yield [*lead, *demands, *others]
    urgent = [unit for unit in demands if unit.rule in (RuleKind.PROHIBITION, RuleKind.DEADLINE)]
    if title and urgent and not more:
        yield [*urgent, *lead, *(unit for unit in demands if unit not in urgent), *others]


def _is_more(unit: Unit) -> bool:
    """Whether it is more than a statement of how something is."""
    is_said = unit.rule is not None or unit.is_headline or unit.part < 0
    return is_said or unit.is_turning or unit.is_request or unit.is_demand


def _with_opening_first(ranked: Sequence[Unit]) -> list[Unit]:
    """Nothing but its first words says what a text without a title is; only what turns the meaning goes before them."""
    opening = min(ranked, key=lambda unit: (unit.line, unit.part, unit.at), default=None)
    if opening is None or ranked[0].is_turning or (opening.part, opening.at) != (0, 0):
        return [*ranked]
    if opening.kind is not PartKind.TEXT or opening.worth <= 0:
        return [*ranked]
    return [opening, *(unit for unit in ranked if unit is not opening)]


def _title_sizes(title: str, ranked: Sequence[Unit]) -> tuple[int, ...]:
    """To try, largest first. 0 is none: where there is none, or where the best span says all of it again."""
    if not title:
        return (0,)
    if ranked and _ENTRY.match(ranked[0].turned_by):
        return (TITLE_TOKENS[-1], 0)
    words = compared_words(title)
    is_repeated = bool(ranked) and len(words & compared_words(ranked[0].text)) >= REPEATED * len(words)
    return (*TITLE_TOKENS, 0) if is_repeated else TITLE_TOKENS


def _in_context(unit: Unit, chosen: Sequence[Unit], count_tokens: CountTokens) -> Unit:
    """With the sentences that it leans on, unless they stand there."""
    first, text = unit, unit.text
    while (before := first.before) and not any(each.text.endswith(before.text) for each in chosen):
        first, text = before, f"{before.text} {text}"
    if first is unit:
        return unit
    return replace(
        first,
        text=text,
        tokens=count_tokens(text),
        worth=unit.worth,
        headline=unit.headline,
        is_demand=unit.is_demand or first.is_demand,
    )


def _choose(ranked: Sequence[Unit], form: ProseForm, budget: TokenBudget) -> list[Unit]:
    """The best first."""
    chosen: list[Unit] = []
    names = {""}
    for unit in ranked:
        if len(chosen) == form.units or (chosen and unit.worth + unit.headline < form.least):
            break
        shown = _in_context(unit, chosen, budget.count_tokens)
        if shown.turned_by:
            turned_by = cut_words(shown.turned_by, TITLE_TOKENS[0], budget.count_tokens)
            shown = replace(shown, turned_by=turned_by)
        extra = 1 if shown.turned_by in names else budget.count_tokens(shown.turned_by) + 2
        # Cut, a chain may lose the sentence that takes back the one before.
        is_whole = shown.text == unit.text or shown.tokens + extra <= budget.left
        longest = LISTED_TOKENS if unit.is_listed and not form.sentences else 0
        if is_whole and (fitted := budget.take(shown, extra=extra, longest=longest)):
            chosen.append(fitted)
            names.add(shown.turned_by)
    return chosen


def fit_line(text: str, form: ProseForm, most_tokens: int, count_tokens: CountTokens) -> str:
    """The text on one line without structure at its start, cut at a word if it is too long."""
    text = _STRUCTURE.sub("", " ".join(text.split()))
    if form.sentences:
        ends = [match.end() for match in SENTENCE_BREAK.finditer(text)]
        text = text[: ends[form.sentences - 1]] if len(ends) >= form.sentences else text
    return cut_words(text, most_tokens, count_tokens)


def _fits(text: str, form: ProseForm, most_tokens: int, count_tokens: CountTokens) -> bool:
    is_short = not form.sentences or sentence_count(text) <= form.sentences
    return is_short and count_tokens(text) <= most_tokens


def _partial_lists(chosen: Sequence[Unit], ranked: Sequence[Unit]) -> set[str]:
    """Headings of next steps of which not all are told."""
    steps = [unit for unit in ranked if unit.rule is RuleKind.NEXT and unit.kind is PartKind.ITEM]
    chosen_parts = {unit.part for unit in chosen}
    return {
        unit.turned_by for unit in steps if unit.part not in chosen_parts and _NEXT.search(unit.turned_by)
    }


def _is_named(unit: Unit) -> bool:
    """As the one that it stands behind."""
    while unit.before:
        unit = unit.before
    return unit.turned_by != ""


def _join_units(title: str, chosen: Sequence[Unit], ranked: Sequence[Unit]) -> str:
    """Units that turn the meaning first, then those that need no name, as nothing ends what a name is of, each in the
    text's order. `ranked`: all that might be told.
    """
    partial = _partial_lists(chosen, ranked)
    # One that leans on the sentence before it is told behind that one.
    ordered = sorted(
        chosen,
        key=lambda unit: (
            not unit.is_turning or unit.before is not None,
            _is_named(unit),
            unit.line,
            unit.part,
            unit.at,
        ),
    )
    spans, before = "", ""
    for unit in ordered:
        is_named = unit.turned_by not in ("", before, title)
        if spans and unit.turned_by == before != "":
            # Behind a full stop it would seem to stand alone: "Do not: rename it. Delete it."
            spans = f"{spans.removesuffix('.')};" if spans.endswith(".") else spans
        name = f"{unit.turned_by}{PARTIAL * (unit.turned_by in partial)}:".replace("?:", "?")
        spans += f" {name}" * is_named + f" {end_sentence(plain(unit.text))}"
        before = unit.turned_by
    spans = spans.lstrip()
    if not title or not spans:
        return title or spans
    return f"{title}{' — ' if ':' in title else ': '}{spans}"
