"""The response that quotes what was chosen, or that says that nothing answers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from brain.answer_sources import AnswerSource, SourceType
from brain.extracting.source_quote import SourceQuote, cite_quote
from brain.reservation import NEAREST, name_part
from brain.standard_response import ExternalSource, Metadata, StandardResponse, cite
from core.text.describe_missing import FIRST_LACKS, describe_missing

NOT_IN_NOTES = "Nothing in your notes clearly answers this."
EXTRACTIVE_EXPLANATION = "Quoted from what was found: no model is configured to write an answer."
CHANGED = "; the first may be newer"
DIFFERENT = "; they give different prices"
OTHER_ADDRESSES = "; they give different addresses"
RIVAL = "; another note comes as near"
UNSURE = ", which may not say it"
_MAX_TITLES = 3


class QuotedPart(NamedTuple):
    """What is quoted for one part of a question."""

    quotes: Sequence[SourceQuote] = ()
    is_whole: bool = False
    """Whether one of them holds every word; else they are what comes nearest."""
    unnamed: Sequence[str] = ()
    """Words of the question that none of them holds."""
    lacked_by_first: Sequence[str] = ()
    """Where another holds each of these, those that the first lacks."""
    doubt: str = ""
    """Why it is not whole, though one of them holds every word."""
    missing: str = ""
    """What nothing states that is asked for by its form, as a sentence."""
    question: str = ""
    """What it answers, in the asker's words."""


def quote_response(parts: Sequence[QuotedPart], sources: Sequence[AnswerSource]) -> StandardResponse:
    """First what holds every word of its part."""
    parts = sorted(parts, key=lambda part: not part.is_whole)
    quotes = _without_repeats([quote for part in parts if part.is_whole for quote in part.quotes])
    nearest = [quote for part in parts for quote in part.quotes if not part.is_whole]
    quotes = list(dict.fromkeys([*quotes, *nearest]))
    pages = [quote for quote in quotes if sources[quote.source].type is SourceType.EXTERNAL]
    notes = [quote for quote in quotes if quote not in pages]
    numbers = {quote: number for number, quote in enumerate([*notes, *pages], start=1)}
    used = {sources[quote.source].type for quote in quotes}
    metadata = Metadata(
        has_sources=True,
        source_types=[type for type in SourceType if type in used],
        citations=[cite(sources[quote.source], quote.excerpt) for quote in notes],
        external_sources=[_external_source(quote, sources[quote.source]) for quote in pages],
        used_profile=SourceType.PROFILE in used,
        source_explanation=" ".join(
            [EXTRACTIVE_EXPLANATION, *(part.missing for part in parts if part.missing)]
        ),
    )
    lines = {quote: cite_quote(quote, number) for quote, number in numbers.items()}
    return StandardResponse(answer="\n\n".join(_paragraphs(parts, lines)), metadata=metadata)


def _paragraphs(parts: Sequence[QuotedPart], lines: Mapping[SourceQuote, str]) -> Iterator[str]:
    """Those of a part that is not answered whole stand under a line that says so. Of two parts each is named above its
    own; the first of these even if it is quoted above.
    """
    seen = set[str]()
    is_one = sum(bool(part.quotes) for part in parts) == 1
    for part in parts:
        found = list(dict.fromkeys(lines[quote] for quote in part.quotes if quote in lines))
        new = [line for line in found if line not in seen] or found[:1]
        if part.quotes and not part.is_whole:
            on = "" if is_one else f" on “{part.question}”"
            yield f"{NEAREST}{on}{_why_reserved(part)}:"
        elif new and not is_one:
            yield name_part(part.question)
        yield from new
        seen.update(new)


def _why_reserved(part: QuotedPart) -> str:
    lacking = describe_missing(part.unnamed) or describe_missing(part.lacked_by_first, FIRST_LACKS)
    return lacking or part.doubt or UNSURE


def _without_repeats(quotes: Sequence[SourceQuote]) -> list[SourceQuote]:
    """Parts of a question may have chosen the same, or a sentence alone and with what qualifies it."""
    return [
        each
        for each in dict.fromkeys(quotes)
        if not any(
            each.source == other.source and len(each.text) < len(other.text) and each.text in other.text
            for other in quotes
        )
    ]


def _external_source(quote: SourceQuote, source: AnswerSource) -> ExternalSource:
    return ExternalSource(
        title=source.title, source=source.origin, url=source.url or source.id, excerpt=quote.excerpt
    )


def decline(sources: Sequence[AnswerSource], missing: Sequence[str] = ()) -> StandardResponse:
    """`missing`: what was found lacks, as sentences; empty: nothing that was found answers."""
    titles = list(dict.fromkeys(source.title for source in sources if source.title))[:_MAX_TITLES]
    nearest = [f"What comes nearest: {'; '.join(titles)}."] if titles else []
    why = " ".join([*missing, *nearest]) or _NOT_FOUND
    return StandardResponse(answer=NOT_IN_NOTES, metadata=Metadata(has_sources=False, source_explanation=why))


_NOT_FOUND = "Nothing that was found answers the question, as far as can be told without a model."
