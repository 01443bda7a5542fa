"""A sentence that says what changed, beside one that says what was: "180 bowls instead of 240", "they want 240 bowls".

Notes of one subject pile up, and the older one often says more of it.
"""

import re
from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.choose_quotes import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words
from core.text.changes import Change, ChangeKind, read_changes, replaces_another, supersedes
from core.text.filler_words import FUNCTION_WORDS
from core.text.stated_form import asks_value

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
_FROM = re.compile(r"\W*(?:from|since|as of|ab|seit)\b", re.IGNORECASE)
_PRICE = re.compile(r"[£$€] ?\d[\d.,]*\d|[£$€] ?\d|\b\d[\d.,]* ?(?:euros?|pounds?|dollars?)\b")
_VALUE = re.compile(r"\d[\d.,:/]*|(?<=[\w,;:(] )[A-Z][\w'’-]+")
"""Numbers, and capitals within a sentence."""


def superseding(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource]
) -> SourceSentence | None:
    """Of `sentences` the one that says a change of what `quote` says and that the query asks for.

    It names what it replaces, which stands there; or it says only that something is new, and another value. The one
    that shares most words; None: none does, or the quote says a change itself.
    """
    # With single spaces: of a run of them a pattern would try each.
    texts = {
        each: " ".join(each.text.split())
        for each in sentences
        if each.text not in quote.text and not _is_older(each, quote)
    }
    is_change = not _SURE_ONLY.issuperset(change.kind for change in read_changes(quote.said))
    query_stems, quoted = _stems(query), _stems(quote.line)
    shared = {}
    for each, text in texts.items():
        changes = read_changes(text)
        if not changes or replaces_another(changes, quote.said) or (is_change and not _is_later(each, quote)):
            continue
        titles = {sources[at].title for at in (each.source, quote.source)}
        # Of two notes; within one a title says nothing.
        common = set.intersection(*map(_stems, titles)) if each.source != quote.source else set()
        words = quoted & _stems(text)
        is_here = each.source == quote.source
        is_relevant = bool(query_stems & (common | _stems(text)))
        if not is_relevant and asks_value(query):
            # "No flicker any more" changes no number of lamps.
            changes = [change for change in changes if change.kind is not ChangeKind.WITHDRAWN]
        if (
            (is_here and any(supersedes(change, quote.line) for change in changes))
            or (is_here and _is_later_price(text, quote.said))
            or (is_relevant and _changes(changes, text, quote.line, words, common & query_stems, query_stems))
        ):
            shared[each] = len(words | common)
    return max(shared, key=lambda each: shared[each], default=None)


def _is_older(sentence: SourceSentence, quote: SourceQuote) -> bool:
    return sentence.day is not None and quote.day is not None and sentence.day < quote.day


def _is_later(sentence: SourceSentence, quote: SourceQuote) -> bool:
    return sentence.day is not None and quote.day is not None and sentence.day > quote.day


def _is_later_price(text: str, quoted: str) -> bool:
    """ "From February 2026 it is £14 a child" beside "£12 a child"."""
    return (
        _FROM.match(text) is not None
        and all(map(_PRICE.search, (text, quoted)))
        and {*_PRICE.findall(text)}.isdisjoint(_PRICE.findall(quoted))
        and not {*split_words(_PRICE.sub(" ", text))}.isdisjoint(split_words(_PRICE.sub(" ", quoted)))
    )


def _changes(
    changes: Sequence[Change],
    text: str,
    quoted: str,
    shared: set[str],
    titles: set[str],
    query_stems: set[str],
) -> bool:
    """`shared`: stems of both; `titles`: of both titles and the query."""
    if any(supersedes(change, quoted) for change in changes):
        return True
    olds = [_stems(change.old) for change in changes]
    if any(
        old and old <= _stems(quoted) and (len(old) >= MIN_SHARED or shared - old or titles) for old in olds
    ):
        return True
    if _values(text) <= _values(quoted) or _SURE_ONLY.issuperset(change.kind for change in changes):
        return False
    return bool(shared & query_stems) and len(shared | titles) >= MIN_SHARED


def _stems(text: str) -> set[str]:
    return {*split_words(text)} - _CHANGE_STEMS - FUNCTION_WORDS


def _values(text: str) -> set[str]:
    return {match.rstrip(".,:") for match in _VALUE.findall(text)}
