"""Values that stand in an entry with whom the question names, where what is nearest names nobody of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from brain.answer_sources import AnswerSource
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from brain.extracting.widen_quotes import MAX_PARAGRAPH
from brain.parsing.day_heads import is_only_day
from core.text.bm25_words import split_words
from core.text.line_breaks import is_break_meant
from core.text.question_frames import without_same_titles
from core.text.stated_form import asks_value, unstated_form
from core.text.whose_clauses import names_in


def of_named(
    query: str,
    best: Sequence[SourceQuote],
    sentences: Sequence[SourceSentence],
    scores: NDArray[np.float64],
    sources: Sequence[AnswerSource],
    choose: Callable[..., list[SourceQuote]],
) -> list[SourceQuote]:
    """Quotations of entries that name somebody or something of the question's names and state what it asks for by its
    form: "How much did Ann get?", "Ann came. Bill £90." None where one of the best names it, or no source does.
    """
    named = names_in(without_same_titles(query, "")) if asks_value(query) else []
    names = {*split_words(" ".join(named))}
    texts = (f"{sources[each.source].title}\n{each.trail}\n{each.head}\n{each.rendered}" for each in best)
    if not names or not all(names.isdisjoint(split_words(text)) for text in texts):
        return []
    found = [*_entries(query, names, sentences)]
    return choose([each for _, each in found], scores[[at for at, _ in found]])


def _entries(
    query: str, names: set[str], sentences: Sequence[SourceSentence]
) -> Iterator[tuple[int, SourceSentence]]:
    """With their places; short ones whole, each once."""
    seen = set[tuple[int, int, int]]()
    for at, each in enumerate(sentences):
        start, end = _entry_span(each)
        text = each.passage.text[start:end]
        if names.isdisjoint(split_words(text)) or unstated_form(query, each.rendered, context=query):
            continue
        if end - start > MAX_PARAGRAPH or each.row:
            yield at, each
        elif (place := (each.source, each.passage.start, start)) not in seen:
            seen.add(place)
            yield at, replace(each, start=start, end=end, text=text)


def _entry_span(sentence: SourceSentence) -> tuple[int, int]:
    """Of its line, which goes on over breaks that are not meant, without the line that is its day."""
    text, start, end = sentence.passage.text, sentence.start, sentence.end
    while (start := text.rfind("\n", 0, start) + 1) > 0 and not _is_border(text, start - 1):
        start -= 1
    first = text.find("\n", start, sentence.start)
    start = first + 1 if first >= 0 and is_only_day(text[start:first].strip(" *_")) else start
    while (end := text.find("\n", end)) >= 0 and not _is_border(text, end):
        end += 1
    return start, end if end >= 0 else len(text)


def _is_border(text: str, at: int) -> bool:
    return is_break_meant(text, at) or text.startswith("\n", at + 1) or text.endswith("\n", 0, at)
