"""A stone gets its sender's own words, or better ones: in place of an extract, or of what left out too much."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from stones.exceptions import InvalidLevels, SummaryChanged, SummaryOfAnotherAgent
from stones.models import SITE_SOURCES, Level, LevelOrigin, Stone
from stones.queries import find_own_stone, reloaded
from stones.services.sender_words import read_words, take_words, words_mark
from stones.services.stone_fingerprint import lock_stone
from stones.services.store_stones import Stored, add_level
from stones.signals import stone_reworded


def reword(
    *,
    account: User,
    border_hash: str,
    summary: str,
    detail: str = "",
    agent: str | None = None,
    former: str | None = None,
) -> Stored:
    """Write LOD-0, and LOD-1 where it is given, of one's own stone. Its other levels, text and name stay.

    `agent`: the name of the agent that asks, whose stone it must be; None: a person, who may write of any of the
    account's. `former`: the `words_mark` of the sender's words that were looked at. Safe to repeat. Raises
    SummaryChanged, SummaryRefused, TokenInContent, and as `find_own_stone`; InvalidLevels for a stone that has no such
    level, or whose words are somebody else's.
    """
    stone = find_own_stone(account, border_hash)
    _refuse_others(stone, agent)
    given = read_words(summary=summary, detail=detail)
    words = take_words(given, stone.content.text, outcome="changed")
    _refuse_unfit(stone, words.levels)
    with transaction.atomic():
        locked = lock_stone(stone)
        now = dict(_sender_levels(locked).values_list("number", "text"))
        if former not in (None, words_mark(now)) and now != words.levels:
            raise SummaryChanged.since()
        locked.author_levels.filter(number__in=words.levels).delete()
        for number, text in words.levels.items():
            add_level(locked, number, text, LevelOrigin.SENDER)
        stone_reworded.send(Stone, stone=reloaded(locked))
    return Stored(reloaded(stone), False, words.left_out)


def _sender_levels(stone: Stone) -> "QuerySet[Level]":
    return stone.author_levels.filter(origin=LevelOrigin.SENDER)


def _refuse_others(stone: Stone, agent: str | None) -> None:
    if stone.claimed_header:
        raise InvalidLevels(
            "Another writer made this stone: its levels stay as they came. Nothing was changed."
        )
    # An agent made before these names were reserved may have one of them: what it says is not the person's word.
    if agent is not None and (agent != stone.source_agent or agent in SITE_SOURCES):
        raise SummaryOfAnotherAgent(
            f"Only {stone.source_agent}, which stored this stone, may change its summary. Nothing was changed."
        )


def _refuse_unfit(stone: Stone, levels: dict[int, str]) -> None:
    if not levels:
        raise InvalidLevels(
            "Give a summary, one or two sentences, shorter than the text. Nothing was changed."
        )
    if (deepest := max(levels)) >= stone.top_level:
        raise InvalidLevels(
            f"LOD-{deepest} of this stone is the text itself: it has no such level to write. Nothing was changed."
        )
