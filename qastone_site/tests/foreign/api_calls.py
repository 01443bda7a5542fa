"""What the tests here ask the site for."""

from typing import Any

from rest_framework.test import APIClient

from inbox.tests.api.api_calls import get


def arrived(client: APIClient, tracking_id: str) -> dict[str, Any]:
    """The message as its recipient gets it."""
    [row] = [row for row in get(client, "messages").json()["messages"] if row["tracking_id"] == tracking_id]
    return dict(row)
