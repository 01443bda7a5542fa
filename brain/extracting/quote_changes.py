"""What changed since a quotation was written: what a later note says, or a sentence that tells the change."""

import re
from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.choose_quotes import quote_sentence
from brain.extracting.later_notes import is_later, later_saying
from brain.extracting.other_identifiers import is_of_other_identifier
from brain.extracting.source_quote import SourceQuote, mark_earlier
from brain.extracting.source_sentences import SourceSentence
from brain.extracting.superseding import superseding
from brain.extracting.widen_quotes import in_paragraph
from core.text.stated_reasons import asks_reason
from core.text.whose_clauses import known_names, names_in

_WORD = re.compile(r"[^\W\d_]+")


def with_changes(
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
        if newer and (
            is_of_other_identifier(query, quote, newer, sources[newer.source].title)
            or _is_of_another(query, quote, newer, sources)
        ):
            newer = None
        if newer:
            found = next(
                (each for each in quotes if each.source == newer.source and newer.text in each.text),
                quote_sentence(newer),
            )
            ordered[found.source, found.text] = in_paragraph(found, sentences)
        is_earlier = newer is not None and is_later(newer, quote)
        place = (quote.source, quote.text)
        if is_earlier or place not in ordered:
            ordered[place] = mark_earlier(quote) if is_earlier else quote
    return [*ordered.values()]


def _is_of_another(
    query: str, quote: SourceQuote, newer: SourceSentence, sources: Sequence[AnswerSource]
) -> bool:
    """Whether it names somebody else than the query and the quotation do, and not that one."""
    known = names_of(sources).union(_WORD.findall(" ".join(names_in(query)).lower()))
    words = {*_WORD.findall(newer.in_section.lower())}
    named = known & {*_WORD.findall(query.lower())} & {*_WORD.findall(quote.rendered.lower())}
    beside = {*_WORD.findall(sources[newer.source].title.lower())} | words
    return bool(named and (known & words) - named) and named.isdisjoint(beside)


def names_of(sources: Sequence[AnswerSource]) -> frozenset[str]:
    """Words of the names that stand in them, in lower case."""
    return frozenset[str]().union(
        *(known_names(passage.text) for source in sources for passage in source.passages)
    )
