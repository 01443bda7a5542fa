"""With a text go its copies, also while they are pinned or made stones; a pin holds it."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User

from clipboard.exceptions import CopyNotFound
from clipboard.models import ClipboardEntry
from clipboard.services import make_stone, pin
from clipboard.tests.copy_factories import copy
from stones import services
from stones.exceptions import PinnedCopies
from stones.models import Content, Level, Stone, StonePassage
from stones.tests.factories import LONG, new_account, store, write_levels
from stones.tests.run_beside import beside


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def test_with_the_last_stone_goes_the_text(account: User) -> None:
    entry = copy(account, LONG)
    pin(account=account, entry_id=entry.pk, is_pinned=True)
    first, second = store(account, content=LONG), store(account, content=LONG, source_agent="mira")
    write_levels(first)
    services.delete_stone(account=account, border_hash=first.pk)
    with pytest.raises(PinnedCopies):
        services.delete_stone(account=account, border_hash=second.pk)
    assert services.preview_deletion(second) == ((1, 1), 0, [])
    deleted = services.delete_stone(account=account, border_hash=second.pk, delete_pinned=True)
    assert deleted == (second.content.sha256, 1, 0)
    for model in (Content, Level, StonePassage, ClipboardEntry):
        assert not model._default_manager.exists()


def test_deleted_while_a_copy_of_it_is_pinned(transactional_db: None) -> None:
    account = new_account()
    entry = copy(account, LONG, as_stone=True)

    def pinning() -> Iterator[None]:
        pin(account=account, entry_id=entry.pk, is_pinned=True)
        yield

    def delete() -> object:
        try:
            return services.delete_stone(account=account, border_hash=entry.sha256)
        except PinnedCopies as error:
            return error.extra

    assert beside(pinning, delete) == [{"pinned": [entry.pk]}]
    assert Stone.objects.get() == entry.stone


def test_deleted_while_a_copy_of_it_becomes_a_stone(transactional_db: None) -> None:
    """The copy is gone with the text: no stone of it may come after."""
    account = new_account()
    stone = store(account, content=LONG)
    entry = copy(account, LONG)

    def deleting() -> Iterator[None]:
        services.delete_content(content_id=stone.content_id)
        yield

    def make() -> object:
        try:
            return make_stone(account=account, entry_id=entry.pk)
        except CopyNotFound as error:
            return str(error)

    assert beside(deleting, make) == ["This copy was deleted meanwhile."]
    assert not Content.objects.exists()
