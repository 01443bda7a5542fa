"""The tables of stones."""

from stones.models.generation import PASSAGES_FAILED, Generation, GenerationQuerySet, StonePassage
from stones.models.ledger import COSTS, LedgerEntry, ReadKind
from stones.models.stones import (
    FORTUNE_LENGTH,
    SEARCH_VECTOR,
    SEARCHED_CHARACTERS,
    SHA256_HEX,
    Content,
    Level,
    LevelOrigin,
    Share,
    Stone,
    StoneQuerySet,
)

__all__ = [
    "COSTS",
    "FORTUNE_LENGTH",
    "PASSAGES_FAILED",
    "SEARCHED_CHARACTERS",
    "SEARCH_VECTOR",
    "SHA256_HEX",
    "Content",
    "Generation",
    "GenerationQuerySet",
    "LedgerEntry",
    "Level",
    "LevelOrigin",
    "ReadKind",
    "Share",
    "Stone",
    "StonePassage",
    "StoneQuerySet",
]
