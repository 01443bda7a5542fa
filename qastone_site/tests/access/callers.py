"""How each kind of caller shows who it is: by a session, by a token, or not at all."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from core.rest.scopes import required_scopes_of
from inbox.scopes import SCOPES
from qastone_site.tests.access.access_rows import AGENTS, READING, Row
from qastone_site.tests.access.access_world import World


@dataclass(frozen=True)
class Callers:
    """Session keys and tokens by the names of PRINCIPALS. What an agent lacks depends on the row: it has none here."""

    sessions: Mapping[str, str]
    tokens: Mapping[str, str]

    def client(self, world: World, row: Row, who: str) -> Client:
        client = Client()
        if who in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        if who == "deactivated":
            User.objects.filter(pk=world.people[who].pk).update(is_active=False)
        if who in AGENTS:
            token = self.tokens.get(who) or _token_without_scope(world, row)
            client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client


def new_callers(world: World) -> Callers:
    tokens = {
        "agent": world.token(world.koda),
        "read-only agent": world.token(world.koda, READING),
        "agent of another account": world.token(world.thief),
        "revoked": world.revoked(world.koda),
        "expired": world.token(world.koda, expired=True),
    }
    return Callers({who: _session_of(user) for who, user in world.people.items()}, tokens)


def _session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _token_without_scope(world: World, row: Row) -> str:
    lacking = required_scopes_of(row.scope)[0]
    return world.token(world.koda, [scope for scope in SCOPES if scope != lacking])
