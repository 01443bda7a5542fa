"""The tables of stones, and of the clipboard from which some of them come."""

from stones.models.clipboard import (
    ClipboardEntry,
    ClipboardEntryQuerySet,
    ClipboardSettings,
    Door,
    Fingerprints,
    Relation,
)
from stones.models.generation import PASSAGES_FAILED, Generation, GenerationQuerySet, Passage
from stones.models.ledger import COSTS, Read, ReadKind
from stones.models.stones import (
    FORTUNE_LENGTH,
    SEARCH_VECTOR,
    SEARCHED_CHARACTERS,
    SHA256_HEX,
    Content,
    Level,
    Origin,
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
    "ClipboardEntry",
    "ClipboardEntryQuerySet",
    "ClipboardSettings",
    "Content",
    "Door",
    "Fingerprints",
    "Generation",
    "GenerationQuerySet",
    "Level",
    "Origin",
    "Passage",
    "Read",
    "ReadKind",
    "Relation",
    "Share",
    "Stone",
    "StoneQuerySet",
]
