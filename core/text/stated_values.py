"""The values that a text states, each under what it counts or names: days, weekdays, how often, figures by their unit.

Two texts of one subject contradict each other where they give other values of the same kind.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain

from core.text.bm25_words import STOP_WORDS, split_words
from core.text.calendar_words import GERMAN_WEEKDAY, SHORT_WEEKDAY
from core.text.link_addresses import mask_addresses
from core.text.opposite_states import stated_sides
from core.text.written_dates import days_of

Values = Mapping[str, frozenset[str]]
ANY_UNIT = ""
_NUMBER_WORDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn",
)
_NUMBERS = {
    word: str(number) for words in _NUMBER_WORDS for number, word in enumerate(words.split(), start=2)
}
_FIGURE = re.compile(
    rf"(?<![\w.-])-?(?P<figure>\d+(?:[.,:]\d+)*|(?:{'|'.join(_NUMBERS)})\b)(?:[ -]?(?P<unit>[^\W\d_]+|[%€£$]))?"
)
_NAMED = {
    "weekday": re.compile(
        rf"\b((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{{0,5}}day(?=s?\b)|{GERMAN_WEEKDAY}(?=s?\b)"
        rf"|(?!(?:mon|wed|sat|sun)\b){SHORT_WEEKDAY}\b)"
    ),
    "how often": re.compile(
        r"\b(hourly|daily|weekly|monthly|yearly|(?:every|each|per|jede[nrs]?|pro) "
        r"(?:hour|day|week|month|year|stunde|tag|woche|monat|jahr)|(?:stünd|täg|wöchent|monat|jähr)lich)\b"
    ),
}
_SHORT_WEEKDAY = re.compile(r"\b(?:Mon|Wed|(?:Sat|Sun)(?=\.? [·\d]))\b")
"""Other words without their capital."""
_OFTEN = {"hour": "hourly", "day": "daily", "week": "weekly", "month": "monthly", "year": "yearly"}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_IN_FULL = (
    _OFTEN
    | {day[:length]: day for day in _WEEKDAYS for length in range(3, len(day) - 2)}
    | {"weds": "wednesday"}
)


@lru_cache(maxsize=2_000)
def values_of(text: str) -> Values:
    """By kind; a figure without a unit is of ANY_UNIT."""
    text = mask_addresses(text)
    found: dict[str, set[str]] = {}
    for day, start, end in days_of(text):
        found.setdefault("day", set()).add(str(day))
        text = f"{text[:start]}{'·' * (end - start)}{text[end:]}"
    for match in _SHORT_WEEKDAY.finditer(text):
        found.setdefault("weekday", set()).add(_IN_FULL[match[0].lower()])
    lower = text.lower()
    for kind, pattern in _NAMED.items():
        for match in pattern.finditer(lower):
            word = match[1].rpartition(" ")[2]
            found.setdefault(kind, set()).add(_IN_FULL.get(word, word))
    for match in _FIGURE.finditer(lower):
        unit = match["unit"] or ANY_UNIT
        stem = "".join(split_words(unit)[:1]) if unit.isalpha() and unit not in STOP_WORDS else unit
        kind = ANY_UNIT if unit in STOP_WORDS else stem
        found.setdefault(kind, set()).add(_NUMBERS.get(match["figure"], match["figure"]))
    for side in stated_sides(lower, orders=False):
        found.setdefault(side.key, set()).add("first" if side.side == 0 else "second")
    return {kind: frozenset(given) for kind, given in found.items()}


def contradict(values: Values, others: Values, *, any_unit: bool = False) -> bool:
    """Whether they give other values of one kind, and share none of it.

    `any_unit`: a figure without a unit is compared with those of any.
    """
    if any(kind in others and given.isdisjoint(others[kind]) for kind, given in values.items() if kind):
        return True
    figures, other_figures = _figures(values), _figures(others)
    is_open = ANY_UNIT in values or ANY_UNIT in others
    return any_unit and is_open and bool(figures and other_figures) and figures.isdisjoint(other_figures)


def _figures(values: Values) -> set[str]:
    return {each for each in chain(*values.values()) if each[-1].isdigit()}
