"""The offline answer: sentences quoted verbatim, each with the number of its citation."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from brain.answer_sources import AnswerSource, SourceType
from brain.checking import guard_sources
from brain.extracting.choose_quotes import SourceQuote, choose_quotes, mark_earlier, quote_sentence
from brain.extracting.later_notes import is_of_other_identifier, later_saying, perhaps_later
from brain.extracting.missing_form import missing_form
from brain.extracting.source_sentences import SourceSentence, score_sentences, split_source_sentences
from brain.extracting.superseding import superseding
from brain.reservation import NEAREST
from brain.standard_response import ExternalSource, Metadata, StandardResponse, cite
from core.text.bm25_words import split_words
from core.text.filler_words import ASKING
from core.text.passages import TRAIL_SEPARATOR, CountTokens
from core.text.stated_form import asks_form, asks_reason, asks_who, completes, unstated_form
from core.text.stretch_vectors import Embed
from core.text.unnamed_words import FIRST_LACKS, describe_missing, fewest_unnamed, unnamed_words

NOT_IN_NOTES = "Nothing in your notes clearly answers this."
EXTRACTIVE_EXPLANATION = "Quoted from what was found: no model is configured to write an answer."
MAX_ANSWER_TOKENS = 300
"""Of the answer."""
NEAREST_TOKENS = 120
"""Of one that only quotes what comes nearest, as nothing found seems to answer."""
_MAX_NEAREST = 3
"""Quotations for each part of a question that none of them answers whole."""
_MAX_TITLES = 3
_PROFILE = 0.2
"""Bonus of the profile, which is retrieved only if it is asked for."""
_FORM = 0.2
"""Bonus of a sentence that states what is asked for by its form: a number of the things, a reason (ADR 12)."""
_OWN = 0.2
"""Bonus of a sentence that holds the own words of a question that leans on another: "and in June?"."""
_REASON_FOLLOWS = 2
"""Sentences behind the best that are quoted with it where a reason is asked for: mostly it stands there."""


class _Chosen(NamedTuple):
    named: Sequence[SourceQuote]
    """For the parts of which one quotation holds every word."""
    nearest: Sequence[SourceQuote]
    """For the others."""
    unnamed: Sequence[str]
    """Words of the question that none of `nearest` holds."""
    lacked_by_first: Sequence[str]
    """Where another holds each of them, those that the first of `nearest` lacks."""
    missing: Sequence[str]
    """What nothing states that is asked for by its form, as sentences."""


def extract_answer(
    queries: Sequence[str],
    sources: Sequence[AnswerSource],
    *,
    embed: Embed | None,
    count_tokens: CountTokens,
    covers: bool,
    is_near: bool = False,
    question: str = "",
) -> StandardResponse:
    """`queries`: the question, or the parts of it that something answers; each is quoted for. `question`: the asker's
    own words, where the one query has the topic of another question before them.

    Citations are in the order of their numbers in the answer; external sources are numbered after them.

    `covers` False, nothing to quote, or no phone number, date or amount where one is asked for: answers NOT_IN_NOTES
    and lists no sources; the explanation then says why and names the nearest ones. With `is_near` a little is quoted
    all the same, under a line that begins with NEAREST, as is a part of which nothing holds every word. Sources
    are guarded first: sentences that address a model are not quoted. `embed` None: chosen by words alone.
    """
    guarded = guard_sources(sources).sources
    # External pages last: their numbers follow those of the citations.
    ordered = sorted(guarded, key=lambda source: source.type is SourceType.EXTERNAL)
    is_quoted = covers or is_near
    sentences = split_source_sentences(ordered, count_tokens=count_tokens) if is_quoted else []
    if not sentences:
        return _decline(guarded)
    chosen = _choose(
        queries,
        sentences,
        ordered,
        embed=embed,
        count_tokens=count_tokens,
        max_tokens=MAX_ANSWER_TOKENS if covers else NEAREST_TOKENS,
        question=question,
    )
    if not (chosen.named or chosen.nearest):
        return _decline(guarded, chosen.missing)
    if not covers:
        chosen = chosen._replace(named=(), nearest=[*chosen.named, *chosen.nearest])
    return _quote_answer(chosen, ordered)


def _choose(
    queries: Sequence[str],
    sentences: Sequence[SourceSentence],
    sources: Sequence[AnswerSource],
    *,
    embed: Embed | None,
    count_tokens: CountTokens,
    max_tokens: int,
    question: str,
) -> _Chosen:
    """Each query has an equal part of `max_tokens`."""
    named: dict[SourceQuote, None] = {}
    nearest: dict[SourceQuote, None] = {}
    missing: list[str] = []
    unnamed: list[str] = []
    lacked_by_first: list[str] = []
    for query in queries:
        scores = score_sentences(query, sentences, embed=embed) + _bonuses(
            query, sentences, sources, question
        )
        choose = partial(
            choose_quotes,
            max_tokens=max_tokens // len(queries),
            count_tokens=count_tokens,
            following=_REASON_FOLLOWS if asks_reason(query) else 0,
            completes=partial(completes, query),
        )
        best = choose(sentences, scores)
        best = _stating(query, best) or choose(*_identifying(query, sentences, scores)) or best
        if not_held := missing_form(query, best, sources):
            missing.append(not_held)
        else:
            quotes, lacking = _most_named(question or query, best, sources, context=query)
            with_changes = _with_changes(query, quotes, sentences, sources, question or query)
            is_changed = with_changes != [*quotes]
            later = (
                [] if is_changed or lacking is not None else perhaps_later(query, quotes, sentences, sources)
            )
            with_changes += later
            chosen = nearest if later or lacking is not None else named
            chosen |= dict.fromkeys(with_changes)
            lists = (
                _unnamed(question or query, with_changes, sources, context=query)
                if lacking is not None
                else []
            )
            unnamed += [word for word in lacking or () if all(word in each for each in lists)]
            lacked_by_first += lists[0] if lists and not describe_missing(unnamed) else []
    return _Chosen(
        _without_repeats([*named]), _without_repeats([*nearest]), unnamed, lacked_by_first, missing
    )


def _most_named(
    query: str, quotes: Sequence[SourceQuote], sources: Sequence[AnswerSource], *, context: str
) -> tuple[Sequence[SourceQuote], list[str] | None]:
    """Those that hold every word of the query, which need no other beside them, and None; where none does, the
    nearest, and the words that none of them holds.
    """
    lists = _unnamed(query, quotes, sources, context=context)
    missing = fewest_unnamed(lists[:_MAX_NEAREST]) if lists and all(lists) else None
    if missing is None:
        whole = [quote for quote, each in zip(quotes, lists, strict=False) if not each]
        return whole or quotes, None
    return quotes[:_MAX_NEAREST], missing


def _with_changes(
    query: str,
    quotes: Sequence[SourceQuote],
    sentences: Sequence[SourceSentence],
    sources: Sequence[AnswerSource],
    question: str,
) -> list[SourceQuote]:
    """Before each what another sentence says of its change, or a later note of its matter; it is then marked as the
    earlier one. A reason is not superseded by what happened later.
    """
    ordered: dict[tuple[int, str], SourceQuote] = {}
    for quote in quotes:
        later = None if asks_reason(question) else later_saying(query, quote, sentences, sources)
        newer = later or superseding(query, quote, sentences, sources)
        if newer and is_of_other_identifier(query, quote, newer, sources[newer.source].title):
            newer = None
        if newer:
            found = next(
                (each for each in quotes if each.source == newer.source and newer.text in each.text),
                quote_sentence(newer),
            )
            ordered.setdefault((found.source, found.text), found)
        is_earlier = newer and newer.day and quote.day and newer.day > quote.day
        place = (quote.source, quote.text)
        if is_earlier or place not in ordered:
            ordered[place] = mark_earlier(quote) if is_earlier else quote
    return [*ordered.values()]


def _without_repeats(quotes: Sequence[SourceQuote]) -> list[SourceQuote]:
    """Parts of a question may have chosen a sentence alone and with what qualifies it."""
    return [
        each
        for each in quotes
        if not any(
            each.source == other.source and len(each.text) < len(other.text) and each.text in other.text
            for other in quotes
        )
    ]


def _stating(query: str, quotes: Sequence[SourceQuote]) -> list[SourceQuote]:
    """Those that state what is asked for by its form, beside which the others need not stand."""
    if not asks_form(query):
        return []
    return [quote for quote in quotes if not unstated_form(query, quote.told, context=query)]


def _identifying(
    query: str, sentences: Sequence[SourceSentence], scores: NDArray[np.float64]
) -> tuple[Sequence[SourceSentence], NDArray[np.float64]]:
    """Of all sentences, however far from the best, those that tell who somebody is; none for another question."""
    if not asks_who(query):
        return [], scores[:0]
    found = [at for at, each in enumerate(sentences) if not unstated_form(query, each.told, context=query)]
    return [sentences[at] for at in found], scores[found]


def _bonuses(
    query: str, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource], question: str
) -> NDArray[np.float64]:
    bonuses = _PROFILE * np.array([sources[each.source].type is SourceType.PROFILE for each in sentences])
    if asks_form(query):
        bonuses += _FORM * np.array(
            [not unstated_form(query, each.told, context=query) for each in sentences]
        )
    if own := set(split_words(question)) - ASKING:
        bonuses += _OWN * np.array([own.issubset(split_words(each.told)) for each in sentences])
    return bonuses


def _unnamed(
    query: str, quotes: Sequence[SourceQuote], sources: Sequence[AnswerSource], *, context: str
) -> list[list[str]]:
    """Of each quotation; none where one is of the profile, which answers in words of its own."""
    if any(sources[quote.source].type is SourceType.PROFILE for quote in quotes):
        return []
    return [
        unnamed_words(
            query,
            quote.told,
            title=f"{_named_above(query, sources[quote.source].title, quote.trail)}\n{quote.head}".strip(),
            context=context,
        )
        for quote in quotes
    ]


def _named_above(query: str, title: str, trail: str) -> str:
    """What stands above a quotation and says what it is about: its note's title only where no heading of a section
    stands between that says nothing of the question, as "Soup" in a note on bread.
    """
    headings = [each for each in trail.split(TRAIL_SEPARATOR) if each and each != title]
    if headings and set(split_words(query)).isdisjoint(split_words(" ".join(headings))):
        return ""
    return "\n".join([title, *headings])


def _quote_answer(chosen: _Chosen, sources: Sequence[AnswerSource]) -> StandardResponse:
    quotes = list(dict.fromkeys([*chosen.named, *chosen.nearest]))
    pages = [quote for quote in quotes if sources[quote.source].type is SourceType.EXTERNAL]
    notes = [quote for quote in quotes if quote not in pages]
    numbers = {quote: number for number, quote in enumerate([*notes, *pages], start=1)}
    used = {sources[quote.source].type for quote in quotes}
    metadata = Metadata(
        has_sources=True,
        source_types=[type for type in SourceType if type in used],
        citations=[cite(sources[quote.source], quote.text) for quote in notes],
        external_sources=[_external_source(quote, sources[quote.source]) for quote in pages],
        used_profile=SourceType.PROFILE in used,
        source_explanation=" ".join([EXTRACTIVE_EXPLANATION, *chosen.missing]),
    )
    named, nearest = (
        [f"{quote.line} [{numbers[quote]}]" for quote in part] for part in (chosen.named, chosen.nearest)
    )
    nearest = [line for line in nearest if line not in named] or nearest[:1]
    lacking = describe_missing(chosen.unnamed) or describe_missing(chosen.lacked_by_first, FIRST_LACKS)
    reserved = [f"{NEAREST}{lacking}:"] if nearest else []
    return StandardResponse(answer="\n\n".join([*named, *reserved, *nearest]), metadata=metadata)


def _external_source(quote: SourceQuote, source: AnswerSource) -> ExternalSource:
    return ExternalSource(
        title=source.title, source=source.origin, url=source.url or source.id, excerpt=quote.text
    )


def _decline(sources: Sequence[AnswerSource], missing: Sequence[str] = ()) -> StandardResponse:
    """`missing`: what was found lacks, as sentences; empty: nothing that was found answers."""
    titles = list(dict.fromkeys(source.title for source in sources if source.title))[:_MAX_TITLES]
    nearest = f" What comes nearest: {'; '.join(titles)}." if titles else ""
    why = " ".join(missing) or _NOT_FOUND
    return StandardResponse(
        answer=NOT_IN_NOTES, metadata=Metadata(has_sources=False, source_explanation=f"{why}{nearest}")
    )


_NOT_FOUND = "Nothing that was found answers the question, as far as can be told without a model."
