"""The tables of stones."""

from stones.models.contents import (
    SEARCH_VECTOR,
    SEARCHED_CHARACTERS,
    SHA256_HEX,
    Content,
    Level,
    LevelOrigin,
    origin_word,
)
from stones.models.jobs import EMBED_SOURCE, WRITE_LEVELS
from stones.models.ledger import (
    COSTS,
    LedgerDailySum,
    LedgerEntry,
    LedgerReader,
    LedgerRollUp,
    LedgerSourceSum,
    ReaderKind,
    ReadKind,
)
from stones.models.listed_stones import CountedStone, ListedStone
from stones.models.passages import StonePassage, stone_space
from stones.models.stones import (
    BY_HELPER,
    BY_PERSON,
    FORTUNE_LENGTH,
    MAX_TAG,
    SITE_SOURCES,
    Share,
    Stone,
    StoneQuerySet,
)

__all__ = [
    "BY_HELPER",
    "BY_PERSON",
    "COSTS",
    "EMBED_SOURCE",
    "FORTUNE_LENGTH",
    "MAX_TAG",
    "SEARCHED_CHARACTERS",
    "SEARCH_VECTOR",
    "SHA256_HEX",
    "SITE_SOURCES",
    "WRITE_LEVELS",
    "Content",
    "CountedStone",
    "LedgerDailySum",
    "LedgerEntry",
    "LedgerReader",
    "LedgerRollUp",
    "LedgerSourceSum",
    "Level",
    "LevelOrigin",
    "ListedStone",
    "ReadKind",
    "ReaderKind",
    "Share",
    "Stone",
    "StonePassage",
    "StoneQuerySet",
    "origin_word",
    "stone_space",
]
