"""The offline answer: sentences quoted verbatim, each with the number of its citation."""

from collections.abc import Sequence

import numpy as np

from brain.answer_sources import AnswerSource, SourceType
from brain.checking import guard_sources
from brain.extracting.choose_quotes import SourceQuote, choose_quotes
from brain.extracting.source_sentences import score_sentences, split_source_sentences
from brain.standard_response import Citation, ExternalSource, Metadata, StandardResponse
from core.text.passages import CountTokens
from core.text.stretch_vectors import Embed

NOT_IN_NOTES = "Not in your notes."
EXTRACTIVE_EXPLANATION = (
    "No model is configured: these sentences are quoted from what was found, not written as an answer."
)
MAX_ANSWER_TOKENS = 300
"""Of the answer."""
_MAX_TITLES = 3
_PROFILE = 0.2
"""Bonus of the profile, which is retrieved only if it is asked for."""


def extract_answer(
    queries: Sequence[str],
    sources: Sequence[AnswerSource],
    *,
    embed: Embed | None,
    count_tokens: CountTokens,
    covers: bool,
) -> StandardResponse:
    """`queries`: the question, or the parts of it that something answers; each is quoted for.

    Citations are in the order of their numbers in the answer; external sources are numbered after them.

    `covers` False, or nothing to quote: answers NOT_IN_NOTES and lists no sources; the explanation then names the
    nearest ones. Sources are guarded first: sentences that address a model are not quoted. `embed` None: chosen by
    words alone.
    """
    guarded = guard_sources(sources).sources
    if not covers:
        return _decline(guarded)
    # External pages last: their numbers follow those of the citations.
    ordered = sorted(guarded, key=lambda source: source.type is SourceType.EXTERNAL)
    sentences = split_source_sentences(ordered, count_tokens=count_tokens)
    if not sentences:
        return _decline(guarded)
    of_profile = [ordered[each.source].type is SourceType.PROFILE for each in sentences]
    quotes: dict[SourceQuote, None] = {}
    for query in queries:
        weights = score_sentences(query, sentences, embed=embed) + _PROFILE * np.array(of_profile)
        best = choose_quotes(
            sentences, weights, max_tokens=MAX_ANSWER_TOKENS // len(queries), count_tokens=count_tokens
        )
        quotes |= dict.fromkeys(best)
    return _quote_answer([*quotes], ordered)


def _quote_answer(quotes: Sequence[SourceQuote], sources: Sequence[AnswerSource]) -> StandardResponse:
    citations, external = [], []
    for quote in quotes:
        source = sources[quote.source]
        if source.type is SourceType.EXTERNAL:
            external.append(
                ExternalSource(
                    title=source.title, source=source.origin, url=source.url or source.id, excerpt=quote.text
                )
            )
        else:
            citations.append(Citation(note_id=source.id, note_title=source.title, excerpt=quote.text))
    used = {sources[quote.source].type for quote in quotes}
    metadata = Metadata(
        has_sources=True,
        source_types=[type for type in SourceType if type in used],
        citations=citations,
        external_sources=external,
        used_profile=SourceType.PROFILE in used,
        source_explanation=EXTRACTIVE_EXPLANATION,
    )
    text = "\n\n".join(f"{quote.line} [{number}]" for number, quote in enumerate(quotes, start=1))
    return StandardResponse(answer=text, metadata=metadata)


def _decline(sources: Sequence[AnswerSource]) -> StandardResponse:
    titles = list(dict.fromkeys(source.title for source in sources if source.title))[:_MAX_TITLES]
    nearest = f" What comes nearest: {'; '.join(titles)}." if titles else ""
    return StandardResponse(
        answer=NOT_IN_NOTES, metadata=Metadata(has_sources=False, source_explanation=f"{_NOT_FOUND}{nearest}")
    )


_NOT_FOUND = "No model is configured, and nothing that was found answers the question."
