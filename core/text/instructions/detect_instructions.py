"""Sentences of a source that address a model: orders, false roles, forged marks, text hidden from readers.

It detects known attacks and proves nothing: the prompt's own marks and the check of the answer stand behind it.
Sentences are judged one by one, so a note about prompts loses a sentence at most.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from core.text.bm25_words import STOP_WORDS
from core.text.instructions.deobfuscation import (
    INVISIBLE,
    TAGS,
    decode_hidden_text,
    decoded_variants,
    join_spaced_letters,
)
from core.text.instructions.injection_patterns import (
    CONTINUATIONS,
    HIDDEN_KEYWORDS,
    JOINED_LETTERS,
    OVERRIDING_PATTERNS,
    OVERRIDING_STEMS,
    STRONG_PATTERNS,
)
from core.text.sentence_ends import cuts_by_size, sentence_ends

MAX_SEGMENT_CHARACTERS = 1_500
_FOLLOWING = 8
_PRECEDING = 2
"""Sentences before an order that may belong to it."""
_INVISIBLE_MARKUP = re.compile(
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
    spans = [span for match in _INVISIBLE_MARKUP.finditer(text) if (span := _invisible_span(match))]
    for paragraph in _paragraphs(text):
        spans += _order_spans(text, paragraph)
    return _merge_spans(text, spans)


@lru_cache(maxsize=4_096)
def is_instruction(text: str) -> bool:
    """For one sentence or title, disguised or not."""
    if any(pattern.search(reading) for reading in decoded_variants(text) for pattern in STRONG_PATTERNS):
        return True
    if any(HIDDEN_KEYWORDS.search(hidden) for hidden in decode_hidden_text(text)):
        return True
    joined = join_spaced_letters(text)
    return bool(joined) and any(JOINED_LETTERS.search(each) for each in (joined, joined[::-1]))


def overrides_rules(sentence: str) -> bool:
    """Whether it tells a model to forget its rules, or claims to be a system's or a developer's message.

    Narrower than `is_instruction`: what one agent asks of another is a handoff.
    """
    readings = filter(OVERRIDING_STEMS.search, decoded_variants(sentence))
    return any(pattern.search(reading) for reading in readings for pattern in OVERRIDING_PATTERNS)


def _invisible_span(found: re.Match[str]) -> tuple[int, int] | None:
    """A comment counts only if it addresses a model (tools write comments, too); made-invisible text always does."""
    comment = found["comment"] if found["comment"] is not None else found["note"]
    if comment is None:
        return found.span()
    parts = [part for start, end in _sentences(comment, 0, len(comment)) if (part := comment[start:end])]
    addresses_model = any(
        is_instruction(part) or len(HIDDEN_KEYWORDS.findall(next(decoded_variants(part)))) > 1
        for part in parts
    )
    return found.span() if addresses_model else None


def _order_spans(text: str, segments: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The orders of a paragraph, each with the sentences that continue it."""
    is_order = [is_instruction(text[start:end]) for start, end in segments]
    withheld = list(is_order)
    for at, order in enumerate(is_order):
        if not order:
            continue
        for next_at in range(at + 1, min(len(segments), at + 1 + _FOLLOWING)):
            if not (is_order[next_at] or _continues_order(text, segments[next_at], to=segments[at])):
                break
            withheld[next_at] = True
        for previous_at in range(at - 1, max(-1, at - 1 - _PRECEDING), -1):
            if not (is_order[previous_at] or _looks_like_continuation(text, segments[previous_at])):
                break
            withheld[previous_at] = True
    return (segment for segment, is_withheld in zip(segments, withheld, strict=True) if is_withheld)


def _continues_order(text: str, segment: tuple[int, int], *, to: tuple[int, int]) -> bool:
    """Whether a sentence after an order continues it; in languages other than English it always does."""
    if _looks_like_continuation(text, segment):
        return True
    return not _is_english(text[segment[0] : segment[1]]) and not HIDDEN_KEYWORDS.search(
        next(decoded_variants(text[to[0] : to[1]]))
    )


def _looks_like_continuation(text: str, segment: tuple[int, int]) -> bool:
    return bool(CONTINUATIONS.search(next(decoded_variants(text[segment[0] : segment[1]]))))


def _is_english(text: str) -> bool:
    return any(word.lower() in STOP_WORDS for word in _WORD.findall(text))


def _paragraphs(text: str) -> Iterator[list[tuple[int, int]]]:
    """The sentences of each paragraph. Consecutive list items, headings and table rows are separate sentences of one
    group.
    """
    segments: list[tuple[int, int]] = []
    start = 0
    for found in _BREAK.finditer(text):
        segments += _sentences(text, start, found.start())
        if found[0].count("\n") > 1:
            yield segments
            segments = []
        start = found.end()
    yield [*segments, *_sentences(text, start, len(text))]


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Trimmed. A line that ends with a colon or starts with a role ("System: …") begins a new sentence."""
    for next_at in sentence_ends(text, start, end):
        for cut in cuts_by_size(text, start, next_at, MAX_SEGMENT_CHARACTERS):
            part = text[start:cut]
            first = start + len(part) - len(part.lstrip())
            if first < cut:
                yield first, start + len(part.rstrip())
            start = cut


def _merge_spans(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans with nothing readable between them become one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and not any(map(str.isalnum, text[merged[-1][1] : start])):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
