"""The account's profile is put in place, replaced and deleted."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from brain.exceptions import InvalidProfile, ProfileNotFound
from brain.models import Chunk, Profile
from brain.services.save_profile import delete_profile, save_profile
from brain.tests.factories import PROFILE, index, job_of, make_profile, new_account, vectors_of
from core.jobs.models import JobState
from core.rest.agent_tokens import TokenInContent, new_token


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def test_a_profile_as_it_is_stored(account: User) -> None:
    profile = save_profile(account=account, data=PROFILE)
    profile.refresh_from_db()
    assert (profile.name, profile.data, profile.version) == ("Ann Baker", PROFILE, 1)
    assert profile.text.startswith("# Ann Baker\n")
    assert "### Miller, Old Mill\n\n- Period: since 2024-04\n" in profile.text
    assert job_of(profile).state == JobState.PENDING
    assert profile.tokens > 50
    for chunk in profile.passages.all():
        assert profile.text[chunk.start : chunk.end].strip()
        assert (chunk.account, chunk.note) == (account, None)


def test_the_same_again_writes_nothing(account: User) -> None:
    make_profile(account)
    index(account)
    before = Profile.objects.values().get()
    make_profile(account)
    assert Profile.objects.values().get() == before
    assert vectors_of(account) == {"fake-embedder"}


def test_another_takes_its_place(account: User) -> None:
    first = make_profile(account)
    index(account)
    second = save_profile(account=account, data={"name": "Bob", "skills": ["Milling"]})
    assert (second.pk, second.version, second.name) == (first.pk, 2, "Bob")
    assert job_of(second).state == JobState.PENDING
    assert vectors_of(account) == {""}
    assert Chunk.objects.filter(profile=second).count() == second.passages.count() > 0
    assert second.passages.order_by("-ordinal")[0].end <= len(second.text)


REFUSED: dict[str, tuple[Any, str]] = {
    "no object": (["a"], "A profile is an object"),
    "nothing": (None, "A profile is an object"),
    "empty": ({}, "The profile is empty"),
    "nothing told": ({"a": None, "b": [" "]}, "The profile is empty"),
    "not JSON": ({"a": "\0"}, "The profile holds a NUL character"),
    "large": ({"a": ["x" * 99] * 6_000}, "bytes of text; at most 500,000"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(account: User, name: str) -> None:
    data, reason = REFUSED[name]
    before = make_profile(account)
    with pytest.raises(InvalidProfile, match=reason):
        save_profile(account=account, data=data)
    assert Profile.objects.get().text == before.text


def test_a_token_is_refused(account: User) -> None:
    for data in ({"a": {"b": [new_token()]}}, {f"x{new_token()}": "a"}):
        with pytest.raises(TokenInContent, match="profile"):
            save_profile(account=account, data=data)
    assert not Profile.objects.exists()


def test_each_account_has_its_own(account: User) -> None:
    other = make_profile()
    save_profile(account=account, data={"name": "Bob"})
    other.refresh_from_db()
    assert other.name == "Ann Baker"
    delete_profile(account=account)
    assert Profile.objects.get() == other
    with pytest.raises(ProfileNotFound):
        delete_profile(account=account)
    assert set(Chunk.objects.values_list("account", flat=True)) == {other.account_id}
