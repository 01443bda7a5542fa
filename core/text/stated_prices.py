"""Prices: which questions ask for one, how a text states one, and what it is not for. English alone."""

import re

from core.text.bm25_words import split_words
from core.text.filler_words import ASKING

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
ASKS_PRICE = re.compile(
    rf"\b(?:what|how much)\b(?=.*\b(?:{_PRICE}|rent|wages?|salary)\b)(?!.*\b(?:attention|for\W*$))", re.I
)
STATES_PRICE = re.compile(
    rf"[€$£¥]|\b\d[\d.,]*k? ?{CURRENCY}\b|{_SUM}|\b(?:{_PRICE})\b[^.;]{{0,20}}\d|\bfree\b|\bnothing\b", re.I
)
_HOW_MUCH = re.compile(r"\s*(?:and |but |so )?how much (?:is|are|was|were)\b(?! (?:left|there)\b)", re.I)
_EXTRA = re.compile(
    r"(?<=\d)([^.;:\n\d]{0,40}?)\b(plus|excluding|excl|exclusive of|not (?:including|counting)|without|on top of)\b"
    r"([^.;:,()\n£€$\d]*)(?![\d£€$])",
    re.I,
)
"""Behind a price, what it is not for: "£65 a day plus lodging"."""


def asks_price(query: str) -> bool:
    return _HOW_MUCH.match(query) is not None or ASKS_PRICE.search(query) is not None


def excludes_price(query: str, quoted: str) -> bool:
    """Whether a price is said to be without what the question asks the price of."""
    found = [each for each in _EXTRA.finditer(quoted) if each[2].lower() not in query.lower()]
    rest = set(split_words(_EXTRA.sub(r"\1 ", quoted)))
    extra = {stem for each in found for stem in split_words(each[3])}
    return not (extra - rest - PRICE_STEMS - ASKING).isdisjoint(split_words(query))
