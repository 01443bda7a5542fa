"""How the levels of a stone are written (docs/architecture.md, "Levels").

Values in, values out: embeddings and token counts are arguments.
"""

from stones.levels.check_levels import check_levels
from stones.levels.extract import (
    PROVISIONAL_CHARACTERS,
    provisional_levels,
    provisional_sentence,
    write_extract,
)
from stones.levels.forms.data_fields import is_telling_key
from stones.levels.forms.data_statements import is_json
from stones.levels.level_limits import LIMITS, Embed, Writer, WrittenLevels, level_count
from stones.levels.level_prompts import PROMPT_VERSION
from stones.levels.model_writer import write_with_model

__all__ = [
    "LIMITS",
    "PROMPT_VERSION",
    "PROVISIONAL_CHARACTERS",
    "Embed",
    "Writer",
    "WrittenLevels",
    "check_levels",
    "is_json",
    "is_telling_key",
    "level_count",
    "provisional_levels",
    "provisional_sentence",
    "write_extract",
    "write_with_model",
]
