"""The response that quotes what was chosen, or that says that nothing answers."""

from collections.abc import Sequence
from typing import NamedTuple

from brain.answer_sources import AnswerSource, SourceType
from brain.extracting.choose_quotes import SourceQuote
from brain.reservation import NEAREST
from brain.standard_response import ExternalSource, Metadata, StandardResponse, cite
from core.text.unnamed_words import FIRST_LACKS, describe_missing

NOT_IN_NOTES = "Nothing in your notes clearly answers this."
EXTRACTIVE_EXPLANATION = "Quoted from what was found: no model is configured to write an answer."
_MAX_TITLES = 3


class ChosenQuotes(NamedTuple):
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


def quote_response(chosen: ChosenQuotes, sources: Sequence[AnswerSource]) -> StandardResponse:
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


def decline(sources: Sequence[AnswerSource], missing: Sequence[str] = ()) -> StandardResponse:
    """`missing`: what was found lacks, as sentences; empty: nothing that was found answers."""
    titles = list(dict.fromkeys(source.title for source in sources if source.title))[:_MAX_TITLES]
    nearest = [f"What comes nearest: {'; '.join(titles)}."] if titles else []
    why = " ".join([*missing, *nearest]) or _NOT_FOUND
    return StandardResponse(answer=NOT_IN_NOTES, metadata=Metadata(has_sources=False, source_explanation=why))


_NOT_FOUND = "Nothing that was found answers the question, as far as can be told without a model."
