"""A sender's own words: taken where the text says so too, and its stone says what they leave out."""

from typing import Any, cast

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from core.rest.agent_tokens import TokenInContent, new_token
from stones import services
from stones.assembled_stone import AssembledStone
from stones.exceptions import InvalidLevels, StoneNotFound, SummaryMissing, SummaryRefused
from stones.models import Level, LevelOrigin, Stone
from stones.queries import assemble, reloaded
from stones.services import StoneDraft, Stored
from stones.tests.factories import (
    LONG,
    SHORT,
    WARNED,
    WARNED_HALF,
    WARNED_SUMMARY,
    WARNED_WRONG,
    new_account,
    store,
    write_levels,
)


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


def stored(account: User, **fields: Any) -> Stored:
    return services.store_stone(account=account, draft=StoneDraft(WARNED, **fields))


def texts(stone: Stone) -> list[tuple[str, str]]:
    """Whose words each level below the source is, and how it begins."""
    assembled: AssembledStone = assemble(reloaded(stone))
    return [(level.origin, level.row.text) for level in assembled.levels if level.row]


def test_true_words_are_the_first_levels(account: User) -> None:
    found = stored(
        account, summary=f"  {WARNED_SUMMARY}\n", detail=f"{WARNED_SUMMARY} Paging: `export/pages.py`."
    )
    assert found.left_out == ()
    assert texts(found.stone)[:2] == [
        ("sender", WARNED_SUMMARY),
        ("sender", f"{WARNED_SUMMARY} Paging: `export/pages.py`."),
    ]
    write_levels(found.stone)
    assert [origin for origin, _ in texts(found.stone)] == ["sender", "sender", "extract"][
        : found.stone.top_level
    ]


def test_a_left_out_warning_is_told_with_its_line(account: User) -> None:
    found = stored(account, summary=WARNED_HALF)
    assert texts(found.stone)[0] == ("sender", WARNED_HALF)
    [told] = [each for each in found.left_out if "merge" in each]
    assert "(line 3)" in told


def test_words_that_the_text_does_not_say_store_nothing(account: User) -> None:
    with pytest.raises(SummaryRefused, match=r"77b0d2e.*Nothing was stored") as refused:
        stored(account, summary=WARNED_WRONG)
    [fault] = cast("list[dict[str, Any]]", refused.value.extra["faults"])
    assert fault.keys() == {"code", "field", "message", "line"}
    assert not Stone.objects.exists()


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"detail": WARNED_SUMMARY}, "detail was given without summary"),
        ({"summary": WARNED_SUMMARY, "levels": {0: "Mine."}}, "LOD-0 is given twice"),
        ({"summary": "Export job. " * 40}, "tokens"),
    ],
)
def test_words_that_cannot_stand(account: User, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises((SummaryRefused, InvalidLevels), match=reason):
        stored(account, **fields)
    assert not Stone.objects.exists()


def test_a_text_no_longer_than_its_sentence_is_its_own(account: User) -> None:
    found = services.store_stone(account=account, draft=StoneDraft(SHORT, summary=SHORT))
    assert (texts(found.stone), found.stone.level_count) == ([], 1)


def test_words_are_one_line_of_what_shows(account: User) -> None:
    found = stored(account, summary=f"\u202e{WARNED_HALF}\x00\x1b\u200b\n")
    assert texts(found.stone)[0] == ("sender", WARNED_HALF)


def test_levels_that_came_are_not_the_sender_s_words(account: User) -> None:
    stone = store(account, content=WARNED, levels={0: "Anything."})
    assert texts(stone)[0] == ("author", "Anything.")
    brought = services.store_stone_text(
        account=new_account(), text=services.stone_text(assemble(reloaded(stone)))
    )
    assert [origin for origin, _ in texts(brought.stone)] == ["author", "author"]


def test_a_token_in_the_words(account: User) -> None:
    with pytest.raises(TokenInContent, match="summary"):
        stored(account, summary=new_token())


def test_a_long_text_needs_its_sentence_where_a_model_sends() -> None:
    with pytest.raises(
        SummaryMissing, match=r"tokens: give summary.*Example: summary=.*Nothing was sent"
    ) as missing:
        services.require_summary(WARNED, " ", outcome="sent")
    assert "\n" not in missing.value.message
    services.require_summary(WARNED, WARNED_HALF, outcome="sent")
    services.require_summary(SHORT, "", outcome="sent")


def test_a_text_that_is_too_large_anyway_is_asked_for_no_sentence(settings: Settings) -> None:
    settings.STONE_MAX_BYTES = len(WARNED.encode()) - 1
    services.require_summary(WARNED, "", outcome="sent")


def test_better_words_replace_those_that_are_there(account: User) -> None:
    stone = stored(account, summary=WARNED_HALF).stone
    again = services.reword(account=account, border_hash=stone.content.border_hash, summary=WARNED_SUMMARY)
    assert again.left_out == ()
    assert texts(stone)[0] == ("sender", WARNED_SUMMARY)


def test_the_first_call_once_more_does_not_bring_the_old_words_back(account: User) -> None:
    stone = stored(account, summary=WARNED_HALF).stone
    services.reword(account=account, border_hash=stone.pk, summary=WARNED_SUMMARY)
    again = stored(account, summary=WARNED_HALF)
    assert (again.stone, again.created, again.left_out) == (stone, False, ())
    assert texts(stone)[0] == ("sender", WARNED_SUMMARY)


def test_the_same_call_once_more_says_again_what_is_left_out(account: User) -> None:
    first, again = stored(account, summary=WARNED_HALF), stored(account, summary=WARNED_HALF)
    assert (again.created, again.left_out) == (False, first.left_out)
    assert first.left_out


def test_a_stone_without_words_gets_those_that_come_later(account: User) -> None:
    stone = stored(account).stone
    assert stored(account, summary=WARNED_SUMMARY).stone == stone
    assert texts(stone)[0] == ("sender", WARNED_SUMMARY)


def test_only_the_agent_that_stored_it_and_persons(account: User) -> None:
    stone = stored(account, summary=WARNED_HALF, source_agent="koda").stone
    with pytest.raises(InvalidLevels, match="Only koda, which stored this stone"):
        services.reword(account=account, border_hash=stone.pk, summary=WARNED_SUMMARY, agent="mira")
    services.reword(account=account, border_hash=stone.pk, summary=WARNED_SUMMARY, agent="koda")
    services.reword(account=account, border_hash=stone.pk, summary=WARNED_HALF)
    assert texts(stone)[0] == ("sender", WARNED_HALF)


def test_an_extract_gives_way_and_a_paragraph_of_before_stays(account: User) -> None:
    stone = store(account, content=WARNED)
    write_levels(stone)
    extract = texts(stone)[0]
    assert extract[0] == "extract"
    services.reword(account=account, border_hash=stone.pk, summary=WARNED_HALF, detail=WARNED_SUMMARY)
    services.reword(account=account, border_hash=stone.pk, summary=WARNED_SUMMARY)
    assert texts(stone)[:2] == [("sender", WARNED_SUMMARY), ("sender", WARNED_SUMMARY)]
    # The content's own levels are there for its other stones.
    assert Level.objects.get(stone=None, number=0, origin=LevelOrigin.EXTRACT).text == extract[1]


@pytest.mark.parametrize("summary", [WARNED_WRONG, "", "\n"], ids=["wrong", "none", "blank"])
def test_words_that_are_refused_change_nothing(account: User, summary: str) -> None:
    stone = stored(account, summary=WARNED_HALF).stone
    with pytest.raises((SummaryRefused, InvalidLevels), match="Nothing was changed"):
        services.reword(account=account, border_hash=stone.pk, summary=summary)
    assert texts(stone)[0] == ("sender", WARNED_HALF)


def test_what_has_no_such_level(account: User) -> None:
    short = store(account)
    with pytest.raises(InvalidLevels, match="LOD-0 of this stone is the text itself"):
        services.reword(account=account, border_hash=short.pk, summary="Repo.")


def test_stones_of_others_keep_their_words(account: User) -> None:
    theirs = store(new_account("bob"), content=LONG)
    with pytest.raises(StoneNotFound):
        services.reword(account=account, border_hash=theirs.pk, summary="Exports.")
    brought = services.store_stone_text(account=account, text=services.stone_text(assemble(theirs))).stone
    with pytest.raises(InvalidLevels, match="Another writer made this stone"):
        services.reword(account=account, border_hash=brought.pk, summary="Exports.")
