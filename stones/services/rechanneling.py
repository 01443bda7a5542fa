"""A stone gets another channel, where the one that was chosen for it is wrong."""

from django.contrib.auth.models import User
from django.db import transaction

from stones.exceptions import InvalidHeader
from stones.format import CHANNELS, fortune
from stones.models import Stone
from stones.queries import find_own_stone
from stones.services.identity import find_twin, lock_stone, sender_levels


def change_channel(*, account: User, border_hash: str, glow_channel: str) -> Stone:
    """Give one's own stone another channel, and the fortune that goes with it. Text, levels and name stay.

    Safe to repeat. Raises as `find_own_stone`; InvalidHeader for an unknown channel, for a stone whose header is
    another writer's, or beside which another one has just this header. Then nothing was changed.
    """
    if glow_channel not in CHANNELS:
        raise InvalidHeader(f"Unknown glow_channel {glow_channel[:40]!r}: one of {', '.join(CHANNELS)}.")
    stone = find_own_stone(account, border_hash)
    if stone.claimed_header:
        raise InvalidHeader(
            "Another writer made this stone: its header stays as it came. Nothing was changed."
        )
    with transaction.atomic():
        locked = lock_stone(stone)
        locked.glow_channel = glow_channel
        locked.fortune = fortune(locked.content.text, glow_channel)
        if find_twin(locked, sender_levels(locked)):
            raise InvalidHeader(f"Another stone of this text is {glow_channel} already. Nothing was changed.")
        locked.save(update_fields=["glow_channel", "fortune", "fingerprint"])
    return locked
