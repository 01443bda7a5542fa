"""Whether a quotation states what its question asks for by its form: a time, a place, a number, a reason, who one is.

Stricter than `core.text.expected_form`, which says what cannot answer at all: here what the question says itself does
not count, nor does a year as a number of things, and "how many stops" wants a number of stops. English alone.
"""

import re
from collections.abc import Sequence

from core.text.bm25_words import split_words
from core.text.calendar_words import CAPITAL_MONTH, MONTH_OR_SHORT, WEEKDAY
from core.text.expected_form import DATE_OR_TIME, expected_form
from core.text.filler_words import ASKING, FUNCTION_WORDS, NEGATED, NEGATIONS, OPENING
from core.text.irregular_forms import is_past
from core.text.link_addresses import mask_addresses
from core.text.says_who import says_who
from core.text.stated_days import lacks_day
from core.text.stated_measures import (
    CURRENCY,
    LENGTH,
    MARKED_LENGTH,
    MASS,
    PRICES_AND_CODES,
    TIME,
    Measure,
    lacks_hour,
    units_stated,
)
from core.text.stated_places import says_where
from core.text.stated_reasons import asks_reason, states_reason

_WORDS = re.compile(r"[^\W_]+")
_FIGURE = r"\d+(?:[.,]\d+)*|[½¼¾]"
_NUMERAL = r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|half|several|few|many|couple"
_NUMBER = rf"(?:(?:{_FIGURE})[ -]?|(?:an?|{_NUMERAL}|quarter|some|hundred|thousand)[ -])(?:\w+[ -])?"
_SPAN = (
    r"|\b(?:until|till|since|forever|permanently|overnight|all (?:day|night|week|year|summer|winter)"
    r"|from\b.*\bto)\b"
)
_ENDS = (
    r"|\b(?:ends?|expires?|lapses?|runs? out) (?:on|in|at|by|with)\b[^.;\n]{0,25}?"
    rf"\b(?:\d{{1,2}}[./]\d|(?:19|20)\d\d\b|{MONTH_OR_SHORT}\b|{WEEKDAY}\b)"
)
"""Up to when: how long what has begun goes on."""
_YEAR_OR_CLOCK = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b|\b\d{1,2}[:.]\d\d\b(?! ?(?:%|\w?[€$£]|euros?|kg|g|l)\b)"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\.? {MONTH_OR_SHORT}\b"
    rf"|\b{MONTH_OR_SHORT} \d{{1,2}}(?:st|nd|rd|th)?\b|(?:^|(?<=\n))[ \t]*\d{{1,2}}\.\d{{1,2}}\.(?=\s)",
    re.I,
)
_COUNT_OF = re.compile(r"\bhow many (?:of (?:the|my|our|these|those) )?([\w'’-]+)(?: ([\w'’-]+))?", re.I)
_COUNT = re.compile(
    rf"{_FIGURE}|{_NUMERAL}|\w+ty-\w+|no|both|hundreds?|thousands?|dozens?",
    re.I,
)
_LABELLED_COUNT = re.compile(
    rf"(?:^|[;\n])[ \t]*((?:[\w'’-]+ ){{0,2}}[\w'’-]+)(?:: |\n)"
    rf"(?:(?:{_FIGURE})(?=\s*(?:[;\n]|$))"
    rf"|(?:at (?:the )?most |about |up to |no more than |only |max\.? )?(?:{_FIGURE}|{_NUMERAL}) (?:an?|per|in all)\b)",
    re.I,
)
"""`Strings: 11`, `Letters: at most four a year`."""
_COUNT_BEHIND = re.compile(rf"^\W*([\w'’-]+) (?:{_FIGURE})(?![\w.,:/-]*\w)", re.M)
"""`guests 34 so far`."""
_COUNTABLE = re.compile(rf"{_FIGURE}|[\w'’-]+")
_SHARE = re.compile(r"\d ?%|\d per ?cent\b", re.I)
_STATE = frozenset(["is", "are", "was", "were", "has", "have", "had"])
_COUNTED_WITHIN = 3
"""Words behind a number, among which the counted thing stands: "4 of 100 visitors"."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WHO_IS = re.compile(
    rf"{OPENING}who(?:'s| is| was|s) (?:(?:mr|mrs|ms|miss|dr|prof)\.? )?"
    r"(?:(?!\w+ing\b)([\w’'-]+)|(?-i:([A-Z][\w’'-]+)(?: [A-Z][\w’'-]+)+))\W*$",
    re.I,
)
"""By one name in any case, or by several with capitals: "who is playing the organ" asks for somebody."""
_WHERE = re.compile(rf"{OPENING}where(?:'s|\b)(?! (?:to|do i|should)\b)", re.I)
_EXACT = re.compile(
    rf"\d|\b{WEEKDAY}\b|(?-i:\b{CAPITAL_MONTH}\b)|\b(?:today|tomorrow|tonight)\b",
    re.I,
)
"""A value that stands for itself, as "never" and "three times" do not."""
_ITEM_NUMBER = re.compile(r"^[ \t]*\d{1,3}[.)]\s", re.M)
_VOTES = frozenset(split_words("vote votes"))
_VOTED = re.compile(
    rf"(?:(?<![\d.,])(?:{_FIGURE})|\b(?:{_NUMERAL}|no\w*))(?: votes?)? (?:to \d|for\b|against\b|in favou?r\b)",
    re.I,
)
"""`4 for, 29 against`: votes, without the word."""
MAX_COMPLETING = 10
"""Words of a sentence that goes with the one before it as it gives what is asked for."""
_SAID_AGAIN = ("date or time", "number")
"""Forms that common words have, too: "next"."""


def _measure(asks: str, name: str, states: str, words: str = "") -> Measure:
    return Measure(re.compile(asks, re.I), name, re.compile(states, re.I), frozenset(split_words(words)))


_NO_TIME = re.compile(
    rf"[€$£¥] ?\d[\d.,]*|(?<![\d.,])\d[\d.,]*k? ?(?:{CURRENCY}|{MASS}|{LENGTH}|%)(?!\w)|{MARKED_LENGTH}"
    r"|\b(?:if|open|each|every|first|second|third)\b|(?<![\d:.,])\d[\d.,]* (?:per|each|a head)\b",
    re.I,
)
"""Sums and measures, and words that say when only beside others."""
_RATE = re.compile(
    rf"(?:\b(?!half\b|quarter\b|(?:{TIME}|{LENGTH}|{MASS})\b)(?:{_NUMERAL}|once|twice|[a-z]+s)|\d)"
    rf" (?:an?|per) (?:{TIME})\b",
    re.I,
)
"""How often, which is not how long: "four a year", "two letters a year"."""
_COUNTED = re.compile(
    rf"(?<![\w.,:/-])(?!(?:1[5-9]|20)\d\d\b)(?:\d+|{_NUMERAL}) (?!(?:{TIME}|mondays|tuesdays|wednesdays"
    r"|thursdays|fridays|saturdays|sundays|mornings|afternoons|evenings|times|quarters|always|was|is|has|does|his|this"
    r"|its|as)\b)(?-i:[a-z]{2,}s)\b",
    re.I,
)
"""So many things, which is no time: "all 12 straps"."""
_HOW_LONG = rf"\b{_NUMBER}(?:{TIME}|{LENGTH})\b|{MARKED_LENGTH}{_SPAN}"
_MEASURES = (
    *PRICES_AND_CODES,
    _measure(r"\bhow long\b.*\b(?:still|runs?|lasts?|valid|good for)\b", "how long", f"{_HOW_LONG}{_ENDS}"),
    _measure(r"\bhow long\b", "how long", _HOW_LONG),
    _measure(
        r"\bhow (?:tall|high|deep|wide|thick|far|big|large|broad)\b",
        "how large",
        rf"\b{_NUMBER}(?:{LENGTH}|{TIME})\b|{MARKED_LENGTH}|\d ?[x×] ?\d",
    ),
    _measure(
        r"\bmade (?:out )?(?:of|from)\b",
        "what it is made of",
        r"\b(?:made|built|carved|cast|woven|sewn|knitted|consists?|contains?)\b"
        r"|\b(?:of|from|in) (?!(?:the|an?|my|our|its?|this|that|\d+)\b)(?-i:[a-z])",
    ),
    _measure(
        r"\b(?:what|which) (?:percentage|per ?cent|proportion|fraction|share of)\b",
        "the percentage",
        r"%|\bper ?cent\b|\b(?:halves|thirds?|quarters?|tenths?)\b"
        r"|\b(?:all|none|half) of\b|\bhalf (?:the|its?|my|our|your|his|her|their)\b"
        r"|\b(?:none|half)(?=\W*$|[.,;:])|\d (?:in|of|out of) (?:every )?\d",
        "percentage percent proportion fraction share",
    ),
    _measure(r"\bhow heavy\b", "how heavy", rf"\b{_NUMBER}{MASS}\b"),
    _measure(
        r"\bhow (?:hot|cold|warm)\b|\b(?:what|which) temperature\b",
        "how warm",
        r"°|\bdegrees?\b|\b\d+ ?[CF]\b",
        "temperature",
    ),
)
MEASURE_NAMES = tuple(each.name for each in _MEASURES)


def unstated_form(query: str, quoted: str, *, context: str) -> str:
    """What the question asks for and the quotation does not state, in a few words; empty where nothing is.

    `context`: the question with all that is known to be asked about; what it says itself is no answer.
    """
    if asks_reason(query):
        return "" if states_reason(query, quoted, context=context) else "why"
    if person := _WHO_IS.match(query):
        return "" if says_who(person[1] or person[2], quoted) else "who"
    if _WHERE.match(query):
        return "" if says_where(context, quoted) else "where"
    form = expected_form(query)
    if form is None or not form.is_of_network:
        quoted = mask_addresses(quoted)
    if counted := _COUNT_OF.search(query):
        return "" if _counts(counted.groups(), query, quoted) else "number"
    for measure in _MEASURES:
        if measure.asks.search(query):
            stated = _RATE.sub(" ", quoted) if measure.name == "how long" else quoted
            return "" if measure.states.search(stated) else measure.name
    if form is None:
        return ""
    stated = quoted
    if form.name == DATE_OR_TIME.name:
        quoted = _COUNTED.sub("", quoted)
    if form.name in _SAID_AGAIN:
        said = {word.lower() for word in _WORDS.findall(context)}
        quoted = _WORDS.sub(lambda found: "" if found[0].lower() in said else found[0], quoted)
    quoted = _ITEM_NUMBER.sub("", quoted)
    if form.name == "number":
        quoted = _YEAR_OR_CLOCK.sub("", quoted)
    if form.name == DATE_OR_TIME.name:
        quoted = _NO_TIME.sub("", quoted)
        if lacks_hour(query, stated, quoted) or lacks_day(query, stated):
            return form.name
    return "" if form.is_in(quoted) else form.name


def asking_words(query: str, quoted: str) -> frozenset[str]:
    """Stems of the question by which it asks for a measure, where a sentence that states one holds all its others: an
    amount beside something else is no price of it.
    """
    quoted = mask_addresses(quoted)
    counted = {stem for found in _COUNT_OF.findall(query)[:1] for stem in split_words(" ".join(found))}
    if units := units_stated(counted, quoted):
        return units
    if _VOTES & counted:
        return _VOTES if _VOTED.search(quoted) else frozenset()
    measure = next((each for each in _MEASURES if each.words and each.asks.search(query)), None)
    if measure is None:
        return frozenset()
    others = set(split_words(query)) - measure.words - ASKING - FUNCTION_WORDS
    sentences = filter(measure.states.search, _SENTENCE.split(quoted))
    return measure.words if any(others.issubset(split_words(each)) for each in sentences) else frozenset()


def asks_form(query: str) -> bool:
    """Whether there is a form that an answer must have."""
    special = asks_reason(query) or _WHO_IS.match(query) or _WHERE.match(query)
    return bool(special or any(each.asks.search(query) for each in _MEASURES) or expected_form(query))


def asks_value(query: str) -> bool:
    """Whether it asks for a figure, a day or the like, which a text may give to several."""
    return asks_form(query) and not (asks_reason(query) or asks_who(query) or _WHERE.match(query))


def completes(query: str, said: str, next_sentence: str) -> bool:
    """Whether the next sentence gives the value that is asked for, where what is `said` of it is only denied, or it is
    short and what is said gives none: "The boat will not be ready on 30 May. I promise 4 July."
    """
    if not asks_value(query):
        return False
    stems, form = set(split_words(said)), expected_form(query)
    asked = set(split_words(query)) - ASKING
    is_denied = NEGATED.search(said) is not None or not NEGATIONS.isdisjoint(stems)
    if not is_denied:
        is_open = len(next_sentence.split()) <= MAX_COMPLETING and unstated_form(query, said, context=query)
        asked -= form.stems if form else frozenset()
        if not is_open:
            return False
    is_about = 2 * len(asked & stems) >= len(asked) > 0
    is_value = _EXACT.search(mask_addresses(next_sentence)) is not None
    return is_about and is_value and not unstated_form(query, next_sentence, context=query)


def asks_who(query: str) -> bool:
    """Whether it asks who somebody is, by the name."""
    return _WHO_IS.match(query) is not None


def _counts(names: Sequence[str | None], query: str, quoted: str) -> bool:
    """Whether a number of the first or the second of these stands there ("audio stops": the thing may be either), or
    one of which is said what the question says of them: "of 41 pairs only 9 are rotten", or a share: "rotten: 20 %".
    """
    stems = {stem for name in names if name for stem in split_words(name)}
    if units_stated(stems, quoted) or (stems & _VOTES and _VOTED.search(quoted)):
        return True
    said = set(split_words(query)) - stems - ASKING
    if (
        _SHARE.search(quoted)
        and is_past(did := names[1] or "")
        and {*split_words(did)} & {*split_words(quoted)}
    ):
        return True
    words = _COUNTABLE.findall(quoted)
    behind = (
        words[at + 1 : at + 1 + _COUNTED_WITHIN] for at, word in enumerate(words) if _COUNT.fullmatch(word)
    )
    labelled = [split_words(found[1]) for found in _LABELLED_COUNT.finditer(quoted)]
    labelled += [split_words(found[1]) for found in _COUNT_BEHIND.finditer(quoted)]
    return any(not stems.isdisjoint(each) for each in labelled) or any(
        not stems.isdisjoint(split_words(" ".join(each)))
        or (each[:1] and each[0] in _STATE and not said.isdisjoint(split_words(" ".join(each))))
        for each in behind
    )
