"""The values that a sentence gives, with sums of money and times of day as kinds of their own, and what it is about."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from brain.extracting.source_quote import EARLIER, SourceQuote
from core.text.bm25_words import split_words
from core.text.calendar_words import CAPITAL_MONTH
from core.text.changes import matter_of
from core.text.expected_form import expected_form
from core.text.filler_words import ASKING, FUNCTION_WORDS
from core.text.link_addresses import mask_addresses
from core.text.stated_measures import PRICE_STEMS, asks_price
from core.text.stated_values import Values, values_of

_SUM = re.compile(
    r"[£$€]\s?(\d[\d,]*(?:\.\d+)?)|(?<![\w.,])(\d[\d,]*(?:\.\d+)?) ?(?:p|pence|euros?|€|pounds?|dollars?|cents?)(?!\w)"
)
_FREE = re.compile(r"(?<![\w-])(?:free|for nothing|gratis|kostenlos)\b(?! of\b)", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?<![\w.])\d{1,2}[:.]\d\d(?!\w|[.:]\d)|(?<![\w.])\d{1,2} ?(?:am|pm|uhr)\b", re.IGNORECASE
)
_MONTH = re.compile(rf"\b{CAPITAL_MONTH}\b")
CLAUSE_BORDER = re.compile(r"[,;:][*_]* |\b(?:and|but|und|aber)\b")
_PART_BORDER = re.compile(rf"{CLAUSE_BORDER.pattern}|(?<=[.!?])\s+")
_ADDRESSES = ("IP address", "MAC address")
_NAMED = ("weekday", "how often")
_NUMBERS = frozenset(
    split_words(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ein eine zwei drei "
        "vier fünf sechs sieben acht neun zehn elf zwölf"
    )
)


def prices_of(query: str, text: str) -> frozenset[str]:
    """The sums that a text gives for what the query names; "free" is one."""
    own = of_things(text, matter_words(query) - PRICE_STEMS)
    return with_free(given_values(own), own).get("sum", frozenset())


def disagree(query: str, quotes: Sequence[SourceQuote]) -> bool:
    """Whether two notes give different prices, and nothing tells which of them holds: neither is then a sure answer. Of
    `quotes` those are compared that are not told as earlier ones.
    """
    if not asks_price(query):
        return False
    query_words = matter_words(query) - PRICE_STEMS
    now = [
        each
        for each in quotes
        if not each.line.startswith(EARLIER) and not query_words.isdisjoint(matter_words(each.undated))
    ]
    given = [(each.source, prices_of(query, each.undated)) for each in now]
    return any(
        source != other_source and prices and others and prices.isdisjoint(others)
        for (source, prices), (other_source, others) in combinations(given, 2)
    )


def give_other_addresses(query: str, quotes: Sequence[SourceQuote]) -> bool:
    """Whether two quotations give addresses of which none is in both, where one is asked for."""
    form = expected_form(query)
    if form is None or form.name not in _ADDRESSES:
        return False
    given = [{found[0] for found in form.holds.finditer(each.undated)} for each in quotes]
    return any(one and other and one.isdisjoint(other) for one, other in combinations(given, 2))


def of_things(text: str, words: frozenset[str]) -> str:
    """Of a text that gives prices to several things what it says of those with these words."""
    clauses = [each for each in _PART_BORDER.split(text) if with_free(given_values(each), each)]
    own = [each for each in clauses if not words.isdisjoint(matter_words(each))]
    return "; ".join(own) if own else text


def with_free(found: Values, text: str) -> Values:
    is_free = _FREE.search(text) is not None
    return {**found, "sum": found.get("sum", frozenset()) | {"free"}} if is_free else found


def given_values(text: str) -> Values:
    """As `values_of`, with sums of money and times of day as kinds of their own."""
    text = mask_addresses(text)
    sums = {(match[1] or match[2]).replace(",", "") for match in _SUM.finditer(text)}
    rest = _SUM.sub(" ", text)
    clocks = set(_CLOCK.findall(rest))
    # Not sides, as coming and going: here they are two matters more often than a change.
    found = {
        kind: each
        for kind, each in values_of(_CLOCK.sub(" ", rest)).items()
        if kind in _NAMED or any(map(str.isdigit, "".join(each)))
    }
    months = set(_MONTH.findall(rest))
    own = {"sum": sums, "clock": clocks, "month": months}
    return {**found, **{kind: frozenset(each) for kind, each in own.items() if each}}


@lru_cache(maxsize=2_000)
def matter_words(text: str) -> frozenset[str]:
    return frozenset(each for each in matter_of(text) - _NUMBERS if each.isalpha())


class QueryWords:
    """The words of matter of a query and of other texts; where a query has none ("when is moving day?") all that it
    says are.
    """

    def __init__(self, query: str) -> None:
        self.own = matter_words(query)
        self.light = frozenset[str]()
        if not self.own:
            self.own = self.light = frozenset(split_words(query)) - ASKING - FUNCTION_WORDS

    def of(self, text: str) -> frozenset[str]:
        return matter_words(text) | self.light.intersection(split_words(text) if self.light else ())
