"""First-run set-up: the person who holds the code printed by the server becomes the owner of the site.

`seed_demo` may have made the first account already, without a password: then set-up claims it, with the demonstration
data in it. Set-up is open while nobody can sign in.
"""

import hashlib
import secrets
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import constant_time_compare

from core.rest.exceptions import ProductError
from inbox.models import Agent
from inbox.services import IssuedToken, create_agent, issue_token
from qastone_site.models import SetupCode

SEED_USERNAME = "owner"
FIRST_AGENT = "first-agent"
# No look-alikes: the code is copied from a terminal by hand.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class SetupClosed(ProductError):
    """An account can sign in already."""

    code = "setup_closed"


class WrongSetupCode(ProductError):
    code = "wrong_setup_code"


class Owner(NamedTuple):
    """The owner that set-up made, with the first agent's token."""

    user: User
    token: IssuedToken


def setup_is_open() -> bool:
    """Whether no account can sign in yet."""
    return not any(user.has_usable_password() for user in User.objects.only("password").iterator())


@transaction.atomic
def new_setup_code() -> str:
    """Replace the one-time code and return it; only its hash is stored. Raises SetupClosed."""
    if not setup_is_open():
        raise SetupClosed("The site is set up: sign in.")
    code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))
    SetupCode.objects.update_or_create(singleton=True, defaults={"sha256": _sha256(code)})
    return code


def code_is_right(code: str) -> bool:
    """Whether this is the current set-up code."""
    row = SetupCode.objects.first()
    return row is not None and constant_time_compare(row.sha256, _sha256(code))


@transaction.atomic
def set_up(*, code: str, username: str, password: str) -> Owner:
    """Make the owner, and a first agent with a token. Raises SetupClosed or WrongSetupCode."""
    # The row is the lock: of two people with the code, one becomes the owner.
    SetupCode.objects.select_for_update().first()
    if not setup_is_open():
        raise SetupClosed("The site is set up already: sign in.")
    if not code_is_right(code):
        raise WrongSetupCode("That is not the latest code that the server printed.")
    owner = seed_account()
    owner.username, owner.is_staff, owner.is_superuser, owner.is_active = username, True, True, True
    owner.set_password(password)
    owner.save()
    SetupCode.objects.all().delete()
    agent = Agent.objects.filter(account=owner, name=FIRST_AGENT).first()
    return Owner(owner, issue_token(agent=agent or create_agent(account=owner, name=FIRST_AGENT)))


def seed_account() -> User:
    """The account that set-up will claim, created if it is missing. Nobody can sign in to it."""
    owner, created = User.objects.get_or_create(username=SEED_USERNAME)
    if created:
        owner.set_unusable_password()
        owner.save(update_fields=["password"])
    return owner


def _sha256(code: str) -> str:
    return hashlib.sha256("".join(code.lower().split()).replace("-", "").encode()).hexdigest()
