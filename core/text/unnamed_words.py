"""Which words of a question nothing that is quoted holds: what it asks about may not be there."""

import re
from collections.abc import Sequence
from functools import lru_cache

from core.text.bm25_words import split_words
from core.text.expected_form import expected_form
from core.text.filler_words import ASKING, GERMAN_ASKING, LIGHT, NEGATED, NEGATIONS
from core.text.guess_language import guess_language
from core.text.stated_form import asking_words, unstated_form

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MEASURE = re.compile(r"\bhow (?!to\b)\w+|\bper\b", re.I)
"""Asks for a measure: "how long" is answered by hours."""
_NAMES = frozenset(split_words("name names named called"))
_MAX_NAMED = 3
_MAX_CHARACTERS = 40
_TAKEN_FOR_FACT = re.compile(
    r"\s*(?:(?:and|but|so|in|at|from|to|by) )?(?:wh[aeio]\w*|how (?!do\b|can\b|to\b))\b", re.I
)
"""How a question begins that asks for more about something, not whether it is so."""
_DENIED = re.compile(
    r"\b(?:not|never|no longer|without|(?:decided|voted|advised) against|instead of|rather than|cannot|\w+n['’]t)"
    r" (?:(?:to|be|been|being|have|ever|yet|going|even) )*([\w’-]+)",
    re.I,
)
_PROPER = re.compile(r"(?<=[\w,;:(] )[A-Z][\w'’-]+")
"""A capital within a sentence: in English a name."""


def unnamed_words(query: str, quoted: str, *, title: str = "", context: str = "") -> list[str]:
    """In the question's order and spelling. `quoted`: a quotation; `title`: of its note. `context`: the query with the
    topic of the question that it follows, if it follows one.

    A name that is asked for counts as named where one stands there that the question does not know. The form of the
    answer ("number", "why") is missing where the quotation does not state it; an empty string stands for a word that
    the quotation only denies ("who did we buy it from?", "we will not buy one"). Other languages than English: by
    their words alone.
    """
    text = f"{title}\n{quoted}"
    held = set(split_words(text))
    form = expected_form(query)
    known = held | ASKING | (form.stems if form else frozenset()) | asking_words(query, quoted)
    if any(name.lower() not in query.lower() for name in _PROPER.findall(quoted)):
        known |= _NAMES
    if held & NEGATIONS or NEGATED.search(text):
        known |= NEGATIONS
    words = (word for word in _WORD.findall(_MEASURE.sub(" ", query)) if _stems(word))
    missing = [word for word in dict.fromkeys(words) if not known.intersection(_stems(word))]
    if (language := guess_language(quoted)) not in ("en", ""):
        said = GERMAN_ASKING if language == "de" else frozenset()
        return [word for word in missing if said.isdisjoint(_stems(word))]
    if unstated := unstated_form(query, quoted, context=context or query):
        missing.insert(0, unstated)
    return [*missing, ""] if _denies(query, quoted) else missing


def _denies(query: str, quoted: str) -> bool:
    """Whether a question that takes something for a fact has a word of it that is only denied there."""
    if not _TAKEN_FOR_FACT.match(query) or NEGATED.search(query) or set(split_words(query)) & NEGATIONS:
        return False
    denied = {stem for found in _DENIED.finditer(quoted) for stem in split_words(found[1])}
    said = set(split_words(_DENIED.sub(" ", quoted)))
    return not denied.isdisjoint(set(split_words(query)) - said - ASKING)


@lru_cache(maxsize=10_000)
def _stems(word: str) -> tuple[str, ...]:
    return ("not",) if NEGATED.fullmatch(word) else tuple(split_words(word))


def fewest_unnamed(lists: Sequence[Sequence[str]]) -> list[str] | None:
    """Of quotations, by what each lacks: the words that none of them holds; None where one lacks none."""
    if not all(lists):
        return None
    return [word for word in min(lists, key=len, default=()) if all(word in each for each in lists)]


def describe_missing(words: Sequence[str]) -> str:
    """`, which does not say “cost” or “when”`: at most three, without light verbs and particles; empty without any."""
    named = [
        f"“{word}”"
        for word in words
        if word and len(word) <= _MAX_CHARACTERS and LIGHT.isdisjoint(split_words(word))
    ]
    return f", which does not say {' or '.join(named[:_MAX_NAMED])}" if named else ""
