"""What is shown of a text beside others, so that one can tell which is right: a sentence, with what it leans on."""

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from core.text.qualifying_sentences import announces, qualified_span
from core.text.sentence_ends import sentence_ends
from quickstart.rendering.embed_markdown import first_sentence, paragraphs, says_enough

MAX_EXCERPT = 240
"""Characters of a sentence with its neighbours; a longer one stands alone."""
MAX_EXCERPTS, MAX_CHARACTERS = 16, 4000
"""Of one text: what an answer says, it says at its beginning."""
MAX_READ = 4 * MAX_EXCERPTS
"""Sentences that are looked at: one text may say the same over and over."""


def excerpts_of(text: str) -> list[str]:
    """Each sentence of its paragraphs and items, as Markdown, in order; `first_sentence` where there is none.

    With the sentences that belong to it, in a list behind the line that leads in ("Please bring: a towel").
    """
    found = list(islice(_distinct(islice(_excerpts(_beginning(text)), MAX_READ)), MAX_EXCERPTS))
    return found or [first_sentence(text)]


def _beginning(text: str) -> str:
    """Up to where a sentence or a line ends; of a text without either, up to MAX_CHARACTERS."""
    if len(text) <= MAX_CHARACTERS:
        return text
    *ends, _ = sentence_ends(text, 0, MAX_CHARACTERS)
    end = max(text.rfind("\n", 0, MAX_CHARACTERS), *ends[-1:], 0)
    return text[: end or MAX_CHARACTERS]


def _distinct(excerpts: Iterable[str]) -> Iterator[str]:
    seen = set[str]()
    for each in excerpts:
        if each not in seen:
            seen.add(each)
            yield each


def _excerpts(text: str) -> Iterator[str]:
    lead = ""
    for paragraph, is_item in paragraphs(text):
        sentences = list(_spans(paragraph))
        lead = lead if is_item else ""
        for start, end in sentences:
            if not announces(paragraph[start:end]):
                quoted = _with_neighbours(paragraph, start, end)
                yield f"{lead} {quoted}" if lead else quoted
        last = paragraph[slice(*sentences[-1])] if sentences else ""
        if not is_item and announces(last):
            lead = last


def _spans(paragraph: str) -> Iterator[tuple[int, int]]:
    """Without white space around them."""
    for start, end in pairwise([0, *sentence_ends(paragraph, 0, len(paragraph))]):
        if sentence := paragraph[start:end].strip():
            first = paragraph.index(sentence, start)
            yield first, first + len(sentence)


def _with_neighbours(paragraph: str, start: int, end: int) -> str:
    first, last = qualified_span(paragraph, start, end)
    if not says_enough(paragraph[first:last]):
        last = next(sentence_ends(paragraph, min(last + 1, len(paragraph)), len(paragraph)))
    if last - first > MAX_EXCERPT:
        first, last = start, end
    return paragraph[first:last].strip()
