"""Prices, hours and codes of locks: which questions ask for one, and whether a text states it. English alone."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from core.text.bm25_words import split_words
from core.text.filler_words import OPENING

_PRICE_WORDS = (
    "cost costs charge charges charged pay pays paid price prices priced fee fees earn earns earned worth"
)
PRICE_STEMS = frozenset(split_words(_PRICE_WORDS))
"""They ask for a price; a statement of one need not have them: "£92"."""
_PRICE = "|".join(_PRICE_WORDS.split())
CURRENCY = (
    r"(?:euros?|eur|dollars?|usd|pounds?|gbp|pence|cents?|francs?|chf|kr(?:on(?:er|or|a|e))?|yen|yuan|rupees?|rand|pesos?"
    r"|z[łl]oty|p(?!\.? ?m\b))"
)
_SUM = (
    r"(?<![\d.,])(?<!: )\d{1,3}(?:[.,]\d{3})+(?![.,]?\d)"
    r"(?= ?(?:[,.;:)/|+-]|$|(?:for|per|an?|the|each|plus|with|in|and|or|if|by)\b))"
)
"""A figure with its thousands apart and no unit: "the battery, 5,200", but not under a label: "Planned: 2,400"."""
_WITH_CENTS = (
    r"(?<![\w.,:/-])\d{1,4}[.,]\d\d(?![.,:/]?\d)"
    r"(?! ?(?:[ap]\.?m\b|o['’ ]?clock|%|°|(?:[mck]?m|[mk]?g|t|[mc]?l|h|s|min|x)(?!\w)))"
)
"""`27,90`."""
_ASKS_PRICE = re.compile(
    rf"\b(?:what|how much)\b(?=.*\b(?:{_PRICE}|rent|wages?|salary)\b)(?!.*\b(?:attention|for\W*$))", re.I
)
_AN_HOUR = r"(?:[01]?\d|2[0-3])(?:[:.][0-5]\d| ?(?:[ap]\.?m\b|o['’ ]?clock))"
_FREE = (
    r"(?<!\b[ai]m )(?<!['’]m )(?<!\bI was )(?<!\bwe are )(?<!\bwe were )(?<!['’]re )(?<!-)\bfree\b"
    r"(?! (?:time|days?|evenings?|afternoons?|mornings?|weekends?|range|to|of(?! (?:charge|cost))"
    r"|from(?! (?:the )?(?:\d|now|today|tomorrow|next|then|start|beginning|first|age|noon|midnight|spring|summer|autumn"
    r"|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))"
    r")\b)"
)
"""What costs nothing: not who has time, nor what is without something."""
_SUM_OF = (
    r"\b(?:deposits?|rent|budget|bill|salary|wages?|premium|quoted?|pension|allowance)"
    r"(?: of| is| was| now| at| ?=|:)? \d{2,6}(?![\d\w:/-]|[.,]\d)"
    r"(?! (?:days?|weeks?|months?|years?|hours?|minutes?|people|per ?cent)\b)"
)
"""A bare figure behind what is counted in money: "deposit 1150"."""
_STATES_PRICE = re.compile(
    rf"{_SUM_OF}|[€$£¥]|(?<![\w.,])\d[\d.,]*k? ?{CURRENCY}\b|{_SUM}|{_WITH_CENTS}"
    rf"|\b(?:{_PRICE})\b[^.;\d]{{0,20}}(?!{_AN_HOUR})\d"
    rf"|{_FREE}|\bnothing\b",
    re.I,
)
_HOW_MUCH = re.compile(
    rf"{OPENING}how much (?:(?:is|are|was|were)\b(?! (?:left|there|in|of)\b)|(?:will|would)\b.*\b(?:be|cost)\b)",
    re.I,
)
_STATES_HOW_MUCH = re.compile(
    rf"{_STATES_PRICE.pattern}"
    r"|\d ?(?:[mck]?m|[mk]?g|t|[mc]?l|[mk]?[vwa]h?|[kmgt]b|%|°|per ?cent|tonnes?|tons?|lit(?:re|er)s?"
    r"|gallons?|pints?|grams?|kilos?|degrees?|watts?|volts?|hours?|minutes?)(?!\w)",
    re.I,
)
"""A price, or a figure with its unit."""
_ASKS_WHETHER_PAID = re.compile(
    r"(?:^|[,;?] ?|\b(?:or|and|but|so) )(?:do|does|must|should|will|would) (?:i|we|you|one|they|\w+s)"
    r"(?: have to| need to| still)? pay\b"
    r"(?! (?:by|with|in|at|via|using|online|upfront|later|now|cash|attention|before|after|when|on)\b)"
    r"|\bfor free\b|\bfree (?:of charge|or)\b|\bcosts? (?:anything|extra)\b",
    re.I,
)
_STATES_WHETHER_PAID = re.compile(
    rf"{_STATES_PRICE.pattern}|\b(?:{_PRICE}|included?|includes|complimentary|payable|payment|paying)\b",
    re.I,
)
_CREDENTIAL = r"\b(?:pass(?:word|phrase|code)|passwort|kennwort)s?\b"
_ASKS_PASSWORD = re.compile(
    rf"\b(?:what(?:['’]?s| is| was)|which|tell me|give me)\b[^?.]{{0,40}}{_CREDENTIAL}"
    r"(?! (?:polic|rule|manager|length|reset|requirement))",
    re.I,
)
_STATES_PASSWORD = re.compile(
    rf"{_CREDENTIAL}(?: \w{{1,20}}){{0,3}} ?"
    r"(?:[:=|–—]|- |\b(?:is|are|stands?|hangs?|written|printed|ist|lautet|steht)\b)"
    rf"|{_CREDENTIAL} (?=\w*\d)\w|[“\"'‘`][^“”\"'’`\n]{{3,40}}[”\"'’`]|\bas (?:the|a|your) pass(?:word|phrase|code)",
    re.I,
)
"""The password, or where it is."""
TIME = (
    r"(?:s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|nights?|weeks?|months?|years?|decades?"
    r"|centur(?:y|ies))"
)
LENGTH = (
    r"(?:mm|cm|m|km|inch(?:es)?|ft|foot|feet|yards?|miles?|metres?|meters?|centimet(?:re|er)s?|kilomet(?:re|er)s?"
    r"|stor(?:e?y|eys|ies)|floors?|pages?|words?|sq\w*|m²|hectares?|acres?|litres?|liters?|l)"
)
MASS = r"(?:g|kg|mg|t|grams?|kilos?|kilograms?|lbs?|pounds?|ounces?|oz|stones?|tons?|tonnes?)"
MARKED_LENGTH = r"""(?<!["“'‘\w.,])\d+(?:[.,]\d+)?(?:[ -]\d/\d)? ?(?:["″”]|['′’](?!\w*[a-z])|'')"""
"""`6"`, `5'10"`."""
_CLOCK = r"[012]?\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_UNITS = (
    r"(?:s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|nights?|weeks?|months?|years?|mm|cm|m|km|miles?|g|kg|t|kilos?"
    r"|pounds?|people|pages?|l|lit(?:re|er)s?|%)"
)
_UNIT_SIGNS = {
    stem: re.compile(rf"(?<![\w.,])(?:[€$£] ?)?\d[\d.,]*(?: ?(?:{sign}))(?![\w/])")
    for words, sign in (
        ("kilometres kilometers", "km"),
        ("metres meters", "m"),
        ("centimetres centimeters", "cm"),
        ("millimetres millimeters", "mm"),
        ("kilos kilograms", "kg"),
        ("grams", "g"),
        ("litres liters", "l|L"),
        ("hours", "h|hrs?"),
        ("minutes", "mins?|′"),
        ("seconds", "s|secs?"),
        ("watts", "W"),
        ("percent", "%"),
        ("degrees", "°(?: ?[CF])?"),
    )
    for stem in split_words(words)
}
"""`1,340 km`: what asks for it has the word."""
UNIT_STEMS = frozenset(
    split_words(
        "second seconds minute minutes hour hours day days night nights week weeks month months year years time times"
        " kilometre kilometer metre meter mile miles foot feet percent degrees"
    )
)
"""In what a value is asked for, not of what."""
_ASKS_HOUR = re.compile(r"\bwhat (?:time|hour)\b(?! (?:of (?:the )?year|zone|limit|frame))", re.I)
_HOUR = re.compile(
    r"\b\d\d?[:.h]\d\d\b|\b\d\d? ?(?:[ap]\.?m\b|h\b|uhr\b)|\bo['’ ]?clock\b|\b(?:half|quarter) (?:past|to)\b"
    rf"|\b(?:at|by|until|till|before|after|from|to|around|about) (?:{_CLOCK})\b(?! ?{_UNITS}\b)",
    re.I,
)
_PART_OF_DAY = re.compile(
    r"\b(?:noon|mid(?:day|night)|dawn|dusk|sun(?:rise|set)|mornings?|afternoons?|evenings?|nights?|tonight"
    r"|lunch ?times?|before|after|as soon as|when(?:ever)?|once|any ?time)\b",
    re.I,
)
"""Answers "what time?", as no weekday does."""
_LOCKED = (
    r"(?:door|gate|(?:key )?safe|(?:lock|key) ?box|"
    r"alarm|entry|access|lock|padlock|barrier|garage|shed|locker|vault|box|case|bike|security|post|zip"
    r"|area|dialling|discount|voucher)"
)
_CODE = r"(?:code|pin|combination)"
_OF_LOCK = rf"(?:{_LOCKED}(?:['’]s)? {_CODE}|{_CODE} (?:for|of|to) (?:the|our|my) (?:\w+ )?{_LOCKED})"
_ASKS_CODE = re.compile(
    r"^\W*(?:(?:and|so|ok)\W+)*(?:what(?:['’]?s| is| was)?|which|tell me|remind me of|give me)\b(?! changed\b)"
    rf"[^?.]{{0,80}}\b{_OF_LOCK}\b",
    re.IGNORECASE,
)
_NO_CODE = r"(?!(?:19|20)\d\d\b|\d+(?:st|nd|rd|th|am|pm|h|m|kg|km|cm|min)\b)"
"""A year, a day, an hour, a measure."""
_STATES_CODE = re.compile(
    rf"\b{_CODE}(?: \w{{1,20}}){{0,4}}\W{{1,3}}\w{{0,9}}\d"
    rf"|(?<![\w:.,/-]){_NO_CODE}(?:\d{{3,12}}|(?=[a-z]{{0,9}}\d)(?=\d{{0,9}}[a-z])\w{{3,12}})\b(?![:.,/-]\d)"
    r"|(?<![\w-])\d\d(?:[- ]\d\d){1,4}\b|\b(?-i:(?!PIN\b)[A-Z]{3,12})\b|[“\"‘'][^”\"’'\n]{2,20}[”\"’']",
    re.IGNORECASE,
)
"""Behind the word, or what looks like one: `A7K9`, `2208`, `12-34-56`, `“heron”`."""


class Measure(NamedTuple):
    asks: re.Pattern[str]
    name: str
    states: re.Pattern[str]
    words: frozenset[str]
    """Stems that ask for it and that a statement of it need not have: "£92" without "charge"."""


PRICES_AND_CODES = (
    Measure(_ASKS_PRICE, "how much", _STATES_PRICE, PRICE_STEMS),
    Measure(_HOW_MUCH, "how much", _STATES_HOW_MUCH, PRICE_STEMS),
    Measure(_ASKS_WHETHER_PAID, "what it costs", _STATES_WHETHER_PAID, PRICE_STEMS),
    Measure(_ASKS_PASSWORD, "the password", _STATES_PASSWORD, frozenset(split_words("password"))),
    Measure(_ASKS_CODE, "the code", _STATES_CODE, frozenset(split_words("code pin combination"))),
)


def asks_price(query: str) -> bool:
    return _HOW_MUCH.match(query) is not None or _ASKS_PRICE.search(query) is not None


def units_stated(stems: Iterable[str], text: str) -> frozenset[str]:
    """Of the stems those of units by whose sign a figure stands there: "kilometres" of "26 days, 1,340 km"."""
    return frozenset(each for each in stems if each in _UNIT_SIGNS and _UNIT_SIGNS[each].search(text))


def lacks_hour(query: str, stated: str, rest: str) -> bool:
    """Whether a time of day is asked for and none stands there. `rest`: without sums and measures."""
    is_said = _HOUR.search(stated) or _PART_OF_DAY.search(rest)
    return _ASKS_HOUR.search(query) is not None and not is_said
