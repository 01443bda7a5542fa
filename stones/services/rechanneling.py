"""A stone gets another channel, where the one that was chosen for it is wrong."""

from django.contrib.auth.models import User
from django.db import transaction

from stones.exceptions import InvalidHeader, StoneNotFound
from stones.format import CHANNELS, fortune
from stones.models import Origin, Stone
from stones.queries import find_own_stone
from stones.services.storing import fingerprint_of


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
        if not Stone.objects.select_for_update(no_key=True).filter(pk=stone.pk).exists():
            raise StoneNotFound(f"There is no stone {border_hash.lower()!r}.")
        _rename(stone, glow_channel)
    return stone


def _rename(stone: Stone, glow_channel: str) -> None:
    levels = stone.author_levels.filter(origin=Origin.SENDER).values_list("number", "text")
    stone.glow_channel = glow_channel
    stone.fortune = fortune(stone.content.text, glow_channel)
    stone.fingerprint = fingerprint_of(stone, dict(levels))
    same = Stone.objects.filter(account=stone.account_id, fingerprint=stone.fingerprint)
    if same.exclude(pk=stone.pk).exists():
        raise InvalidHeader(f"Another stone of this text is {glow_channel} already. Nothing was changed.")
    stone.save(update_fields=["glow_channel", "fortune", "fingerprint"])
