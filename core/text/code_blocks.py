"""Fenced blocks of code, as parts of what is said around them: what stands above one is said of it."""

import re
from collections.abc import Iterator
from textwrap import dedent

MAX_CODE = 400
"""Characters of a block that is told whole."""
_FENCED = re.compile(
    r"^[ ]{0,3}(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)\n(?:(?![ ]{0,3}(?P=mark))[^\n]*\n)+?[ ]{0,3}(?P=mark)[ \t]*$",
    re.MULTILINE,
)
_EDGES = re.compile(r"(?<=\A[`~]{3})([^\n]*)\n(?:[ \t]*\n)+|\n(?:[ \t]*\n)+(?=[`~]{3,}\Z)")


def code_spans(text: str) -> list[tuple[int, int]]:
    """(start, end) of the short blocks, with their fences, in order."""
    spans = (found.span() for found in _blocks(text))
    return [(start, end) for start, end in spans if end - start <= MAX_CODE]


def code_behind(text: str, end: int, spans: list[tuple[int, int]]) -> int:
    """Where the block ends that only white space separates from text[:end]; `end` where there is none."""
    found = next((span for span in spans if span[0] >= end), None)
    return end if found is None or text[end : found[0]].strip() else found[1]


def before_code(text: str) -> str:
    """What stands before its first block; all of it, where nothing does."""
    found = next(_blocks(text), None)
    return (text[: found.start()].rstrip() if found else "") or text


def is_code(text: str) -> bool:
    """Whether it is nothing but a block."""
    found = next(_blocks(text), None)
    return found is not None and found[0] == text


def split_code(text: str) -> Iterator[tuple[str, bool]]:
    """Its parts that are no white space, and whether each is a block of code, which is told without its indent and
    blank lines at its edges.
    """
    at = 0
    for found in _blocks(text):
        if before := text[at : found.start()].strip("\n"):
            yield before, False
        yield _EDGES.sub(lambda edge: f"{edge[1] or ''}\n", dedent(found[0])), True
        at = found.end()
    if text[at:].strip():
        yield text[at:], False


def _blocks(text: str) -> Iterator[re.Match[str]]:
    """Those with a directive, ```` ```{note} ````, hold prose."""
    if "```" in text or "~~~" in text:
        yield from (found for found in _FENCED.finditer(text) if found["info"].strip()[:1] != "{")
