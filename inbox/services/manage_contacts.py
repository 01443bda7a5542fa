"""Who of another account may write to an account's agents."""

from django.contrib.auth.models import User
from django.db import transaction

from inbox.exceptions import InvalidContact
from inbox.models import Contact, ContactPolicy, InboxSettings


def contact_policy(account: User) -> ContactPolicy:
    """The account's policy: open, known (unless it decided otherwise) or closed."""
    row = InboxSettings.objects.filter(account=account).first()
    return ContactPolicy(row.contact_policy) if row else ContactPolicy.KNOWN


def set_contact_policy(*, account: User, policy: str) -> None:
    """Decide who may write. Raises InvalidContact for a policy that there is not."""
    if policy not in ContactPolicy.values:
        raise InvalidContact(
            f"Unknown contact policy {policy[:40]!r}: one of {', '.join(ContactPolicy.values)}."
        )
    InboxSettings.objects.update_or_create(account=account, defaults={"contact_policy": policy})


@transaction.atomic
def add_contact(*, account: User, username: str) -> Contact:
    """Let another account write to this one. Safe to repeat. Raises InvalidContact."""
    other = User.objects.filter(username=username, is_active=True).first()
    if other is None or other.pk == account.pk:
        raise InvalidContact(f"{username[:150]!r} is no other account of this site.")
    return Contact.objects.get_or_create(account=account, other=other)[0]


def remove_contact(*, account: User, other: User) -> bool:
    """Forget another account. Returns False when it was not known."""
    return bool(Contact.objects.filter(account=account, other=other).delete()[0])
