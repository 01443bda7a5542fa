"""The stones that saved most: whose, which, and in what order."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from analytics.queries.biggest_handoffs import MANY, StoneHandoff, biggest_handoffs
from analytics.tests.ledger_entries import NOON, entry
from stones.models import Stone
from stones.tests.factories import new_account, store

pytestmark = pytest.mark.django_db
DAY = NOON.date()


def found(account: User) -> list[StoneHandoff]:
    return biggest_handoffs(account, since=DAY, until=DAY)


def test_each_reader_would_have_been_handed_it_whole(account: User) -> None:
    small, big = store(account, content="Small."), store(account, content="Big.")
    entry(account, stone=small, source=small.pk, paste_tokens=400, tokens=100)
    for reader in ("agent koda", "agent koda", "agent mira"):
        entry(account, stone=big, source=big.pk, reader=reader, paste_tokens=300, tokens=20)
    entry(account, stone=big, source=big.pk, kind="helper", level=3, tokens=999)
    first, second = found(account)
    assert (first.stone, first.scan, first.readers, first.paste, first.read) == (big, "Big.", 2, 600, 60)
    assert first.saved == 540
    assert (second.stone, second.paste) == (small, 400)


@pytest.mark.parametrize("many", [1, 5])
def test_the_first_few_in_two_queries(
    account: User, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(many):
        stone = store(account, content=f"Number {number}.")
        entry(account, stone=stone, source=stone.pk, paste_tokens=100 + number)
    with django_assert_num_queries(3):  # with the levels
        assert [each.paste for each in found(account)] == [
            100 + many - 1 - at for at in range(min(many, MANY))
        ]


def test_what_does_not_count(account: User) -> None:
    demo, old = store(account, content="Demo."), store(account, content="Old.")
    Stone.objects.filter(pk=demo.pk).update(is_demo=True)
    entry(account, stone=demo, source=demo.pk)
    entry(account, stone=old, source=old.pk, created=NOON - timedelta(days=1))
    entry(account, source="gone")
    entry(account, stone=store(account, content="Looked at."), reader="person ann")
    theirs = store(new_account(username="other"), content="Theirs.")
    entry(theirs.account, stone=theirs, source=theirs.pk)
    assert found(account) == []
