"""Ann's clipboard: a handoff, what she copied from it, and what she made of that."""

from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clipboard.models import CaptureMethod, ClipboardEntry
from clipboard.services import record_copy

QUESTION = (
    "Open question: who rotates the key of the bucket? The bakery's own account has it at present, and nobody else "
    "could do it before the spring."
)
NEXT = "Next steps: move the job to the new queue, then delete the old one, and tell the auditors that it is done."
HANDOFF = f"""# Handoff: the export service

The export job writes to /var/export every night at two. We decided to keep port 7001 for it, as nothing else
listens there, and as the firewall knows it by that number.

{QUESTION}

{NEXT}"""
CHANGED = HANDOFF.replace("port 7001", "port 9443")
XSS = "<script>alert(1)</script><img src=x onerror=alert(2)>[x](javascript:alert(3))\"'><svg onload=alert(4)>"


class Copies(NamedTuple):
    handoff: ClipboardEntry
    question: ClipboardEntry
    changed: ClipboardEntry


def copy(
    account: User, text: str, app: str = "", capture_method: CaptureMethod = CaptureMethod.WATCHER
) -> ClipboardEntry:
    """A copy, as the watcher records it."""
    return record_copy(account=account, content=text, source_app=app, capture_method=capture_method).entry


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password="correct horse 9")


@pytest.fixture
def person(ann: User, client: Client) -> Client:
    """Ann's browser, signed in."""
    client.force_login(ann)
    return client


@pytest.fixture
def copies(ann: User) -> Copies:
    return Copies(copy(ann, HANDOFF, "firefox"), copy(ann, QUESTION, "code"), copy(ann, CHANGED, "gedit"))


@pytest.fixture
def theirs(db: None) -> ClipboardEntry:
    """A copy of another account, of the very same text."""
    return copy(User.objects.create_user("mallory"), QUESTION, "theirs")
