"""How the levels of a stone are written (DESIGN.md).

Values in, values out: embeddings and token counts are arguments.
"""

from stones.levels.checks import check_levels
from stones.levels.extract import provisional_levels, provisional_sentence, write_extract
from stones.levels.limits import LIMITS, CountTokens, Embed, Fault, Limits, Writer, WrittenLevels, level_count
from stones.levels.model import write_with_model
from stones.levels.prompts import PROMPT_VERSION

__all__ = [
    "LIMITS",
    "PROMPT_VERSION",
    "CountTokens",
    "Embed",
    "Fault",
    "Limits",
    "Writer",
    "WrittenLevels",
    "check_levels",
    "level_count",
    "provisional_levels",
    "provisional_sentence",
    "write_extract",
    "write_with_model",
]
