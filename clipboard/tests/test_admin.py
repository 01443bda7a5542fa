"""The admin shows that something was copied, never what."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from clipboard.tests.copy_factories import NOTE, copy
from stones.tests.factories import new_account, store


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


def test_the_list_has_no_text(staff: Client) -> None:
    copy(new_account("ann"), NOTE, source_app="https://example.org/diary")
    page = staff.get(reverse("admin:clipboard_clipboardentry_changelist"))
    text = page.content.decode()
    assert (page.status_code, "ann" in text) == (200, True)
    assert "export job" not in text
    assert "diary" not in text


def test_nobody_looks_at_one(staff: Client) -> None:
    entry = copy(new_account(), NOTE)
    page = staff.get(reverse("admin:clipboard_clipboardentry_change", args=[entry.pk]))
    assert (page.status_code, "export job" in page.content.decode()) == (403, False)


def test_contents_are_those_of_stones(staff: Client) -> None:
    account = new_account()
    entry, stone = copy(account, NOTE), store(account)
    assert entry.content is not None
    text = staff.get(reverse("admin:stones_content_changelist")).content.decode()
    assert (stone.content.border_hash in text, entry.content.border_hash in text) == (True, False)
    address = reverse("admin:stones_content_change", args=[entry.content.pk])
    assert "export job" not in staff.get(address, follow=True).content.decode()
