"""What makes a stone this stone: one text under one header, with the same levels as it came with, is stored once.

Not its sender's own words, which may be bettered.
"""

import hashlib
import json
from collections.abc import Mapping

from stones.exceptions import StoneNotFound
from stones.models import LevelOrigin, Stone


def fingerprint_of(stone: Stone, levels: Mapping[int, str]) -> str:
    """`levels`: those that it came with, unchecked, by number."""
    header_values = [
        stone.content.sha256,
        stone.glow_channel,
        stone.stone_type,
        stone.source_agent,
        stone.claimed_source or False,  # False for none: stones of before the claim were named so
        stone.generate_lods,
        sorted(levels.items()),
        # Those that brought no header are named as before there were any.
        *filter(None, [stone.claimed_header]),
    ]
    return hashlib.sha256(json.dumps(header_values).encode()).hexdigest()


def lock_stone(stone: Stone) -> Stone:
    """The same as it is now, until the transaction ends: who changes it computes its fingerprint from this.

    Raises StoneNotFound where it was deleted meanwhile.
    """
    locked = Stone.objects.select_for_update(no_key=True, of=("self",)).select_related("content")
    if (found := locked.filter(pk=stone.pk).first()) is None:
        raise StoneNotFound.named(stone.pk)
    return found


def authors_levels(stone: Stone) -> dict[int, str]:
    """The levels that it came with, by number."""
    return dict(stone.author_levels.filter(origin=LevelOrigin.AUTHOR).values_list("number", "text"))
