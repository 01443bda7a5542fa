"""The gardener at a browser, and somebody who has no notes."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from brain.models import Note
from brain.tests.answering.garden_notes import garden

__all__ = ["garden"]


@pytest.fixture
def person(garden: User, client: Client) -> Client:
    """The browser of the garden's account."""
    client.force_login(garden)
    return client


@pytest.fixture
def stranger(db: None) -> Client:
    """Another account's browser."""
    client = Client()
    client.force_login(User.objects.create_user("mallory", password="correct horse 9"))
    return client


@pytest.fixture
def frost(garden: User) -> Note:
    return Note.objects.get(account=garden, title="Frost")
