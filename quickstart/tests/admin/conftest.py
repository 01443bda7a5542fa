"""An operator, and rows to look at."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from quickstart.models import Collection
from quickstart.tests.factories import make_collection, new_account


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root")


@pytest.fixture
def staff(client: Client, root: User) -> Client:
    client.force_login(root)
    return client


@pytest.fixture
def collection(db: None) -> Collection:
    """Somebody else's: operators see all."""
    return make_collection(new_account(username="ann"), "docs")
