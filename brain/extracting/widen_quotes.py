"""What is quoted around a quotation that only comes near: all of its short paragraph, or the sentence behind it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from brain.extracting.choose_quotes import ITEM, between_heads, is_broken, marker_before
from brain.extracting.source_quote import SourceQuote, line_of
from brain.extracting.source_sentences import SourceSentence
from core.text.hidden_spans import hidden_spans
from core.text.labels import is_label
from core.text.qualifying_sentences import line_end, sentence_after

MAX_PARAGRAPH = 300
"""Characters of one line between blank lines."""
MAX_NEXT = 160
"""Characters of a sentence that goes with what only comes near."""
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]*)+")


def with_next(
    quotes: Sequence[SourceQuote], sentences: Sequence[SourceSentence], *, as_paragraphs: bool
) -> list[SourceQuote]:
    """Each with all of its short paragraph, if that is wanted, or with the sentence behind it, if that is short: of
    what only comes near the answer often stands beside it.
    """
    wide = [in_paragraph(quote, sentences) if as_paragraphs else quote for quote in quotes]
    wide = [
        _with_next(each, sentences) if each == quote else each
        for quote, each in zip(quotes, wide, strict=True)
    ]
    return [
        each
        for at, each in enumerate(wide)
        if not any(each.source == other.source and each.text in other.text for other in wide[:at])
    ]


def in_paragraph(quote: SourceQuote, sentences: Sequence[SourceSentence]) -> SourceQuote:
    """With the rest of its paragraph, if that is short; unchanged in a chat or a log."""
    last = _last_of(quote, sentences)
    is_line = quote.by or quote.entry
    found = _short_paragraph(last.passage.text, *_span(quote, last)) if last and not is_line else None
    wide = _widen(quote, last, *between_heads(last, *found)) if last and found else quote
    return quote if is_label(wide.text) else wide


def _with_next(quote: SourceQuote, sentences: Sequence[SourceSentence]) -> SourceQuote:
    last = _last_of(quote, sentences)
    if last is None:
        return quote
    start, end = _span(quote, last)
    text = last.passage.text
    wide = _next_end(text, end)
    is_hidden = any(end <= first < wide for first, _ in hidden_spans(text))
    return quote if is_hidden else _widen(quote, last, start, wide)


def _last_of(quote: SourceQuote, sentences: Sequence[SourceSentence]) -> SourceSentence | None:
    """The sentence with which it ends, at its place: another may have the same words; None of a row."""
    found = (
        each
        for each in sentences
        if each.source == quote.source and each.passage.text.endswith(quote.text, 0, each.end)
    )
    last = next(found, None)
    return None if last is None or last.row else last


def _span(quote: SourceQuote, last: SourceSentence) -> tuple[int, int]:
    return last.end - len(quote.text), last.end


def _widen(quote: SourceQuote, last: SourceSentence, start: int, end: int) -> SourceQuote:
    text = last.passage.text
    lead = "" if quote.lead in text[start : _span(quote, last)[0]] else quote.lead
    wide = replace(quote, text=text[start:end], lead=lead, marker=marker_before(text, start))
    return replace(wide, line=f"{quote.line.removesuffix(line_of(quote))}{line_of(wide)}")


def _next_end(text: str, end: int) -> int:
    """Of the sentence behind text[:end], if that is short and belongs to what stands there; else `end`."""
    after = sentence_after(text, end)
    is_apart = after is None or after[1] - end > MAX_NEXT or is_broken(text, end, after[0])
    return end if after is None or is_apart else after[1]


def _short_paragraph(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the one stands that text[start:end] is a part of, if it is short and one line."""
    first, last = text.rfind("\n", 0, start) + 1, line_end(text, end)
    is_alone = text[:first].endswith("\n\n") or first == 0
    is_whole = text.startswith("\n\n", last) or last == len(text)
    is_short = last - first <= MAX_PARAGRAPH and "\n" not in text[start:end]
    is_item = ITEM.match(text, first) is not None
    mark = _QUOTED.match(text, first)
    first = mark.end() if mark else first
    return None if is_item or not (is_alone and is_whole and is_short) else (first, last)
