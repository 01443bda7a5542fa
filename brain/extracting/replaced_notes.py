"""Notes that a later one says it replaces: "replaces the decision of October 2023", "supersedes the price list"."""

import re
from collections.abc import Sequence
from datetime import date

from brain.answer_sources import AnswerSource
from brain.extracting.given_values import matter_words
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.written_dates import month_number, place_dates

_RECORD = (
    r"(?:decisions?|resolutions?|policy|policies|rules?|agreements?|contracts?|lists?|versions?|plans?|minutes|notes?|"
    r"notices?|memos?|letters?|guides?|procedures?|instructions?|schedules?|timetables?|rotas?|budgets?|terms|tariffs?|"
    r"prices|arrangements?|offers?)"
)
_REPLACES = re.compile(
    r"\b(?:replac|supersed|overrul|overrid|revok|repeal)(?:e|es|ed|ing)\b(?! by\b)"
    rf"(?P<what> [^.;:!?\n]{{0,60}}?\b{_RECORD}\b[^.;:!?\n]{{0,60}})",
    re.IGNORECASE,
)
_NOT_SO = re.compile(r"(?:\b(?:not|never|would|may|might|could|should|to|of)|n['’]t)[\s*_]+$", re.IGNORECASE)
"""Before it."""
_MONTH = re.compile(r"(?<!\w)([^\W\d_]{3,10})\.? ((?:19|20)\d\d)\b")
MIN_SHARED = 2
"""Words of the quotation in the note that replaces its own: several notes are of one month."""


def replacing(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource]
) -> SourceSentence | None:
    """Of a note that says that it replaces what was written when that of `quote` was, or what is called so, the
    sentence that holds most of the query; of one without such a sentence the one that says it.
    """
    for each in sorted(sentences, key=lambda each: each.day or date.min, reverse=True):
        if each.day and quote.day and each.day < quote.day:
            continue
        found = _REPLACES.search(each.text) if each.source != quote.source else None
        if not found or _NOT_SO.search(each.text[: found.start()]):
            continue
        if not _is_meant(found["what"], sources[quote.source]):
            continue
        own = [other for other in sentences if other.source == each.source]
        words = frozenset[str]().union(*(matter_words(other.rendered) for other in own))
        if len(matter_words(quote.undated) & words) < MIN_SHARED:
            continue
        held = {other: len(matter_words(query) & matter_words(other.rendered)) for other in own}
        return max(filter(held.get, held), key=lambda other: (other != each, held[other]), default=each)
    return None


def _is_meant(what: str, source: AnswerSource) -> bool:
    title = matter_words(source.title)
    if title and title <= matter_words(what):
        return True
    days = {day for day, _ in place_dates(what)}
    if days:
        return source.day in days or not days.isdisjoint(day for day, _ in place_dates(source.title))
    own = _months(source.title) | ({(source.day.year, source.day.month)} if source.day else set())
    return not _months(what).isdisjoint(own)


def _months(text: str) -> set[tuple[int, int]]:
    found = ((int(each[2]), month_number(each[1])) for each in _MONTH.finditer(text))
    return {(year, month) for year, month in found if month}
