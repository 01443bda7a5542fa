"""The offline answer: sentences quoted verbatim, each with the number of its citation."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

import numpy as np
from numpy.typing import NDArray

from brain.answer_sources import AnswerSource, SourceType
from brain.checking.guarded_sources import guard_sources
from brain.extracting.choose_quotes import choose_quotes
from brain.extracting.diary_entries import with_entries
from brain.extracting.given_values import disagree, give_other_addresses
from brain.extracting.latest_notes import later_on_subject
from brain.extracting.leaning_topic import holds_topic
from brain.extracting.missing_form import missing_form, states_form_of_topic
from brain.extracting.naming_entries import of_named
from brain.extracting.quote_changes import with_changes
from brain.extracting.quote_response import (
    CHANGED,
    DIFFERENT,
    OTHER_ADDRESSES,
    RIVAL,
    QuotedPart,
    decline,
    quote_response,
)
from brain.extracting.score_bonuses import bonuses
from brain.extracting.score_sentences import score_sentences
from brain.extracting.source_quote import SourceQuote, name_section
from brain.extracting.source_sentences import SourceSentence, split_source_sentences
from brain.extracting.stating_quotes import identifying, of_form, stating
from brain.extracting.unnamed_by_quotes import most_named, unnamed_by_quotes
from brain.extracting.widen_quotes import with_next
from brain.standard_response import StandardResponse
from core.text.follow_up import without_topic
from core.text.open_tasks import asks_open, is_ticked
from core.text.passages import CountTokens
from core.text.stated_form import asks_who, completes
from core.text.stated_reasons import asks_reason
from core.text.stretch_vectors import Embed
from core.text.unnamed_words import fewest_unnamed

MAX_ANSWER_TOKENS = 300
"""Of the answer."""
NEAREST_TOKENS = 120
"""Of one that only quotes what comes nearest, as nothing found seems to answer."""
_ASKS_FIRST = re.compile(r"\b(?:first|next|originally|began|started?|zuerst|ursprünglich)\b", re.IGNORECASE)
_REASON_FOLLOWS = 2
"""Sentences behind the best that are quoted with it where a reason is asked for: mostly it stands there."""


def extract_answer(
    queries: Sequence[str],
    sources: Sequence[AnswerSource],
    *,
    embed: Embed | None,
    count_tokens: CountTokens,
    covers: bool,
    is_near: bool = False,
    question: str = "",
    today: date = date.max,
) -> StandardResponse:
    """`queries`: the question, or the parts of it that something answers; each is quoted for. `question`: the asker's
    own words, where the one query has the topic of another question before them. `today`: as of
    `split_source_sentences`.

    Citations are in the order of their numbers in the answer; external sources are numbered after them.

    `covers` False, nothing to quote, or no phone number, date or amount where one is asked for: answers NOT_IN_NOTES
    and lists no sources; the explanation then says why and names the nearest ones. With `is_near` a little is quoted
    all the same, under a line that begins with NEAREST, as is a part of which nothing holds every word. Sources
    are guarded first: sentences that address a model are not quoted. `embed` None: chosen by words alone.
    """
    guarded = guard_sources([each.without_comments() for each in sources]).sources
    # External pages last: their numbers follow those of the citations.
    ordered = sorted(guarded, key=lambda source: source.type is SourceType.EXTERNAL)
    is_quoted = covers or is_near
    sentences = split_source_sentences(ordered, count_tokens=count_tokens, today=today) if is_quoted else []
    if not sentences:
        return decline(guarded)
    parts = _quote_parts(
        queries,
        sentences,
        ordered,
        embed=embed,
        count_tokens=count_tokens,
        max_tokens=MAX_ANSWER_TOKENS if covers else NEAREST_TOKENS,
        question=question,
    )
    if not any(part.quotes for part in parts):
        return decline(guarded, [part.missing for part in parts if part.missing])
    if not covers:
        parts = [part._replace(is_whole=False) for part in parts]
    return quote_response(parts, ordered)


def _quote_parts(
    queries: Sequence[str],
    sentences: Sequence[SourceSentence],
    sources: Sequence[AnswerSource],
    *,
    embed: Embed | None,
    count_tokens: CountTokens,
    max_tokens: int,
    question: str,
) -> list[QuotedPart]:
    """Each query has an equal part of `max_tokens`."""
    choose = partial(choose_quotes, max_tokens=max_tokens // len(queries), count_tokens=count_tokens)
    return [
        _quote_part(
            query,
            sentences,
            sources,
            embed=embed,
            choose=choose,
            question=question or query,
            is_alone=len(queries) == 1,
        )._replace(question=without_topic(query))
        for query in queries
    ]


def _quote_part(
    query: str,
    sentences: Sequence[SourceSentence],
    sources: Sequence[AnswerSource],
    *,
    embed: Embed | None,
    choose: Callable[..., list[SourceQuote]],
    question: str,
    is_alone: bool,
) -> QuotedPart:
    own = question if question != query else ""
    sentences = _without_ticked(question, with_entries(sentences, sources, question))
    if not sentences:
        return QuotedPart()
    scores = score_sentences(query, sentences, embed=embed) + bonuses(query, sentences, sources, own)
    best, missing, is_far = _best_quotes(query, sentences, scores, sources, _chooser(query, sources, choose))
    if not best:
        return QuotedPart(missing=missing)
    found, lacking = most_named(question, best, sources, context=query)
    is_log = _are_lines_of_log(found)
    if is_log:
        found = _latest_first(query, found)
    if lacking is None and not holds_topic(query, question, found, sources):
        # "And before that?", "What did it cost?": what they lean on must stand there.
        missing_words = fewest_unnamed(unnamed_by_quotes(query, found, sources, context=query))
        lacking = (missing_words or []) if question == query else missing_words
        question = query
    is_near_log = is_log and lacking is not None
    changed = [*found] if is_near_log else with_changes(query, found, sentences, sources, question)
    quotes = [name_section(query, each) for each in changed]
    if lacking is None:
        is_as_found = changed == [*found]
        part = _answering_part(query, quotes, sentences if is_as_found else [], sources)
        part = part._replace(is_whole=part.is_whole and not is_far)
        return _beside_rival(question, part, found, best)
    quotes = _put_first(later_on_subject(question, quotes, sentences), quotes)
    quotes = with_next(quotes, sentences, as_paragraphs=is_alone)
    return _near_part(quotes, lacking, unnamed_by_quotes(question, quotes, sources, context=query))


def _chooser(
    query: str, sources: Sequence[AnswerSource], choose: Callable[..., list[SourceQuote]]
) -> Callable[..., list[SourceQuote]]:
    return partial(
        choose,
        following=_REASON_FOLLOWS if asks_reason(query) else 0,
        completes=partial(completes, query),
        holds_all=lambda quote: not any(unnamed_by_quotes(query, [quote], sources, context=query)),
    )


def _latest_first(query: str, lines: Sequence[SourceQuote]) -> Sequence[SourceQuote]:
    """Of several lines of a log that answer the latest holds."""
    if _ASKS_FIRST.search(query):
        return lines
    return sorted(lines, key=lambda quote: quote.day or date.min, reverse=True)


def _without_ticked(question: str, sentences: Sequence[SourceSentence]) -> Sequence[SourceSentence]:
    """Of a list of tasks what is open, where that is asked for."""
    if not asks_open(question):
        return sentences
    return [each for each in sentences if not is_ticked(each.text)]


def _put_first(newer: Sequence[SourceQuote], quotes: Sequence[SourceQuote]) -> list[SourceQuote]:
    """Each as it is quoted already, if it is."""
    first = (
        next((each for each in quotes if each.source == one.source and one.text in each.text), one)
        for one in newer
    )
    return [*dict.fromkeys([*first, *quotes])]


def _disagreement(query: str, quotes: Sequence[SourceQuote]) -> str:
    if disagree(query, quotes):
        return DIFFERENT
    return OTHER_ADDRESSES if give_other_addresses(query, quotes) else ""


def _answering_part(
    query: str,
    quotes: Sequence[SourceQuote],
    sentences: Sequence[SourceSentence],
    sources: Sequence[AnswerSource],
) -> QuotedPart:
    """With what `sentences` say later, first. It is not sure where that is perhaps a change, or now comes first."""
    latest = _put_first(later_on_subject(query, quotes, sentences, answers=True), quotes)
    doubt = CHANGED if latest[0] != quotes[0] else _disagreement(query, quotes)
    return QuotedPart(latest, is_whole=not doubt, doubt=doubt)


def _beside_rival(
    question: str, part: QuotedPart, found: Sequence[SourceQuote], best: Sequence[SourceQuote]
) -> QuotedPart:
    """Not sure where another note comes nearly as near, though not in the question's words: it may say what holds now,
    or what is meant. Who somebody is, several notes tell.
    """
    sources = {each.source for each in found}
    rivals = [each for each in best if each.source not in sources]
    if not part.is_whole or not rivals or asks_who(question):
        return part
    return part._replace(quotes=[*part.quotes, *rivals[:1]], is_whole=False, doubt=RIVAL)


def _near_part(
    quotes: Sequence[SourceQuote], lacking: Sequence[str], lists: Sequence[Sequence[str]]
) -> QuotedPart:
    """`lacking`: what was missing before they were widened; `lists`: what each lacks now."""
    unnamed = [word for word in lacking if all(word in each for each in lists)]
    return QuotedPart(quotes, unnamed=unnamed, lacked_by_first=lists[0] if lists else ())


def _best_quotes(
    query: str,
    sentences: Sequence[SourceSentence],
    scores: NDArray[np.float64],
    sources: Sequence[AnswerSource],
    choose: Callable[..., list[SourceQuote]],
) -> tuple[list[SourceQuote], str, bool]:
    """The nearest that state what is asked for by its form, what these lack of it as a sentence, and whether others are
    given instead, which state it beside what is asked about.
    """
    best = choose(sentences, scores)
    best = stating(query, best) or choose(*identifying(query, sentences, scores)) or best
    missing = missing_form(query, best, sources)
    if not missing:
        named = of_named(query, best, sentences, scores, sources, choose)
        return [*named, *best], "", False
    far = choose(*of_form(query, sentences, scores, sources))
    return [each for each in far if states_form_of_topic(query, each, sources)], missing, True


def _are_lines_of_log(quotes: Sequence[SourceQuote]) -> bool:
    """Of one log."""
    return len({quote.source for quote in quotes}) == 1 and all(
        quote.entry and quote.day and not quote.is_below_entry for quote in quotes
    )
