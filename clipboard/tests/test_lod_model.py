"""The model that an account chose for its copies writes the levels of the stones made of them."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import repeat

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from clipboard.services import save_clipboard_settings
from clipboard.tests.copy_factories import copy
from core.jobs.find_jobs import find_job
from core.jobs.models import JobState
from core.llm import ErrorKind, LLMError, SettingsWrong, count_tokens
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models
from stones import services
from stones.levels import write_extract
from stones.models import WRITE_LEVELS, Content, Level, Stone
from stones.tests.factories import LONG, new_account, store

# What a model answers, or raises.
Reply = dict[str, str] | LLMError
# An answer that no check refuses.
GOOD: dict[str, str] = dict(
    zip(
        ("scan", "detail", "deep"),
        write_extract(LONG, count_tokens=count_tokens).texts,
        strict=True,
    )
)
WRONG_KEY = SettingsWrong("The key is refused.", kind=ErrorKind.WRONG_KEY)


@pytest.fixture
def account(db: None) -> User:
    account = new_account()
    save_clipboard_settings(account, lod_model="small-one")
    return account


def content() -> Content:
    """The only content that is a stone."""
    return Content.objects.get(pk__in=Stone.objects.values("content"))


def model_calls() -> tuple[int, int]:
    """How often the site's model and the account's were asked for the levels of the only content."""
    usual, other = FakeChat(repeat(WRONG_KEY)), FakeChat(repeat(WRONG_KEY), name="small-one")
    with use_models(chat=usual, other_chats=[other], embedder=FakeEmbedder()):
        services.run_jobs_now(content())
    return len(usual.calls), len(other.calls)


def test_a_stone_of_a_copy(account: User) -> None:
    copy(account, LONG, as_stone=True)
    assert content().lod_model == "small-one"
    assert model_calls() == (0, 1)


def test_any_other_stone(account: User) -> None:
    store(account, content=LONG)
    assert content().lod_model == ""
    assert model_calls() == (1, 0)


def test_levels_that_are_there_are_not_asked_for_again(account: User) -> None:
    store(account, content=LONG)
    with use_models(embedder=FakeEmbedder()):
        services.run_jobs_now(content())
    copy(account, LONG, as_stone=True)
    assert (find_job(content(), WRITE_LEVELS).state, content().lod_model) == (JobState.DONE, "")


def test_levels_that_nobody_wanted_before(account: User) -> None:
    store(account, content=LONG, generate_lods=False)
    with use_models(embedder=FakeEmbedder()):
        services.run_jobs_now(content())
    copy(account, LONG, as_stone=True)
    assert (find_job(content(), WRITE_LEVELS).state, content().lod_model) == (JobState.PENDING, "small-one")
    assert model_calls() == (0, 1)


def test_the_later_choice_holds_while_the_levels_wait(account: User) -> None:
    store(account, content=LONG)
    copy(account, LONG, as_stone=True)
    assert content().lod_model == "small-one"
    save_clipboard_settings(account, lod_model="")
    copy(account)
    copy(account, LONG, as_stone=True)
    store(account, content=LONG, glow_channel="data")
    assert model_calls() == (0, 1)


def test_a_choice_for_no_levels_is_none(account: User) -> None:
    store(account, content=LONG)
    save_clipboard_settings(account, generate_lods=False)
    copy(account, LONG, as_stone=True)
    assert content().lod_model == ""


def chosen_meanwhile(account: User, said: Reply) -> Iterator[Reply]:
    """What a model answers, during whose first answer the same text is copied under another choice."""
    copy(account, LONG, as_stone=True)
    yield from repeat(said)


@pytest.mark.parametrize("said", [GOOD, WRONG_KEY], ids=["writes them", "fails"])
def test_the_later_choice_holds_while_they_are_written(account: User, said: Reply) -> None:
    store(account, content=LONG)
    usual, other = FakeChat(chosen_meanwhile(account, said)), FakeChat(repeat(GOOD), name="small-one")
    with use_models(chat=usual, other_chats=[other], embedder=FakeEmbedder()):
        services.run_jobs_now(content())
        services.run_jobs_now(content())
    assert (find_job(content(), WRITE_LEVELS).state, content().lod_model) == (JobState.DONE, "small-one")
    assert set(Level.objects.values_list("model", flat=True)) == {"small-one"}
    assert usual.calls


def test_none_at_all(account: User) -> None:
    save_clipboard_settings(account, generate_lods=False)
    copy(account, LONG, as_stone=True)
    assert model_calls() == (0, 0)


def test_a_stone_lives_as_long_as_copies_do(account: User) -> None:
    save_clipboard_settings(account, ttl_days=2)
    stone = copy(account, LONG, as_stone=True)
    assert stone.stone is not None
    assert stone.stone.expires is not None
    assert abs((stone.stone.expires - timezone.now()) - timedelta(days=2)) < timedelta(minutes=1)


def test_asked_for_anew_the_model_is_the_one_that_is_wanted_now(account: User) -> None:
    copy(account, LONG, as_stone=True)
    save_clipboard_settings(account, lod_model="the-right-one")
    services.regenerate(content=content())
    assert content().lod_model == "the-right-one"
