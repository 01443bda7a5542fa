"""Who of another account may write to an account's agents."""

from django.contrib.auth.models import User
from django.db import transaction

from inbox.exceptions import InvalidContact
from inbox.models import Contact, ContactPolicy, InboxSettings


def contact_policy(account: User) -> ContactPolicy:
    """The account's policy; KNOWN where it has not chosen one."""
    row = InboxSettings.objects.filter(account=account).first()
    return ContactPolicy(row.contact_policy) if row else ContactPolicy.KNOWN


def set_contact_policy(*, account: User, policy: str) -> None:
    """Choose who may write to the account's agents. Raises InvalidContact for an unknown policy."""
    if policy not in ContactPolicy.values:
        raise InvalidContact(
            f"Unknown contact policy {policy[:40]!r}: one of {', '.join(ContactPolicy.values)}."
        )
    InboxSettings.objects.update_or_create(account=account, defaults={"contact_policy": policy})


@transaction.atomic
def add_contact(*, account: User, username: str) -> Contact:
    """Let another account write to this one. Safe to repeat. Raises InvalidContact where there is no such account."""
    other = User.objects.filter(username=username, is_active=True).first()
    if other is None or other.pk == account.pk:
        raise InvalidContact(f"{username[:150]!r} is not another account on this site.")
    return Contact.objects.get_or_create(account=account, other=other)[0]


def remove_contact(*, account: User, other: User) -> bool:
    """Returns False when the other account was no contact."""
    return bool(Contact.objects.filter(account=account, other=other).delete()[0])
