"""Addresses of entries and skills with arbitrary printable ids."""

import pytest
from django.test import Client
from django.urls import reverse

from quickstart.tests.factories import make_collection, make_entry

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("entry_id", ["qa_001", "ci/cd", "a b", "100%", "q?a#b", "ö"])
def test_an_entry_of_any_id_has_a_page(entry_id: str) -> None:
    collection = make_collection()
    make_entry(collection, entry_id=entry_id, question="Where are loaves sold?")
    client = Client()
    client.force_login(collection.account)
    page = client.get(reverse("quickstart:entry", kwargs={"entry_id": entry_id}))
    assert page.status_code == 200
    assert "Where are loaves sold?" in page.content.decode()
