"""Who of another account may write to an account's agents."""

import pytest
from django.contrib.auth.models import User

from inbox.exceptions import InvalidContact
from inbox.models import Contact
from inbox.services import add_contact, contact_policy, remove_contact, set_contact_policy
from inbox.tests.factories import may_write
from stones.tests.factories import new_account


@pytest.fixture
def ann(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def bob(db: None) -> User:
    return new_account("bob")


def test_the_default_policy_is_known(ann: User) -> None:
    assert contact_policy(ann) == "known"
    for policy in ("open", "closed", "closed", "known"):
        set_contact_policy(account=ann, policy=policy)
        assert contact_policy(ann) == policy


def test_no_such_policy(ann: User) -> None:
    with pytest.raises(InvalidContact, match="'friends'"):
        set_contact_policy(account=ann, policy="friends")
    assert contact_policy(ann) == "known"


@pytest.mark.parametrize(
    ("policy", "is_contact", "may"),
    [
        ("open", False, True),
        ("known", False, False),
        ("known", True, True),
        ("closed", False, False),
        ("closed", True, False),
    ],
)
def test_who_may_write(ann: User, bob: User, policy: str, is_contact: bool, may: bool) -> None:
    set_contact_policy(account=ann, policy=policy)
    if is_contact:
        add_contact(account=ann, username="bob")
    assert may_write(bob, ann) is may
    assert may_write(ann, ann)


def test_to_let_in_and_forget(ann: User, bob: User) -> None:
    first = add_contact(account=ann, username="bob")
    assert add_contact(account=ann, username="bob") == first
    assert not may_write(ann, bob)
    assert remove_contact(account=ann, other=bob)
    assert not remove_contact(account=ann, other=bob)
    assert not may_write(bob, ann)


@pytest.mark.parametrize("username", ["ann", "nobody", "", "gone"])
def test_no_such_account(ann: User, username: str) -> None:
    User.objects.create(username="gone", is_active=False)
    with pytest.raises(InvalidContact):
        add_contact(account=ann, username=username)
    assert not Contact.objects.exists()
