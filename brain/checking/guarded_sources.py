"""Sources as they are given to a model: without sentences that address a model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from core.text.instructions.detect_instructions import instruction_spans

WITHHELD = "[…]"
"""Replaces what was left out between two passages of a source in a prompt."""
UNTITLED = "(title withheld)"
_LISTED_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class GuardedSources:
    sources: tuple[AnswerSource, ...]
    """In the same order; passages are cut around what is withheld, so offsets still refer to the source."""
    withheld: tuple[str, ...]
    """What was left out, one line each, with the title or id of its source."""


def guard_sources(sources: Sequence[AnswerSource]) -> GuardedSources:
    """Safe to repeat: guarding guarded sources changes nothing."""
    withheld: list[str] = []
    guarded = tuple(_guard_source(source, withheld) for source in sources)
    return GuardedSources(guarded, tuple(dict.fromkeys(withheld)))


def _guard_source(source: AnswerSource, withheld: list[str]) -> AnswerSource:
    def record_withheld(text: str) -> None:
        line = " ".join(text.split())
        withheld.append(
            f"{source.id}: {line[:_LISTED_CHARACTERS]}{'…' if len(line) > _LISTED_CHARACTERS else ''}"
        )

    def remove_instructions(text: str) -> str:
        spans = instruction_spans(text)
        for start, end in spans:
            record_withheld(text[start:end])
        return " ".join(
            part for start, end in _remaining_spans(text, spans) if (part := text[start:end].strip())
        )

    passages = []
    for passage in source.passages:
        spans = instruction_spans(passage.text)
        for start, end in spans:
            record_withheld(passage.text[start:end])
        trail = remove_instructions(passage.trail) if passage.trail else ""
        if not spans:
            passages.append(replace(passage, trail=trail))
            continue
        passages += [
            SourcePassage(
                passage.start + start, passage.start + end, passage.text[start:end], passage.score, trail
            )
            for start, end in _remaining_spans(passage.text, spans)
        ]
    title = remove_instructions(source.title)
    if not title and source.title.strip():
        title = UNTITLED
    origin = remove_instructions(source.origin) if source.type is SourceType.EXTERNAL else source.origin
    return replace(source, title=title, origin=origin, passages=tuple(passages))


def _remaining_spans(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What is left between the spans, trimmed; pieces without a letter or digit are dropped."""
    bounds = [0, *(at for span in spans for at in span), len(text)]
    remaining = []
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        part = text[start:end]
        if any(map(str.isalnum, part)):
            first = start + len(part) - len(part.lstrip())
            remaining.append((first, start + len(part.rstrip())))
    return remaining
