"""Ann, who signs in as people do."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

PASSWORD = "correct horse 9"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
)


@pytest.fixture
def ann(db: None) -> User:
    cache.clear()
    return User.objects.create_user("ann", password=PASSWORD)


def sign_in(agent: str = FIREFOX, name: str = "ann") -> Client:
    client = Client(headers={"User-Agent": agent})
    assert client.post("/sign-in", {"username": name, "password": PASSWORD})["Location"] == "/"
    return client
