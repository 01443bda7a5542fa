"""What is shown of a text beside others, so that one can tell which is right: a sentence, with what it leans on."""

from collections.abc import Iterator
from itertools import pairwise

from core.text.qualifying_sentences import announces, qualified_span
from core.text.sentence_ends import sentence_ends
from quickstart.rendering.embed_markdown import first_sentence, paragraphs, says_enough

MAX_EXCERPT = 240
"""Characters of a sentence with its neighbours; a longer one stands alone."""
MAX_EXCERPTS = 16
"""Of one text: what an answer says, it says at its beginning."""


def excerpts_of(text: str) -> list[str]:
    """Each sentence of its paragraphs and items, as Markdown, in order; `first_sentence` where there is none.

    With the sentences that belong to it, in a list behind the line that leads in ("Please bring: a towel").
    """
    found = list(dict.fromkeys(_excerpts(text)))
    return found[:MAX_EXCERPTS] or [first_sentence(text)]


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
