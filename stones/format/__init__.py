"""The text format of stones: the pure core that everything else of the product stands on.

docs/stone-format.md is the norm, stones/tests/corpus holds its cases. Values in, values out: no framework,
no clock, no network.
"""

from stones.format.assessing import DEFAULT_CHANNELS, Assessment, Channel, TaskContext, assess
from stones.format.channels import detect_channel
from stones.format.claims import dump_claims, read_claims
from stones.format.errors import FormatError
from stones.format.fortune import Fortune, complexity, fortune, read_fortune
from stones.format.hashing import Verdict, border_hash, content_sha256, names_content, verify
from stones.format.headers import begins_as_stone, read_header
from stones.format.marks import canonical
from stones.format.paste import FoundStone, Paste, parse_all
from stones.format.reading import parse
from stones.format.stone import (
    CHANNELS,
    COMPLEXITIES,
    LEVEL_NAMES,
    MAX_LEVELS,
    STONE_TYPES,
    Header,
    Notice,
    Stone,
    level_name,
)
from stones.format.writing import dump, dump_header, truncate

__all__ = [
    "CHANNELS",
    "COMPLEXITIES",
    "DEFAULT_CHANNELS",
    "LEVEL_NAMES",
    "MAX_LEVELS",
    "STONE_TYPES",
    "Assessment",
    "Channel",
    "FormatError",
    "Fortune",
    "FoundStone",
    "Header",
    "Notice",
    "Paste",
    "Stone",
    "TaskContext",
    "Verdict",
    "assess",
    "begins_as_stone",
    "border_hash",
    "canonical",
    "complexity",
    "content_sha256",
    "detect_channel",
    "dump",
    "dump_claims",
    "dump_header",
    "fortune",
    "level_name",
    "names_content",
    "parse",
    "parse_all",
    "read_claims",
    "read_fortune",
    "read_header",
    "truncate",
    "verify",
]
