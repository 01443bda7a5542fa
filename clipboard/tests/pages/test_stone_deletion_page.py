"""A stone is deleted on its page whose text was copied."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clipboard.models import ClipboardEntry
from clipboard.services import pin
from clipboard.tests.copy_factories import copy
from stones.models import Content, Stone
from stones.tests.factories import LONG, store


@pytest.fixture
def stone(ann: User) -> Stone:
    return store(ann, content=LONG, glow_channel="handoff")


def url_of(stone: Stone) -> str:
    return f"/stones/{stone.content.border_hash}"


def test_one_of_two_stones_with_one_text_is_deleted(person: Client, ann: User, stone: Stone) -> None:
    copy(ann, LONG)
    other = store(ann, content=LONG, glow_channel="data")
    for page in ("", "/delete"):
        asked = person.get(f"/stones/{stone.pk}{page}").content.decode()
        assert "Another stone has the same text, so the text and its copies in the clipboard stay." in asked
        assert f'action="/stones/{stone.pk}/delete"' in asked
    # By its text alone it is not said which.
    refused = person.post(f"/stones/{stone.content.border_hash}/delete")
    assert refused.status_code == 409
    assert stone.pk in refused.content.decode()
    assert Stone.objects.count() == 2
    person.post(f"/stones/{stone.pk}/delete")
    assert (Stone.objects.get(), ClipboardEntry.objects.count()) == (other, 1)


@pytest.mark.parametrize(
    ("copies", "said"),
    [
        (0, ""),
        (1, "Its copy in the clipboard goes with it."),
        (2, "Its 2 copies in the clipboard go with it."),
    ],
)
def test_deleting_says_how_many_copies_go(
    person: Client, ann: User, stone: Stone, copies: int, said: str
) -> None:
    for _ in range(copies):
        copy(ann, LONG)
        copy(ann)
    for page in ("", "/delete"):
        asked = person.get(f"{url_of(stone)}{page}").content.decode()
        assert said in asked
        assert ("in the clipboard" in asked) == bool(copies)
        assert "Delete pinned copies" not in asked
    after = person.post(f"{url_of(stone)}/delete", follow=True).content.decode()
    went = ["is deleted", "and the copy of its text are deleted", "and the 2 copies of its text are deleted"]
    assert f"The stone {stone.content.border_hash} {went[copies]}." in after


def test_a_pinned_copy_is_asked_for_once_more(person: Client, ann: User, stone: Stone) -> None:
    entry = copy(ann, LONG)
    pin(account=ann, entry_id=entry.pk, is_pinned=True)
    assert "It is pinned." in person.get(url_of(stone)).content.decode()
    refused = person.post(f"{url_of(stone)}/delete")
    assert refused.status_code == 409
    assert "Nothing was deleted" in refused.content.decode()
    assert 'name="pinned" value="delete" required' in refused.content.decode()
    assert (Stone.objects.get(), ClipboardEntry.objects.get()) == (stone, entry)
    assert person.post(f"{url_of(stone)}/delete", {"pinned": "delete"}).status_code == 302
    assert not Content.objects.exists()
    assert not ClipboardEntry.objects.exists()
