"""A stone gets its sender's own words, or better ones: in place of an extract, or of what left out too much."""

from django.contrib.auth.models import User
from django.db import transaction

from stones.exceptions import InvalidLevels
from stones.models import Stone
from stones.queries import find_own_stone, reloaded
from stones.services.identity import find_twin, lock_stone, sender_levels
from stones.services.sender_words import SenderWords, check_words, read_words
from stones.services.storing import Stored, add_sender_level


def reword(*, account: User, border_hash: str, summary: str, detail: str = "") -> Stored:
    """Write LOD-0, and LOD-1 where it is given, of one's own stone. Its other levels, text and name stay.

    Safe to repeat. Raises SummaryRefused, TokenInContent, and as `find_own_stone`; InvalidLevels for a stone that has
    no such level, whose levels are another writer's, or beside which another one says just this.
    """
    stone = find_own_stone(account, border_hash)
    words = read_words(summary=summary, detail=detail)
    _refuse_unfit(stone, words)
    left_out = check_words(words, stone.content.text, outcome="changed")
    with transaction.atomic():
        _replace_levels(lock_stone(stone), words)
    return Stored(reloaded(stone), False, left_out)


def _refuse_unfit(stone: Stone, words: SenderWords) -> None:
    if stone.claimed_header:
        raise InvalidLevels(
            "Another writer made this stone: its levels stay as they came. Nothing was changed."
        )
    deepest = max(words.levels, default=0)
    if not words.levels or deepest >= stone.top_level:
        raise InvalidLevels(
            "Give a summary: one or two sentences. Nothing was changed."
            if not words.levels
            else f"The text is short: its LOD-{deepest} is the text itself. Nothing was changed."
        )


def _replace_levels(stone: Stone, words: SenderWords) -> None:
    if find_twin(stone, sender_levels(stone) | words.levels):
        raise InvalidLevels("Another stone of this text has just these words. Nothing was changed.")
    stone.author_levels.filter(number__in=words.levels).delete()
    for number, text in words.levels.items():
        add_sender_level(stone, number, text)
    stone.save(update_fields=["fingerprint"])
