"""A stone gets another channel: its fortune follows, and it is told apart from others as if it had been stored so."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from stones import services
from stones.exceptions import InvalidHeader, StoneNotFound
from stones.models import Stone
from stones.queries import assemble
from stones.services import StoneDraft
from stones.tests.factories import WARNED, WARNED_SUMMARY, new_account, store, write_levels


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


def change(stone: Stone, glow_channel: str) -> Stone:
    return services.change_channel(account=stone.account, border_hash=stone.pk, glow_channel=glow_channel)


def test_channel_and_fortune_change_and_the_rest_stays(account: User) -> None:
    stone = store(account, content=WARNED, glow_channel="task")
    write_levels(stone)
    before = list(stone.content.levels.values_list("number", "text"))
    change(stone, "handoff")
    changed = Stone.objects.get()
    assert changed.glow_channel == "handoff"
    assert changed.fortune.split(":") == ["handoff", *stone.fortune.split(":")[1:]]
    assert (changed.pk, changed.created, changed.expires) == (stone.pk, stone.created, stone.expires)
    assert list(changed.content.levels.values_list("number", "text")) == before


def test_storing_it_so_finds_it(account: User) -> None:
    draft: dict[str, Any] = {"content": WARNED, "summary": WARNED_SUMMARY, "source_agent": "koda"}
    stone = services.store_stone(account=account, draft=StoneDraft(**draft, glow_channel="task")).stone
    change(stone, "context")
    again = services.store_stone(account=account, draft=StoneDraft(**draft, glow_channel="context"))
    assert (again.stone, again.created) == (stone, False)
    assert services.store_stone(account=account, draft=StoneDraft(**draft, glow_channel="task")).created


def test_it_is_safe_to_repeat(account: User) -> None:
    stone = store(account, glow_channel="task")
    change(stone, "data")
    change(stone, "data")
    assert Stone.objects.get().glow_channel == "data"


def test_not_what_another_stone_is(account: User) -> None:
    stone = store(account, content=WARNED, glow_channel="task")
    store(account, content=WARNED, glow_channel="data")
    with pytest.raises(InvalidHeader, match="Another stone of this text is data already"):
        change(stone, "data")
    assert sorted(Stone.objects.values_list("glow_channel", flat=True)) == ["data", "task"]


@pytest.mark.parametrize("glow_channel", ["", "Task", "note", "x" * 1000])
def test_not_an_unknown_channel(account: User, glow_channel: str) -> None:
    stone = store(account, glow_channel="task")
    with pytest.raises(InvalidHeader, match="one of task, context") as refused:
        change(stone, glow_channel)
    assert len(refused.value.message) < 150
    assert Stone.objects.get().glow_channel == "task"


def test_not_another_writers_header(account: User) -> None:
    theirs = services.stone_text(assemble(store(new_account())))
    stone = services.store_stone_text(account=account, text=theirs).stone
    with pytest.raises(InvalidHeader, match="Another writer made this stone"):
        change(stone, "data")


def test_not_another_accounts(account: User) -> None:
    stone = store(new_account(), glow_channel="task")
    with pytest.raises(StoneNotFound):
        services.change_channel(account=account, border_hash=stone.pk, glow_channel="data")
