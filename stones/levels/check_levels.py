"""Checks whether a text is acceptable as a level: its size, its form, and that it claims only what the content says."""

from collections.abc import Iterator, Sequence

from core.text.passages import CountTokens
from stones.levels.level_limits import LevelFault
from stones.levels.summary import Omission, SummarySource, check_words, find_omissions
from stones.levels.summary.analyzed_text import AnalyzedText
from stones.levels.summary.level_form import form_faults

__all__ = ["SummarySource", "check_levels", "levels_left_out"]


def check_levels(levels: Sequence[str], content: str, *, count_tokens: CountTokens) -> list[LevelFault]:
    """Everything wrong with `levels` (LOD-0 first) as levels of `content`; empty: they are acceptable."""
    reading = AnalyzedText.of(content)
    source = SummarySource(content, reading.visible)
    content_tokens = count_tokens(content)
    faults: list[LevelFault] = []
    for level, text in enumerate(levels):
        form = form_faults(level, text, tokens=count_tokens(text), content_tokens=content_tokens)
        faults += [LevelFault(level, code, message) for code, message in form]
        faults += _claim_faults(level, text, source, reading)
    return faults


def levels_left_out(levels: Sequence[str], content: str) -> tuple[Omission, ...]:
    """The warnings, prohibitions and asks of the content that LOD-0 and LOD-1 do not mention; the most important
    first.
    """
    return find_omissions(levels[:2], AnalyzedText.of(content), has_detail=len(levels) > 1)


def _claim_faults(
    level: int, text: str, source: SummarySource, reading: AnalyzedText
) -> Iterator[LevelFault]:
    if level < 2:
        yield from (
            LevelFault(level, code, message) for code, message, _ in check_words(text, source, reading)
        )
        return
    for code, what in source.missing(text):
        yield LevelFault(level, code, f"{what!r} does not stand in the content.")
