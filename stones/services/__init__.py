"""What can be done with stones: one function per use case, keyword-only, atomic, with this app's errors."""

from stones.services.focus import Focused, focus
from stones.services.generation import generate, regenerate, sweep
from stones.services.reading import LevelRead, StoneRead, read_level, read_stone
from stones.services.removal import delete_stone, purge_expired
from stones.services.storing import StoneDraft, Stored, store_stone, store_stone_text
from stones.services.waiting import wait_until_settled

__all__ = [
    "Focused",
    "LevelRead",
    "StoneDraft",
    "StoneRead",
    "Stored",
    "delete_stone",
    "focus",
    "generate",
    "purge_expired",
    "read_level",
    "read_stone",
    "regenerate",
    "store_stone",
    "store_stone_text",
    "sweep",
    "wait_until_settled",
]
