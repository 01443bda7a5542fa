"""What makes a stone this stone: one text under one header with the same levels of its sender is stored once."""

import hashlib
import json
from collections.abc import Mapping

from stones.exceptions import StoneNotFound
from stones.models import Origin, Stone


def fingerprint_of(stone: Stone, levels: Mapping[int, str]) -> str:
    """What is the same for the same text under the same header with the same levels of its sender's."""
    said = [
        stone.content.sha256,
        stone.glow_channel,
        stone.stone_type,
        stone.source_agent,
        stone.claimed_source or False,  # false of none: migration 0013 names old stones so
        stone.generate_lods,
        sorted(levels.items()),
        # Those that brought no header are named as before there were any.
        *filter(None, [stone.claimed_header]),
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def lock_stone(stone: Stone) -> Stone:
    """The same as it is now, until the transaction ends: who changes it computes its fingerprint from this.

    Raises StoneNotFound where it was deleted meanwhile.
    """
    locked = Stone.objects.select_for_update(no_key=True, of=("self",)).select_related("content")
    if (found := locked.filter(pk=stone.pk).first()) is None:
        raise StoneNotFound(f"There is no stone {stone.pk!r}.")
    return found


def sender_levels(stone: Stone) -> dict[int, str]:
    """Its levels in its sender's own words, by number."""
    return dict(stone.author_levels.filter(origin=Origin.SENDER).values_list("number", "text"))


def find_twin(stone: Stone, levels: Mapping[int, str]) -> bool:
    """Give a locked stone, changed and not saved yet, its fingerprint. True: another one of the account has it."""
    stone.fingerprint = fingerprint_of(stone, levels)
    same = Stone.objects.filter(account=stone.account_id, fingerprint=stone.fingerprint)
    return same.exclude(pk=stone.pk).exists()
