"""A person with a password, and what their app would show."""

import re
import time
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.test import Client

from core.cli.tests.command_runner import run

__all__ = ["run"]

PASSWORD = "correct horse 9"
FACTORS = "/account/second-factor/"
Clock = Callable[[float], None]


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password=PASSWORD, is_staff=True, is_superuser=True)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Moves the clock by so many seconds: an app shows a new code every thirty."""
    now = [time.time()]
    monkeypatch.setattr("time.time", lambda: now[0])

    def move(seconds: float) -> None:
        now[0] += seconds

    return move


def code_of(secret: str) -> str:
    """What an app shows now that was given this key."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def sign_in(client: Client, **fields: str) -> str:
    """Name and password; the address that follows."""
    response = client.post("/sign-in", {"username": "ann", "password": PASSWORD} | fields)
    assert response.status_code == 302, response.content
    return str(response["Location"])


def set_up_app(client: Client) -> tuple[str, list[str]]:
    """Sign in, confirm the password, take the key from the page, type the code: the key and the recovery codes."""
    sign_in(client)
    page = client.get(f"{FACTORS}app/add")
    assert page["Location"].startswith(f"{FACTORS}confirm")
    confirmed = client.post(page["Location"], {"password": PASSWORD})
    assert confirmed["Location"] == f"{FACTORS}app/add"
    found = re.search(r'id="totp-key">(\w+)<', client.get(f"{FACTORS}app/add").content.decode())
    assert found
    done = client.post(f"{FACTORS}app/add", {"code": code_of(found[1])})
    assert done["Location"] == f"{FACTORS}codes"
    codes_page = client.get(f"{FACTORS}codes").content.decode()
    codes = re.search(r'<pre class="codes"[^>]*>([\d\s]+)</pre>', codes_page)
    assert codes, codes_page
    assert Authenticator.objects.filter(user__username="ann").count() == 2
    return found[1], codes[1].split()
