"""Reads that join: the state of stones in SQL is the one that AssembledStone tells."""

from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User

from stones.assembled_stone import LevelState
from stones.exceptions import AmbiguousHash, InvalidHash, StoneNotFound
from stones.models import Content, Level, LevelOrigin, Share, Stone
from stones.queries import (
    assemble,
    assemble_to_read,
    distinct_prefixes,
    find_stone,
    find_stone_to_read,
    in_state,
    search_contents,
    stones_of,
)
from stones.tests.factories import LONG, MIDDLE, SHORT, hyphenated, new_account, store


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def test_the_state_in_sql_is_the_assembled_one(account: User) -> None:
    kinds: list[dict[str, Any]] = [
        {"content": SHORT},
        {"content": MIDDLE},
        {"content": LONG},
        {"content": LONG, "generate_lods": False},
        {"content": LONG, "levels": {0: "Scan."}},
        {"content": LONG, "levels": {0: "Scan.", 1: "Detail.", 2: "Deep."}},
    ]
    cases = product(kinds, (False, True), (LevelOrigin.PROVISIONAL, LevelOrigin.EXTRACT, LevelOrigin.MODEL))
    for number, (kind, has_failed, origin) in enumerate(cases):
        stone = store(account, **kind | {"content": f"{kind['content']} {number}"})
        Content.objects.filter(pk=stone.content_id).update(levels_failed=has_failed)
        model = {"model": "a-model", "prompt_version": "1"} if origin == LevelOrigin.MODEL else {}
        Level.objects.filter(content=stone.content, stone=None).update(origin=origin, **model)
    expected: dict[LevelState, set[str]] = {state: set() for state in LevelState}
    for stone in stones_of(account):
        expected[assemble(stone).status].add(stone.pk)
    assert all(expected.values())
    for state in LevelState:
        assert set(in_state(stones_of(account), state).values_list("pk", flat=True)) == expected[state], state


@pytest.mark.parametrize("name", ["", "1234567", "0" * 65, "0000000g", "12345678\n", "§", "'; --"])
def test_what_is_no_hash(account: User, name: str) -> None:
    with pytest.raises(InvalidHash):
        find_stone(account, name)


def test_the_last_hash_of_all_is_found(account: User) -> None:
    stone = store(account)
    Content.objects.update(sha256="f" * 64, border_hash="f" * 8)
    assert find_stone(account, "f" * 8) == stone
    assert find_stone(account, "F" * 64) == stone
    with pytest.raises(StoneNotFound):
        find_stone(account, "e" * 8)


def test_many_candidates_are_not_all_listed(account: User) -> None:
    template = store(account)
    for number in range(12):
        sha256 = f"{'a' * 8}{number:056x}"
        content = Content.objects.create(
            account=account, sha256=sha256, border_hash=sha256, text="x", tokens=1, tokens_exact=True
        )
        Stone.objects.create(
            account=account,
            content=content,
            fingerprint=sha256,
            glow_channel=template.glow_channel,
            stone_type=template.stone_type,
            source_agent="koda",
            fortune=template.fortune,
            level_count=1,
        )
    with pytest.raises(AmbiguousHash) as raised:
        find_stone(account, "a" * 8)
    candidates = raised.value.extra["candidates"]
    assert isinstance(candidates, list)
    assert len(set(candidates)) == 10
    assert "could mean any of more than 10 stones" in raised.value.message


def test_prefixes_are_as_short_as_they_can_be() -> None:
    assert distinct_prefixes(["a" * 64, "b" * 64]) == ["a" * 12, "b" * 12]
    assert distinct_prefixes(["a" * 64, "a" * 13 + "b" * 51]) == ["a" * 16, "a" * 13 + "bbb"]
    assert distinct_prefixes([]) == []


def test_a_text_that_fills_the_index_is_taken_and_found_by_its_begin(account: User) -> None:
    text = hyphenated(210_000)
    content = Content.objects.create(
        account=account, sha256="a" * 64, border_hash="a" * 8, text=text, tokens=1, tokens_exact=True
    )
    assert list(search_contents(Content.objects.all(), text[:5])) == [content]
    assert list(search_contents(Content.objects.all(), text[-5:])) == []


def test_operators_search_all_accounts(account: User) -> None:
    one, two = store(account, content="The exporter."), store(new_account(), content="An exporter, too.")
    contents = Content.objects.all()
    assert set(search_contents(contents, "exporter")) == {one.content, two.content}
    assert list(search_contents(contents, one.content.sha256[:10].upper())) == [one.content]
    assert list(search_contents(contents, "\x00 nothing")) == []


def loaded(row: Any) -> dict[str, Any]:
    """What was loaded of a row: its columns, and what a query added."""
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


@pytest.mark.parametrize("content", [SHORT, LONG])
@pytest.mark.parametrize("is_own", [True, False])
def test_a_stone_to_read_is_the_one_that_is_shown(account: User, content: str, is_own: bool) -> None:
    stone = store(account, content=content, levels={} if content == SHORT else {0: "Scan."})
    reader = account if is_own else new_account()
    if not is_own:
        Share.objects.create(account=reader, stone=stone)
    for name in (stone.pk, stone.content.sha256, stone.content.border_hash):
        shown, read = find_stone(reader, name), find_stone_to_read(reader, name)
        levels = {"level_rows": None}  # only who reads loads them with the stone
        assert (loaded(read) | levels).items() <= (loaded(shown) | levels).items()
        assert loaded(read.content) == loaded(shown.content)
        assert assemble_to_read(read).levels == assemble(shown).levels


def test_a_stone_to_read_has_the_same_headers_and_doubts(account: User) -> None:
    first, last = (store(account, content=LONG, source_agent=name) for name in ("koda", "prax"))
    assert find_stone_to_read(account, first.content.border_hash) == last
    for digit, stone in enumerate((last, store(account))):
        Content.objects.filter(pk=stone.content_id).update(
            sha256="a" * 63 + str(digit), border_hash="a" * 63 + str(digit)
        )
    with pytest.raises(AmbiguousHash):
        find_stone_to_read(account, "a" * 8)
    assert find_stone_to_read(account, "a" * 63 + "0") == last


@pytest.mark.parametrize("name", ["", "1234567", "0" * 8, "01JD0000000000000000000000"])
def test_no_stone_to_read_is_refused_alike(account: User, name: str) -> None:
    refusals = []
    for find in (find_stone, find_stone_to_read):
        with pytest.raises((InvalidHash, StoneNotFound)) as raised:
            find(account, name)
        refusals.append((type(raised.value), str(raised.value)))
    assert refusals[0] == refusals[1]
