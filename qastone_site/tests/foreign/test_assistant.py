"""What the assistant asks the site for, with every stone of other writers."""

import pytest
from django.contrib.auth.models import User

from assistant.tests.api_pages import Page, signed_in
from inbox.services import create_agent
from qastone_site.tests.foreign.foreign_stones import (
    COMPLEX,
    OtherStone,
    assert_survived,
    other_stones,
)
from stones.tests.factories import new_account


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def page(account: User) -> Page:
    create_agent(account=account, name="mira")
    return signed_in(account)


@other_stones
def test_stored_loaded_and_sent(page: Page, other: OtherStone) -> None:
    stored = page.post("stone", {"content": other.text})
    assert stored.status_code == 201, stored.content
    assert stored.json()["border_hash"] == other.own_hash
    assert_survived(stored.json()["qastone"], other)
    for name in other.names:
        for level, text in enumerate(other.levels):
            loaded = page.post("level", {"border_hash": name, "level": level}).json()
            assert (loaded["border_hash"], loaded["content"]) == (other.own_hash, text)
    sent = page.post("send", {"recipient": "mira", "stone": other.text})
    assert sent.status_code == 201, sent.content
    assert sent.json()["border_hash"] == other.own_hash


def test_a_helper_reads_a_complex_one(page: Page) -> None:
    page.post("stone", {"content": COMPLEX.text})
    price = page.get("helper-price", border_hash=COMPLEX.own_hash)
    assert price.status_code == 200, price.content
    job = page.post("helper", {"border_hash": COMPLEX.own_hash, "task": "What does a claim cost?"})
    assert job.status_code in (201, 202), job.content
