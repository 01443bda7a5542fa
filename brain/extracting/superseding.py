"""A sentence that says what changed, beside one that says what was: "180 bowls instead of 240", "they want 240 bowls".

Notes of one subject pile up, and the older one often says more of it.
"""

import re
from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.given_values import given_values, matter_words
from brain.extracting.later_notes import is_later
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words
from core.text.changes import MIN_STEM, Change, ChangeKind, read_changes, replaces_another, supersedes
from core.text.filler_words import ASKING, FUNCTION_WORDS, LIGHT, OPENING
from core.text.stated_form import asks_form, asks_value, unstated_form
from core.text.stated_values import ANY_UNIT, Values

MIN_SHARED = 2
"""Stems that both hold where the change does not say what it replaces."""
_SURE_ONLY = frozenset((ChangeKind.WITHDRAWN, ChangeKind.MARKED))
"""Of these a sentence must say what `supersedes` asks for; the words that it shares with another tell too little."""
_CHANGE_STEMS = frozenset(
    split_words(
        "now new change changed goes go moved raised from instead no longer jetzt neu one two three first second third"
        " fourth last"
    )
)
_FROM = re.compile(
    r"\W*(?:from|since|as of|ab|seit)\b(?: (?:\d+|[^\W\d_]+day|(?:next )?(?:week|month|year)|(?-i:[A-Z])[a-z]+))*",
    re.IGNORECASE,
)
_PRICED = frozenset(
    split_words("price cost costs fee fees charge charges pay pays rent rate it is be goes up to")
)
_PRICE = re.compile(r"[£$€] ?\d[\d.,]*\d|[£$€] ?\d|\b\d[\d.,]* ?(?:euros?|pounds?|dollars?)\b")
_EXACT = frozenset(["day", "sum", "clock"])
"""Kinds of values of which two texts hardly name the same by chance."""
_NO_COUNTS = _EXACT | {"month", "weekday", "how often"}
MAX_SHORT_UNIT = 2
"""Letters of a unit of measure: cm, kg, pm."""
_ASKS_COUNT = re.compile(rf"{OPENING}how many\b", re.IGNORECASE)
_LEAVES = re.compile(r"\b(?:stepped down|resigned|(?:backed|pulled|dropped) out)\b", re.IGNORECASE)
_VALUE = re.compile(r"\d[\d.,:/]*|(?<=[\w,;:(] )[A-Z][\w'’-]+")
"""Numbers, and capitals within a sentence."""


def superseding(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource]
) -> SourceSentence | None:
    """Of `sentences` the one that says a change of what `quote` says and that the query asks for.

    It names what it replaces, which stands there; or it says only that something is new, and another value. The one
    that shares most words; None: none does, or the quote says a change itself.
    """
    is_change = not _SURE_ONLY.issuperset(change.kind for change in read_changes(quote.undated))
    shared = {
        each: _words_shared_by_change(query, quote, each, sources)
        for each in sentences
        if each.text not in quote.text
        and not _is_older(each, quote)
        and (not is_change or is_later(each, quote))
    }
    found = {each: count for each, count in shared.items() if count is not None}
    return max(found, key=lambda each: found[each], default=None)


def _words_shared_by_change(
    query: str, quote: SourceQuote, other: SourceSentence, sources: Sequence[AnswerSource]
) -> int | None:
    """How many words the quote shares with another sentence that changes what it says; None: it does not."""
    # With single spaces: of a run of them a pattern would try each.
    text = " ".join(other.text.split())
    changes = read_changes(text)
    if not changes or replaces_another(changes, quote.undated):
        return None
    is_here = other.source == quote.source
    # Of two notes; within one a title says nothing.
    titles = (_stems(sources[at].title) for at in (other.source, quote.source))
    common = set[str]() if is_here else set.intersection(*titles)
    query_stems, words = _stems(query), _stems(quote.line) & _stems(text)
    # What its item is called in bold it speaks of: "**Freezer.** From now on a week instead of 72 hours."
    is_relevant = bool(query_stems & (common | _stems(f"{other.lead} {text}")))
    is_withdrawn = _withdraws_value(changes, quote.undated)
    if (not is_relevant and asks_value(query)) or (asks_form(query) and _LEAVES.search(text)):
        # "No flicker any more" changes no number of lamps; who resigns still lives somewhere.
        changes = [change for change in changes if change.kind is not ChangeKind.WITHDRAWN]
    if (
        is_withdrawn
        or _replaces_value(query, changes, quote, other, sources)
        or (is_here and any(supersedes(change, quote.line) for change in changes))
        or (is_here and _is_later_price(text, quote.undated))
        or (is_relevant and _changes(query, changes, text, quote.line, words, common & query_stems))
    ):
        return len(words | common)
    return None


def _withdraws_value(changes: Sequence[Change], quoted: str) -> bool:
    """Whether a day or a sum that the quotation gives is said to be off: "28 June is dropped"."""
    dropped = [given_values(each.subject) for each in changes if each.kind is ChangeKind.WITHDRAWN]
    given = given_values(quoted)
    return any(
        not each[kind].isdisjoint(given.get(kind, ())) for each in dropped for kind in each.keys() & _EXACT
    )


def _is_older(sentence: SourceSentence, quote: SourceQuote) -> bool:
    return sentence.written is not None and quote.written is not None and sentence.written < quote.written


def _is_later_price(text: str, quoted: str) -> bool:
    """ "From February 2026 it is £14 a child" beside "£12 a child"."""
    price = _PRICE.search(text) if _FROM.match(text) else None
    if price is None or {*_PRICE.findall(text)} & {*_PRICE.findall(quoted)} or not _PRICE.search(quoted):
        return False
    words = {*split_words(_PRICE.sub(" ", quoted))}
    # "From Monday lunch is £14" is of lunch.
    subject = {*split_words(_FROM.sub(" ", text[: price.start()]))} - _PRICED
    return subject <= words and not words.isdisjoint(split_words(text))


def _replaces_value(
    query: str,
    changes: Sequence[Change],
    quote: SourceQuote,
    other: SourceSentence,
    sources: Sequence[AnswerSource],
) -> bool:
    """Whether they name a value that the quotation gives, and another in its place: "30 chairs" beside "now 45 not 30".

    In another note a word of the query, two of the quotation, and what is counted must stand there or above it.
    """
    given, text = given_values(quote.undated), other.undated
    replaced = [(_values_in(change.old), _values_in(change.new)) for change in changes if change.old]
    kinds = {
        kind
        for stated, values in given_values(text).items()
        for kind in _kinds_like(stated, given)
        for old, new in replaced
        if (values & old & given[kind]) and new.isdisjoint(given[kind])
    }
    if not kinds or not _states_kind(query, quote.undated, text):
        return False
    above = f"{text}\n{other.trail}\n{sources[other.source].title}"
    words, counted = matter_words(above), set(filter(_is_count, kinds)) - {ANY_UNIT}
    return other.source == quote.source or (
        not words.isdisjoint(matter_words(query))
        and len(words & matter_words(quote.undated)) >= MIN_SHARED
        and (not counted or not counted.isdisjoint(split_words(above)))
    )


def _kinds_like(kind: str, given: Values) -> set[str]:
    """Of the values given, those of the same kind, or which count something, too."""
    return {each for each in given if each == kind or (_is_count(each) and _is_count(kind))}


def _is_count(kind: str) -> bool:
    return kind == ANY_UNIT or (kind not in _NO_COUNTS and len(kind) > MAX_SHORT_UNIT)


def _values_in(text: str) -> set[str]:
    return set[str]().union(*given_values(text).values())


def _states_kind(query: str, old: str, new: str) -> bool:
    """Whether the new text states what the query asks for, if the old one does, and a value of a kind that both give,
    if it gives any.
    """
    olds, news = given_values(old), given_values(new)
    if _ASKS_COUNT.match(query):
        return bool(_kinds_like(ANY_UNIT, news))
    if asks_form(query) and not unstated_form(query, old, context=query):
        return not unstated_form(query, new, context=query)
    is_open = ANY_UNIT in olds or ANY_UNIT in news
    return not (olds and news) or is_open or not olds.keys().isdisjoint(news)


def _changes(
    query: str, changes: Sequence[Change], text: str, quoted: str, shared: set[str], titles: set[str]
) -> bool:
    """`shared`: stems of both; `titles`: of both titles and the query."""
    if any(supersedes(change, quoted) for change in changes):
        return True
    # "We no longer take horses" changes nothing else that somebody takes.
    olds = [_stems(change.old) - ASKING - LIGHT for change in changes]
    if any(
        old and old <= _stems(quoted) and (len(old) >= MIN_SHARED or shared - old or titles) for old in olds
    ):
        return True
    if _values(text) <= _values(quoted) or _SURE_ONLY.issuperset(change.kind for change in changes):
        return False
    is_of_query = any(len(stem) >= MIN_STEM for stem in shared & _stems(query))
    return is_of_query and len(shared | titles) >= MIN_SHARED and _states_kind(query, quoted, text)


def _stems(text: str) -> set[str]:
    return {*split_words(text)} - _CHANGE_STEMS - FUNCTION_WORDS


def _values(text: str) -> set[str]:
    return {match.rstrip(".,:") for match in _VALUE.findall(text)}
