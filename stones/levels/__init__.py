"""How the levels of a stone are written (DESIGN.md). Values in, values out: embeddings and token counts are arguments."""

from stones.levels.extract import provisional_sentence, write_extract
from stones.levels.limits import LIMITS, CountTokens, Embed, Limits, WrittenLevels, level_count

__all__ = [
    "LIMITS",
    "CountTokens",
    "Embed",
    "Limits",
    "WrittenLevels",
    "level_count",
    "provisional_sentence",
    "write_extract",
]
