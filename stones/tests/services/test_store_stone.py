"""store_stone and store_stone_text."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings

from core.jobs.models import JobState
from stones import services
from stones.exceptions import ContentTooLarge, InvalidHeader, NotAStone, StoneError
from stones.format import ParsedStone, canonical, dump, parse, truncate
from stones.models import Content, Level, LevelOrigin, Stone
from stones.queries import assemble, find_stone, reloaded
from stones.services import StoneDraft
from stones.tests.factories import (
    LONG,
    MIDDLE,
    SHORT,
    give_up_levels,
    levels_job,
    new_account,
    store,
    write_levels,
)


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def texts(stone: Stone) -> tuple[str, ...]:
    return parse(services.stone_text(assemble(reloaded(stone)))).levels


@pytest.mark.parametrize(("content", "count"), [(SHORT, 1), (MIDDLE, 3), (LONG, 4)])
def test_it_is_usable_at_once(account: User, content: str, count: int) -> None:
    levels = texts(store(account, content=content))
    assert (len(levels), levels[-1]) == (count, content)
    assert all(levels)


def test_the_job_is_announced_after_the_commit(
    account: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        store(account, content=LONG)
    assert len(callbacks) == 1
    assert levels_job().state == JobState.PENDING


def test_the_same_text_is_stored_once_and_summarised_once(account: User) -> None:
    first = store(account, content=LONG, glow_channel="task")
    assert write_levels(first).state == JobState.DONE
    second = store(account, content=LONG, glow_channel="data")
    assert first.content_id == second.content_id
    assert levels_job().state == JobState.DONE
    assert texts(first) == texts(second)


def test_line_ends_make_no_other_content(account: User) -> None:
    stones = {store(account, content=content).content_id for content in ("a\nb", "a\r\nb", "a\rb")}
    assert len(stones) == 1


def test_repeated_it_lives_on(account: User) -> None:
    stone = store(account, content=SHORT, ttl_days=2)
    Stone.objects.update(expires=timezone.now() + timedelta(hours=1))
    store(account, content=SHORT, ttl_days=2)
    stone.refresh_from_db()
    assert stone.expires is not None
    assert stone.expires > timezone.now() + timedelta(days=1)
    store(account, content=SHORT, ttl_days=1)
    assert Stone.objects.get().expires == stone.expires


def test_an_expired_one_comes_back(account: User) -> None:
    stone = store(account, content=SHORT)
    Stone.objects.update(expires=timezone.now() - timedelta(days=1))
    assert store(account, content=SHORT) == stone
    assert find_stone(account, stone.content.border_hash) == stone


def test_the_name_grows_when_another_content_has_it(account: User) -> None:
    sha256 = store(account, content=SHORT).content.sha256
    Content.objects.all().delete()
    other = store(account, content="Another content.")
    forged = sha256[:8] + "0" * 56
    Content.objects.filter(pk=other.content_id).update(sha256=forged, border_hash=forged[:8])
    assert store(account, content=SHORT).content.border_hash == sha256[:12]
    stranger = new_account()
    assert store(stranger, content=SHORT).content.border_hash == sha256[:8]


def test_a_stone_that_wants_more_levels_asks_for_them(account: User) -> None:
    plain = store(account, content=LONG, generate_lods=False)
    assert write_levels(plain).state == JobState.DONE
    assert assemble(reloaded(plain)).status == "absent"
    full = store(account, content=LONG)
    assert levels_job().state == JobState.PENDING
    write_levels(full)
    assert assemble(reloaded(full)).status == "ready"
    assert len(texts(plain)) == 2


def test_a_new_stone_of_a_failed_content_tries_again(account: User) -> None:
    store(account, content=LONG)
    give_up_levels(Stone.objects.get())
    store(account, content=LONG, glow_channel="data")
    assert levels_job().state == JobState.PENDING


def test_authors_levels_are_their_stones_alone(account: User) -> None:
    own = store(account, content=LONG, levels={0: "By hand.", 1: "By hand, too.", 2: "All by hand."})
    other = store(account, content=LONG)
    write_levels(other)
    assert texts(own)[:3] == ("By hand.", "By hand, too.", "All by hand.")
    assert "By hand." not in texts(other)
    assert set(Level.objects.filter(stone=None).values_list("origin", flat=True)) == {LevelOrigin.EXTRACT}


def test_a_short_content_with_a_deep_level_has_all_between(account: User) -> None:
    stone = store(account, content=SHORT, levels={2: "Deep."})
    write_levels(stone)
    levels = texts(stone)
    assert (len(levels), levels[2:]) == (4, ("Deep.", SHORT))
    assert all(levels)


def test_what_a_header_cannot_carry_is_refused_before_it_is_stored(account: User) -> None:
    for name in ("─", "§QASTONE§", "a\x85b", "a\u2028b", "a\u202eb", "\ufeff", "x" * 101):
        with pytest.raises(InvalidHeader):
            store(account, source_agent=name)
        with pytest.raises(InvalidHeader):
            store(account, claimed_source=name)
    assert not Content.objects.exists()


def test_nothing_is_half_stored(account: User, settings: Settings) -> None:
    settings.STONE_MAX_BYTES = 1_000
    with pytest.raises(ContentTooLarge):
        store(account, content=SHORT, levels={0: "Fine.", 2: "a" * 1_001})
    assert not Content.objects.exists()
    assert not Level.objects.exists()


def exported(account: User, **fields: Any) -> str:
    return services.stone_text(assemble(reloaded(store(account, **fields))))


def test_a_stone_as_text_comes_in_whole(account: User) -> None:
    text = exported(account, content=LONG, levels={0: "By hand."}, glow_channel="data")
    receiver = new_account()
    stone, created, *_ = services.store_stone_text(account=receiver, text=text)
    assert created
    assert texts(stone) == parse(text).levels
    assert (stone.glow_channel, stone.source_agent, stone.claimed_source) == ("data", "user", "koda")
    assert not services.store_stone_text(account=receiver, text=text).created


def test_a_foreign_stone_comes_in_by_its_content(account: User) -> None:
    sha256 = store(account, content=SHORT).content.sha256
    text = f"§QASTONE§\nborder_hash: {sha256[:8]}\nglow_channel: dream\nlod_count: 1\n─\nLOD-0: {SHORT}\n§/QASTONE§"
    stone = services.store_stone_text(account=new_account(), text=text).stone
    assert (stone.glow_channel, stone.stone_type, stone.claimed_source) == ("task", "artifact", "unknown")


def changed(text: str, change: str) -> str:
    whole = parse(text)
    return {
        "garbage": "no stone",
        "truncated": dump(truncate(whole, 1)),
        "another content": dump(ParsedStone(whole.header, (*whole.levels[:-1], "Other."))),
        "empty": "",
    }[change]


@pytest.mark.parametrize("change", ["garbage", "truncated", "another content", "empty"])
def test_texts_that_are_no_whole_genuine_stone(account: User, change: str) -> None:
    text = changed(exported(account, content=LONG), change)
    receiver = new_account()
    with pytest.raises(NotAStone):
        services.store_stone_text(account=receiver, text=text)
    assert not Content.objects.filter(account=receiver).exists()


class AnyText(TestCase):
    """Whatever text comes in is stored and comes out again, or is refused by an error of ours."""

    @given(
        st.text(st.characters(), max_size=400) | st.text("L§QASTONE/─OD-0123: \\\n\r\t\u2028", max_size=60),
        st.dictionaries(st.sampled_from([0, 1, 2]), st.text(max_size=30), max_size=2),
    )
    def test_is_stored_exactly_or_refused(self, content: str, levels: dict[int, str]) -> None:
        account, _ = User.objects.get_or_create(username="ann")
        draft = StoneDraft(content=content, levels=levels)
        try:
            stone = services.store_stone(account=account, draft=draft).stone
        except StoneError:
            return
        read = texts(stone)
        assert read[-1] == canonical(content)
        assert {number: read[number] for number in levels} == {n: canonical(t) for n, t in levels.items()}


def test_a_new_text_is_stored_without_reading(
    account: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    store(account, content=SHORT)
    with django_assert_max_num_queries(6) as queries:
        store(account, content=LONG)
    assert not [each["sql"] for each in queries if each["sql"].lstrip().startswith("SELECT")]
