"""Whether a quotation states what its question asks for by its form: a time, a number, a length, an age.

Stricter than `core.text.expected_form`, which says what cannot answer at all: here what the question says itself does
not count, nor does a year as a number of things. English alone.
"""

import re
from typing import NamedTuple

from core.text.expected_form import expected_form

_WORDS = re.compile(r"[^\W_]+")
_NUMBER = (
    r"(?:(?:\d+(?:[.,]\d+)*|[½¼¾])[ -]?|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen"
    r"|\w+ty|half|quarter|several|few|some|many|couple|hundred|thousand)[ -])(?:\w+[ -])?"
)
_TIME = (
    r"(?:s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|nights?|weeks?|months?|years?|decades?"
    r"|centur(?:y|ies))"
)
_LENGTH = (
    r"(?:mm|cm|m|km|inch(?:es)?|ft|foot|feet|yards?|miles?|metres?|meters?|centimet(?:re|er)s?|kilomet(?:re|er)s?"
    r"|stor(?:e?y|eys|ies)|floors?|pages?|words?|sq\w*|m²|hectares?|acres?|litres?|liters?|l)"
)
_MASS = r"(?:g|kg|mg|t|grams?|kilos?|kilograms?|lbs?|pounds?|ounces?|oz|stones?|tons?|tonnes?)"
_SPAN = (
    r"|\b(?:until|till|since|forever|permanently|overnight|all (?:day|night|week|year|summer|winter)"
    r"|from\b.*\bto)\b"
)
_AGE = r"|\b(?:born|built|made|bought|since|from|in) (?:\w+ ){0,2}(?:1[5-9]|20)\d\d\b"
_YEAR_OR_CLOCK = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b|\b\d{1,2}[:.]\d\d\b(?! ?(?:%|\w?[€$£]|euros?|kg|g|l)\b)"
    r"|\b\d{1,2}(?:st|nd|rd|th)?\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?\b",
    re.I,
)


_SAID_AGAIN = ("date or time", "number")
"""Forms that common words have, too: "next"."""


class _Measure(NamedTuple):
    asks: re.Pattern[str]
    name: str
    states: re.Pattern[str]


def _measure(asks: str, name: str, states: str) -> _Measure:
    return _Measure(re.compile(rf"\bhow (?:{asks})\b", re.I), name, re.compile(states, re.I))


_MEASURES = (
    _measure("long", "how long", rf"\b{_NUMBER}(?:{_TIME}|{_LENGTH})\b{_SPAN}"),
    _measure("old", "how old", rf"\b{_NUMBER}{_TIME}\b|\b\d+(?:-year)?s?\b(?= old|\W*$)|\baged?\b{_AGE}"),
    _measure(
        "tall|high|deep|wide|thick|far|big|large|broad",
        "how large",
        rf"\b{_NUMBER}(?:{_LENGTH}|{_TIME})\b|\d ?[x×] ?\d",
    ),
    _measure("heavy", "how heavy", rf"\b{_NUMBER}{_MASS}\b"),
    _measure("hot|cold|warm", "how warm", r"°|\bdegrees?\b|\b\d+ ?[CF]\b"),
)


def unstated_form(query: str, quoted: str, *, context: str) -> str:
    """What the question asks for and the quotation does not state, in a few words; empty where nothing is.

    `context`: the question with all that is known to be asked about; what it says itself is no answer.
    """
    for measure in _MEASURES:
        if measure.asks.search(query):
            return "" if measure.states.search(quoted) else measure.name
    form = expected_form(query)
    if form is None:
        return ""
    if form.name in _SAID_AGAIN:
        said = {word.lower() for word in _WORDS.findall(context)}
        quoted = _WORDS.sub(lambda found: "" if found[0].lower() in said else found[0], quoted)
    if form.name == "number":
        quoted = _YEAR_OR_CLOCK.sub("", quoted)
    return "" if form.is_in(quoted) else form.name
