"""Deleting an account: it is closed at once, for everybody and for good; a job then deletes its rows.

Closed: nobody signs in to it, its tokens open nothing, nobody can write to it, and its name is free.
"""

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from audit.services import record
from core.jobs.request_jobs import request_jobs
from core.rest.exceptions import ProductError
from inbox.models import Agent
from inbox.services.release_messages import GONE_ACCOUNT
from qastone_site.accounts.first_setup import seed_account, setup_is_open
from qastone_site.accounts.guess_limits import forget_sign_ins
from qastone_site.accounts.sessions import end_sessions
from qastone_site.models import DELETE_ACCOUNT, AccountDeletion
from quickstart.services.install_shipped import can_have_shipped, install_shipped, pass_shipped, shipped_of


class LastOwner(ProductError):
    """Others have accounts, and nobody else could look after the site."""

    code = "last_owner"


class WrongConfirmation(ProductError):
    """What was typed is not the account's name."""

    code = "wrong_confirmation"


class AccountGone(ProductError):
    code = "account_gone"


@transaction.atomic
def delete_account(*, account: User, confirmation: str) -> AccountDeletion:
    """Close the account and request the job that deletes its rows. `confirmation`: its name, typed again.

    The collection about QA.Stone is everybody's to ask: it passes to `heir_of_shipped`, or is installed anew for the
    set-up that comes next. Raises WrongConfirmation, LastOwner, or AccountGone where it was closed before; nothing has
    changed then.
    """
    # All of them: of two owners who leave at once, the second is the last.
    people = list(User.objects.select_for_update(no_key=True).filter(is_active=True).order_by("pk"))
    current = next((person for person in people if person.pk == account.pk), None)
    if current is None or AccountDeletion.objects.filter(account=account).exists():
        raise AccountGone("This account is deleted already.")
    name = current.get_username()
    if confirmation != name:
        raise WrongConfirmation(f"Type the account's name, {name}, to delete it. Nothing was deleted.")
    _refuse_last_owner(current, people)
    deletion = AccountDeletion.objects.create(account=current, name=name)
    record("account.deleted", name, account=current.pk)
    shipped, heir = shipped_of(current), heir_of_shipped(current)
    if shipped and heir:
        # Before it is closed: who writes to the collection needs the account's row, and we wait for them.
        pass_shipped(collection=shipped, to=heir)
    _close(current)
    if shipped and not heir and setup_is_open():
        install_shipped(account=seed_account())
    request_jobs([deletion], DELETE_ACCOUNT)
    return deletion


def heir_of_shipped(account: User) -> User | None:
    """Who will have the collection about QA.Stone once this account, which has it now, is deleted; None: nobody."""
    return can_have_shipped().exclude(pk=account.pk).first() if shipped_of(account) else None


def is_last_owner(account: User) -> bool:
    """Whether it cannot be deleted, as it alone looks after the others."""
    return _leaves_others_alone(account, list(User.objects.filter(is_active=True)))


def is_alone(account: User) -> bool:
    """Whether nobody else can sign in: without it, the site is to be set up anew."""
    others = User.objects.filter(is_active=True).exclude(pk=account.pk)
    return not any(person.has_usable_password() for person in others)


def _refuse_last_owner(account: User, people: list[User]) -> None:
    if _leaves_others_alone(account, people):
        raise LastOwner(
            "You are this site's only owner, and others have accounts here. First make one of them an owner (in the "
            "admin: superuser status), or have them delete their accounts. Nothing was deleted."
        )


def _leaves_others_alone(account: User, people: list[User]) -> bool:
    others = [person for person in people if person.pk != account.pk and person.has_usable_password()]
    return account.is_superuser and bool(others) and not any(person.is_superuser for person in others)


def _close(account: User) -> None:
    Agent.objects.filter(account=account, closed=None).update(closed=timezone.now())
    end_sessions(account=account, but=None)
    forget_sign_ins(account.get_username())
    # Not saved: the audit has its line, and needs none for each right that it loses. No other name has a space.
    User.objects.filter(pk=account.pk).update(
        username=f"{GONE_ACCOUNT} {account.pk}",
        password=make_password(None),
        is_active=False,
        is_staff=False,
        is_superuser=False,
    )
