"""A stone gets another channel, where the one that was chosen for it is wrong."""

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from stones.exceptions import InvalidHeader
from stones.format import CHANNELS, fortune
from stones.models import Stone
from stones.queries import find_own_stone
from stones.services.stone_fingerprint import authors_levels, fingerprint_of, lock_stone


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
    try:
        with transaction.atomic():
            locked = lock_stone(stone)
            locked.glow_channel = glow_channel
            locked.fortune = fortune(locked.content.text, glow_channel)
            locked.fingerprint = fingerprint_of(locked, authors_levels(locked))
            locked.save(update_fields=["glow_channel", "fortune", "fingerprint"])
    except IntegrityError as error:
        raise InvalidHeader(
            f"Another stone of this text is {glow_channel} already. Nothing was changed."
        ) from error
    return locked
