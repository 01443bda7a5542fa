"""Sources as a model may be given them: without the sentences that address a model instead of a reader."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brain.checking.instructions import instruction_spans
from brain.sources import Source, SourceType, Stretch

WITHHELD = "[…]"
"""Stands in a prompt where something was left out, between two stretches of a source."""
UNTITLED = "(title withheld)"
_SHOWN_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Guarded:
    sources: tuple[Source, ...]
    """In the same order; stretches are cut around what is withheld, so offsets are still those of the source."""
    withheld: tuple[str, ...]
    """What was left out, in one line each, with the title or id of its source."""


def guard(sources: Sequence[Source]) -> Guarded:
    """Safe to repeat: what is left of a source is left as it is."""
    withheld: list[str] = []
    guarded = tuple(_guarded(source, withheld) for source in sources)
    return Guarded(guarded, tuple(dict.fromkeys(withheld)))


def _guarded(source: Source, withheld: list[str]) -> Source:
    def told(text: str) -> None:
        line = " ".join(text.split())
        withheld.append(
            f"{source.id}: {line[:_SHOWN_CHARACTERS]}{'…' if len(line) > _SHOWN_CHARACTERS else ''}"
        )

    def cleaned(text: str) -> str:
        spans = instruction_spans(text)
        for start, end in spans:
            told(text[start:end])
        return " ".join(part for start, end in _rest(text, spans) if (part := text[start:end].strip()))

    stretches = []
    for stretch in source.stretches:
        spans = instruction_spans(stretch.text)
        for start, end in spans:
            told(stretch.text[start:end])
        trail = cleaned(stretch.trail) if stretch.trail else ""
        if not spans:
            stretches.append(replace(stretch, trail=trail))
            continue
        stretches += [
            Stretch(stretch.start + start, stretch.start + end, stretch.text[start:end], stretch.score, trail)
            for start, end in _rest(stretch.text, spans)
        ]
    title = cleaned(source.title)
    if not title and source.title.strip():
        title = UNTITLED
    origin = cleaned(source.origin) if source.type is SourceType.EXTERNAL else source.origin
    return replace(source, title=title, origin=origin, stretches=tuple(stretches))


def _rest(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What is left between the spans, trimmed; nothing of what holds no letter or digit."""
    bounds = [0, *(at for span in spans for at in span), len(text)]
    rest = []
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        part = text[start:end]
        if any(map(str.isalnum, part)):
            first = start + len(part) - len(part.lstrip())
            rest.append((first, start + len(part.rstrip())))
    return rest
