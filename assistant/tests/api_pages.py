"""Callers of the assistant in tests: a person's browser at this site, and pages of other origins."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from assistant.models import App
from assistant.services.connection_grants import new_grant
from assistant.services.manage_apps import create_app

ORIGIN = "https://notes.example.org"
API = "/assistant/api"


@dataclass
class Page:
    """A page that calls the assistant, with the headers and the key that it sends."""

    client: Client = field(default_factory=Client)
    headers: dict[str, str] = field(default_factory=dict)
    key: str = ""

    def post(self, path: str, body: Any) -> Any:
        text = body if isinstance(body, bytes) else json.dumps(body)
        return self.client.post(
            self.address(path), text, content_type="application/json", headers=self.headers
        )

    def get(self, path: str, **query: str) -> Any:
        return self.client.get(self.address(path), query, headers=self.headers)

    def address(self, path: str) -> str:
        path = path if path.startswith("/") else f"{API}/{path}"
        return f"{path}?key={self.key}" if self.key else path


def signed_in(account: User, *, enforce_csrf: bool = False) -> Page:
    """A page of this site."""
    client = Client(enforce_csrf_checks=enforce_csrf)
    client.force_login(account)
    return Page(client)


def app_of(account: User, *, name: str = "notes", origin: str = ORIGIN) -> App:
    return App.objects.filter(account=account, name=name).first() or create_app(
        account=account, name=name, origin=origin
    )


def connected(app: App) -> Page:
    """A page of an app that the person has connected, in a session of their own."""
    return connected_in(signed_in(app.account), app)


def connected_in(person: Page, app: App) -> Page:
    """A page of an app that the person has connected in this session."""
    session_key = person.client.session.session_key
    assert session_key is not None
    grant = new_grant(app, session_key=session_key).text
    return Page(headers={"Origin": app.origin, "Authorization": f"Bearer {grant}"})


def unconnected(app: App) -> Page:
    """A page of an app that has only its key."""
    return Page(headers={"Origin": app.origin}, key=app.key)
