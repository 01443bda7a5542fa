"""Which words of a question quotations lack, with what stands above them, and which quotations hold all."""

from collections.abc import Sequence

from brain.answer_sources import AnswerSource, SourceType
from brain.extracting.diary_entries import without_day
from brain.extracting.named_above import named_above, names_own
from brain.extracting.quote_changes import names_of
from brain.extracting.source_quote import SourceQuote
from core.text.table_rows import is_row
from core.text.unnamed_words import fewest_unnamed, unnamed_words

MAX_NEAREST = 3
"""Quotations for each part of a question that none of them answers whole."""


def most_named(
    query: str, quotes: Sequence[SourceQuote], sources: Sequence[AnswerSource], *, context: str
) -> tuple[Sequence[SourceQuote], list[str] | None]:
    """Those that hold every word of the query, which need no other beside them, and None (no words, where all stand
    above them); where none does, the nearest, and the words that none of them holds.
    """
    lists = unnamed_by_quotes(query, quotes, sources, context=context)
    missing = fewest_unnamed(lists[:MAX_NEAREST]) if lists and all(lists) else None
    if missing is None:
        whole = [quote for quote, each in zip(quotes, lists, strict=False) if not each]
        is_said = not whole or any(names_own(query, f"{each.head}\n{each.rendered}") for each in whole)
        return whole or quotes, None if is_said else []
    return quotes[:MAX_NEAREST], missing


def unnamed_by_quotes(
    query: str, quotes: Sequence[SourceQuote], sources: Sequence[AnswerSource], *, context: str
) -> list[list[str]]:
    """Of each quotation; none where one is of the profile, which answers in words of its own."""
    if any(sources[quote.source].type is SourceType.PROFILE for quote in quotes):
        return []
    known = names_of(sources)
    return [
        without_day(
            unnamed_words(
                query,
                quote.rendered,
                title=f"{named_above(query, sources[quote.source].title, quote.trail)}\n{quote.head}".strip(),
                context=context,
                is_row=is_row(quote.text),
                known=known,
                entry=quote.entry,
            ),
            query,
            quote,
        )
        for quote in quotes
    ]
