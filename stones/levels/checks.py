"""Whether a text may stand as a level: its size, its form, and that it claims only what the content says."""

from collections.abc import Iterator, Sequence

from stones.levels.limits import LIMITS, CountTokens, Fault, Limits
from stones.levels.summary import LeftOut, Source, check_words, words_left_out
from stones.levels.summary.form import form_faults
from stones.levels.summary.reading import Reading

__all__ = ["Source", "check_levels", "levels_left_out"]


def check_levels(
    levels: Sequence[str], content: str, *, count_tokens: CountTokens, limits: Limits = LIMITS
) -> list[Fault]:
    """All that is wrong with `levels` (LOD-0 first) as levels of `content`; empty: they may stand."""
    reading = Reading.of(content)
    source = Source(content, reading.visible)
    content_tokens = count_tokens(content)
    faults: list[Fault] = []
    for level, text in enumerate(levels):
        form = form_faults(
            level, text, tokens=count_tokens(text), content_tokens=content_tokens, limits=limits
        )
        faults += [Fault(level, code, message) for code, message in form]
        faults += _claim_faults(level, text, source, reading)
    return faults


def levels_left_out(levels: Sequence[str], content: str) -> tuple[LeftOut, ...]:
    """What LOD-0 and LOD-1 do not tell of what the content warns of, forbids or asks; the most important first."""
    return words_left_out(levels[:2], Reading.of(content), has_detail=len(levels) > 1)


def _claim_faults(level: int, text: str, source: Source, reading: Reading) -> Iterator[Fault]:
    if level < 2:
        yield from (Fault(level, code, message) for code, message, _ in check_words(text, source, reading))
        return
    for code, what in source.missing(text):
        yield Fault(level, code, f"{what!r} does not stand in the content.")
