"""Whether a text says at what time, or on which day. English alone."""

import re

from core.text.written_dates import days_of, place_dates

CLOCK = r"[012]?\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_UNITS = (
    r"(?:s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|nights?|weeks?|months?|years?|mm|cm|m|km|miles?|g|kg|t|kilos?"
    r"|pounds?|people|pages?|l|lit(?:re|er)s?|%)"
)
_ASKS_HOUR = re.compile(r"\bwhat (?:time|hour)\b(?! (?:of (?:the )?year|zone|limit|frame))", re.I)
_HOUR = re.compile(
    r"\b\d\d?[:.h]\d\d\b|\b\d\d? ?(?:[ap]\.?m\b|h\b|uhr\b)|\bo['’ ]?clock\b|\b(?:half|quarter) (?:past|to)\b"
    rf"|\b(?:at|by|until|till|before|after|from|to|around|about) (?:{CLOCK})\b(?! ?{_UNITS}\b)",
    re.I,
)
_PART_OF_DAY = re.compile(
    r"\b(?:noon|mid(?:day|night)|dawn|dusk|sun(?:rise|set)|mornings?|afternoons?|evenings?|nights?|tonight"
    r"|lunch ?times?|before|after|as soon as|when(?:ever)?|once|any ?time)\b",
    re.I,
)
"""Answers "what time?", as no weekday does."""
_ASKS_DAY = re.compile(r"\b(?:what|which) (?:week)?days?\b(?! trips?\b)", re.I)
_DAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:on|by|until|from) the (?:\d{1,2}|\w+(?:st|nd|rd|th))\b(?! (?:floor|of the))"
    r"|\b(?:daily|weekdays?|weekends?|today|tomorrow|yesterday|christmas|easter|new year|(?:every|any|no|each|same) day"
    r"|days? (?:before|after)|(?:first|last) (?:\w+ )?of)\b",
    re.I,
)


def lacks_hour(query: str, stated: str, rest: str) -> bool:
    """Whether a time of day is asked for and none stands there. `rest`: without sums and measures."""
    is_said = _HOUR.search(stated) or _PART_OF_DAY.search(rest)
    return _ASKS_HOUR.search(query) is not None and not is_said


def lacks_day(query: str, stated: str) -> bool:
    """Whether a day is asked for and neither one nor a weekday stands there: an hour or a season is none."""
    is_said = _DAY.search(stated) or next(days_of(stated), None) or next(place_dates(stated), None)
    return _ASKS_DAY.search(query) is not None and not is_said
