"""Sentences of a source that address a model: orders, false roles and marks, what is hidden from readers.

A detector of what people have tried, not a proof: what it misses meets the marks of the prompt and the check of the
answer. Sentences are judged one by one, so that a note about prompts loses a sentence at most.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from brain.checking.readings import INVISIBLE, TAGS, hidden_in, readings, squeezed
from brain.checking.signs import FOLLOWS, HIDDEN, SQUEEZED, STRONG
from texts.sentences import cuts_by_size, sentence_ends
from texts.words import STOP_WORDS

LONGEST_SEGMENT = 1_500
_FOLLOWING = 8
_PRECEDING = 2
"""Sentences next to an order that may belong to it."""
_UNSEEN = re.compile(
    rf"""
    <!--(?P<comment>.*?)(?:-->|\Z)
    | ^\[(?://|comment|\#)\]:[ ]*(?:\#|<>)[ ]*(?P<note>[^\n]*)$
    | (?P<element><(?P<tag>[a-z]{{1,10}})\b[^<>]{{0,200}}?
        (?:display:\s*none|visibility:\s*hidden|font-size:\s*0|opacity:\s*0
        |color:\s*(?:white|\#fff(?:fff)?)\b|\shidden\b|aria-hidden="true")[^<>]{{0,200}}>.*?(?:</(?P=tag)>|\Z))
    | (?P<run>[{INVISIBLE}]{{8,}}|(?<![\U0001f3f4{TAGS}])[{TAGS}]{{2,}}|\U0001f3f4[{TAGS}]{{8,}})
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_BREAK = re.compile(r"\n[ \t]*(?:\n|(?=[-*+•#>|]|\d{1,3}[.)][ \t]))")
_WORD = re.compile(r"[^\W\d_]+")


def instruction_spans(text: str) -> list[tuple[int, int]]:
    """(start, end) in order, without overlap. Time is linear in the text."""
    spans = [span for unseen in _UNSEEN.finditer(text) if (span := _unseen(unseen))]
    for paragraph in _paragraphs(text):
        spans += _ordered(text, paragraph)
    return _merged(text, spans)


@lru_cache(maxsize=4_096)
def is_instruction(text: str) -> bool:
    """Of one sentence or title, whatever its disguise."""
    if any(pattern.search(reading) for reading in readings(text) for pattern in STRONG):
        return True
    if any(HIDDEN.search(hidden) for hidden in hidden_in(text)):
        return True
    together = squeezed(text)
    return bool(together) and any(SQUEEZED.search(each) for each in (together, together[::-1]))


def _unseen(found: re.Match[str]) -> tuple[int, int] | None:
    """A comment only where it speaks to a model (tools leave comments, too); what is made invisible in any case."""
    written = found["comment"] if found["comment"] is not None else found["note"]
    if written is None:
        return found.span()
    parts = [part for start, end in _sentences(written, 0, len(written)) if (part := written[start:end])]
    speaks = any(is_instruction(part) or len(HIDDEN.findall(next(readings(part)))) > 1 for part in parts)
    return found.span() if speaks else None


def _ordered(text: str, segments: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The orders of a paragraph, each with what continues it."""
    is_order = [is_instruction(text[start:end]) for start, end in segments]
    taken = list(is_order)
    for at, order in enumerate(is_order):
        if not order:
            continue
        for behind in range(at + 1, min(len(segments), at + 1 + _FOLLOWING)):
            if not (is_order[behind] or _belongs(text, segments[behind], to=segments[at])):
                break
            taken[behind] = True
        for before in range(at - 1, max(-1, at - 1 - _PRECEDING), -1):
            if not (is_order[before] or _follows(text, segments[before])):
                break
            taken[before] = True
    return (segment for segment, is_taken in zip(segments, taken, strict=True) if is_taken)


def _belongs(text: str, segment: tuple[int, int], *, to: tuple[int, int]) -> bool:
    """Whether a sentence behind an order continues it; in another language than English it is taken to."""
    if _follows(text, segment):
        return True
    return not _is_english(text[segment[0] : segment[1]]) and not HIDDEN.search(
        next(readings(text[to[0] : to[1]]))
    )


def _follows(text: str, segment: tuple[int, int]) -> bool:
    return bool(FOLLOWS.search(next(readings(text[segment[0] : segment[1]]))))


def _is_english(text: str) -> bool:
    return any(word.lower() in STOP_WORDS for word in _WORD.findall(text))


def _paragraphs(text: str) -> Iterator[list[tuple[int, int]]]:
    """The sentences of each paragraph; an item of a list, a heading and a line of a table are paragraphs of their own
    to sentences, and stand together as neighbours."""
    held: list[tuple[int, int]] = []
    start = 0
    for found in _BREAK.finditer(text):
        held += _sentences(text, start, found.start())
        if found[0].count("\n") > 1:
            yield held
            held = []
        start = found.end()
    yield [*held, *_sentences(text, start, len(text))]


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Trimmed. A line that ends with a colon or is set apart by its role ("System: …") begins a sentence of its own."""
    for behind in sentence_ends(text, start, end):
        for cut in cuts_by_size(text, start, behind, LONGEST_SEGMENT):
            part = text[start:cut]
            first = start + len(part) - len(part.lstrip())
            if first < cut:
                yield first, start + len(part.rstrip())
            start = cut


def _merged(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those with nothing to read between them are one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and not any(map(str.isalnum, text[merged[-1][1] : start])):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
