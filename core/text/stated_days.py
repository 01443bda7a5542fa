"""Whether a text states the day, the part of one, the week or the month that a question asks for or names. English
alone.
"""

import re

from core.text.calendar_words import (
    CAPITAL_MONTH,
    CAPITAL_WEEKDAY,
    FEAST,
    MONTH_OR_SHORT,
    SHORT_WEEKDAY,
    WEEKDAY,
)
from core.text.expected_form import ASKS_PART_OF_TIME
from core.text.written_dates import days_of, place_dates

_ASKS_DAY = re.compile(r"\b(?:what|which) (?:week)?days?\b(?! trips?\b)", re.I)
_ASKS_WEEK = re.compile(r"\b(?:what|which) week", re.I)
_ASKS_MONTH = re.compile(r"\b(?:what|which) months?\b", re.I)
_MONTH = (
    rf"\b(?!(?:may|mar|march)\b){MONTH_OR_SHORT}\b|(?-i:\b{CAPITAL_MONTH}\b)"
    r"|\b(?:in|since|until|from|of|early|mid|late) may\b"
    rf"|\b(?:{FEAST}|(?:this|last|next|every|same) month)\b"
    r"|\b\d\d?/(?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d\b"
)
"""In small letters "may" is a verb."""
_DAY = re.compile(
    rf"\b{WEEKDAY}s?\b|\b{SHORT_WEEKDAY}\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:on|by|until|from) the (?:\d{1,2}|\w+(?:st|nd|rd|th))\b(?! (?:floor|of the))"
    rf"|\b(?:daily|weekdays?|weekends?|today|tomorrow|yesterday|{FEAST}|(?:every|any|no|each|same) day"
    r"|days? (?:before|after)|(?:first|last) (?:\w+ )?of)\b",
    re.I,
)
_PART_OF_DAY = re.compile(
    rf"{_DAY.pattern}|\b(?:tonight|last night|(?:evening|morning|afternoon|night) (?:before|after)"
    r"|(?:every|any|no|each|same|this|that) (?:evening|morning|afternoon|night))\b",
    re.I,
)
_WEEK = re.compile(
    rf"{_MONTH}|\b{WEEKDAY}s?\b|\b(?:week|wk|[ck]?w)\.? ?\d"
    r"|\b(?:first|second|third|fourth|last|next|this|every|half) (?:week|term)"
    r"|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:week|days?) (?:before|after)\b",
    re.I,
)
_NAMED = re.compile(rf"\b(?:{CAPITAL_WEEKDAY}s?|(?!May\b){CAPITAL_MONTH}|(?<=[a-z] )May)\b")
"""At the head of a sentence "May" is a verb."""
_POINTS = (
    (_ASKS_DAY, _DAY),
    (_ASKS_WEEK, _WEEK),
    (_ASKS_MONTH, re.compile(_MONTH, re.I)),
    (ASKS_PART_OF_TIME, _PART_OF_DAY),
)


def lacks_day(query: str, stated: str) -> bool:
    """Whether one is asked for and none stands there: an hour or a season is none, nor are "five evenings"."""
    states = next((states for asks, states in _POINTS if asks.search(query)), None)
    if states is None:
        return False
    return not (states.search(stated) or next(days_of(stated), None) or next(place_dates(stated), None))


def named_days(question: str) -> list[str]:
    """The weekdays and months that it names, in capitals: they say when, and are no things."""
    return _NAMED.findall(question)
