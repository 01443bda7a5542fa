"""Whether two notes give different prices, and nothing tells which of them holds: neither is then a sure answer."""

from collections.abc import Sequence
from itertools import combinations

from brain.extracting.given_values import matter_words, prices_of
from brain.extracting.source_quote import EARLIER, SourceQuote
from core.text.stated_prices import PRICE_STEMS, asks_price


def disagree(query: str, quotes: Sequence[SourceQuote]) -> bool:
    """Of `quotes` those are compared that are not told as earlier ones."""
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
