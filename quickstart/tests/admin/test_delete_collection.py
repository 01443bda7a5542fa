"""A collection is deleted with its contents, by those with the permission."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from quickstart.models import Collection, Entry, IndexedText, Skill
from quickstart.tests.factories import make_collection, make_entry, make_skill

pytestmark = pytest.mark.django_db


@pytest.fixture
def kitchen() -> Collection:
    made = make_collection(name="kitchen")
    make_entry(made)
    make_skill(made)
    return made


def test_it_is_deleted_with_its_contents(kitchen: Collection, client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    other = make_entry(make_collection(name="other"))
    address = reverse("admin:quickstart_collection_delete", args=[kitchen.pk])
    confirmation = client.get(address).content.decode()
    assert "kitchen" in confirmation
    assert client.post(address, {"post": "yes"}).status_code == 302
    assert list(Entry.objects.all()) == [other]
    assert not Skill.objects.exists()
    assert not IndexedText.objects.exclude(entry=other).exists()


def test_staff_without_the_permission_may_not(kitchen: Collection, client: Client) -> None:
    client.force_login(User.objects.create_user("curator", is_staff=True))
    address = reverse("admin:quickstart_collection_delete", args=[kitchen.pk])
    assert client.post(address, {"post": "yes"}).status_code == 403
    assert Collection.objects.filter(pk=kitchen.pk).exists()
