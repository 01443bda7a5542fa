"""Sizes of the levels, and the result of a writer. All sizes are in o200k tokens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


@dataclass(frozen=True)
class LevelLimits:
    scan_tokens: int = 40
    scan_tolerance: int = 8
    """What a sender's own LOD-0 may have beyond that: nobody counts tokens in their head."""
    scan_sentences: int = 2
    detail_tokens: int = 150
    deep_tokens: int = 1_200
    deep_share: int = 4
    """LOD-2 may have at most 1/`deep_share` of the content's tokens."""

    def of(self, level: int, content_tokens: int) -> int:
        """The maximum for the text of `level` of content of this size."""
        return (self.scan_tokens, self.detail_tokens, self.deep(content_tokens))[level]

    def deep(self, content_tokens: int) -> int:
        return min(self.deep_tokens, content_tokens // self.deep_share)


LIMITS = LevelLimits()

ONE_LEVEL = 60
TWO_LEVELS = 200
THREE_LEVELS = 640


class Writer(StrEnum):
    """Who wrote a set of levels."""

    EXTRACT = "extract"
    MODEL = "model"


@dataclass(frozen=True)
class LevelFault:
    """Why a text may not be a level. `code` is stable; `message` tells a model or a person what to fix."""

    level: int
    code: str
    message: str


@dataclass(frozen=True)
class WrittenLevels:
    """LOD-0 up to the level below the content itself; empty if the content is its own shortest form.

    `model` and `prompt_version` are empty for an extract. An extract with `faults` replaces a model's answer that was
    refused twice, for these reasons.
    """

    texts: tuple[str, ...]
    origin: Writer = Writer.EXTRACT
    model: str = ""
    prompt_version: str = ""
    faults: tuple[LevelFault, ...] = ()

    @property
    def fallback_reason(self) -> str:
        """Why the model's own levels are not shown; empty if they are, or none were written."""
        return " ".join(f"LOD-{fault.level}: {fault.message}" for fault in self.faults[:5])


def level_count(tokens: int) -> int:
    """How many levels content of this size gets, the verbatim one included.

    A level must cost clearly less than the next: at 60 tokens a sentence saves nothing, at 200 a paragraph nearly
    repeats the content, and up to 640 a quarter of it is no more than the paragraph.
    """
    if tokens <= ONE_LEVEL:
        return 1
    if tokens <= TWO_LEVELS:
        return 2
    return 3 if tokens <= THREE_LEVELS else 4
