"""The text format of stones: the pure core under the rest of the product.

docs/stone-format.md is the norm, stones/tests/corpus holds its cases. Values in, values out: no framework, no clock,
no network.
"""

from stones.format.assessment import DEFAULT_CHANNELS, Assessment, Channel, TaskContext, assess
from stones.format.channels import detect_channel
from stones.format.content_hash import HashVerdict, border_hash, content_sha256, names_content, verify
from stones.format.delimiters import canonical
from stones.format.format_error import FormatError
from stones.format.fortune import Fortune, complexity, fortune, read_fortune
from stones.format.header_claims import dump_claims, read_claims
from stones.format.header_parser import begins_as_stone, read_header
from stones.format.parsed_stone import (
    CHANNELS,
    COMPLEXITIES,
    LEVEL_NAMES,
    MAX_LEVELS,
    STONE_TYPES,
    Header,
    Notice,
    ParsedStone,
    level_name,
    level_span,
    level_title,
)
from stones.format.paste_parser import FoundStone, Paste, parse_all
from stones.format.repair import parse_or_repair, repair, split_at_opening, with_notices
from stones.format.stone_parser import parse
from stones.format.stone_writer import dump, dump_header, truncate

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
    "HashVerdict",
    "Header",
    "Notice",
    "ParsedStone",
    "Paste",
    "TaskContext",
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
    "level_span",
    "level_title",
    "names_content",
    "parse",
    "parse_all",
    "parse_or_repair",
    "read_claims",
    "read_fortune",
    "read_header",
    "repair",
    "split_at_opening",
    "truncate",
    "verify",
    "with_notices",
]
