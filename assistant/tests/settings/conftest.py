"""Ann at a browser, and the two configurations of the specification."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

# Word for word the two files of the specification (docs/specification.md, 1); the site of the tests has no model.
ASSISTANT: dict[str, Any] = {
    "enabled": True,
    "autoDetect": True,
    "defaultMaxLod": 1,
    "spawnHelperThreshold": 2,
    "formatOnCopy": False,
    "channels": {
        "task": {"defaultLod": 0, "color": "#4CAF50"},
        "context": {"defaultLod": 1, "color": "#2196F3"},
        "handoff": {"defaultLod": 1, "color": "#FF9800"},
        "query": {"defaultLod": 0, "color": "#9C27B0"},
        "data": {"defaultLod": 2, "color": "#607D8B"},
    },
}
CLIPBOARD: dict[str, Any] = {
    "autoFormat": False,
    "generateLods": True,
    "lodModel": "",
    "storeFull": True,
    "ttlDays": 30,
}


def with_channel(name: str, **changed: Any) -> dict[str, Any]:
    """All channels of the specification, one of them changed."""
    channels: dict[str, Any] = ASSISTANT["channels"]
    return channels | {name: channels[name] | changed}


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password="correct horse 9")


@pytest.fixture
def mallory(db: None) -> User:
    return User.objects.create_user("mallory", password="correct horse 9")


@pytest.fixture
def person(ann: User, client: Client) -> Client:
    client.force_login(ann)
    return client
