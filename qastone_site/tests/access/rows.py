"""What a row of the access matrix says: how an operation is called, and what each kind of caller is answered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from qastone_site.tests.access.world import World

# Who calls. The first three have a session or none, the others a bearer token.
SESSIONS = ("anonymous", "owner", "other account")
AGENTS = ("agent", "agent without the scope", "agent of another account", "revoked", "expired")
PRINCIPALS = (*SESSIONS, *AGENTS)

Make = Callable[[World], Any]


def nothing(world: World) -> Any:
    return None


@dataclass(frozen=True)
class Row:
    """One operation: `name` of its address and `method`; `args` of the address and `body` are made from the world."""

    method: str
    name: str
    expected: Mapping[str, int]
    scope: str | tuple[str, ...] = ""
    args: Make = nothing
    body: Make = nothing
    query: Mapping[str, str] = field(default_factory=dict)
    is_form: bool = False

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


def rest(
    method: str,
    name: str,
    scope: str | tuple[str, ...],
    ok: int = 200,
    *,
    foreign: int = 404,
    args: Make = nothing,
    body: Make = nothing,
    **query: str,
) -> Row:
    """An operation for agents. `foreign`: what an agent of another account, with the scope, is answered."""
    expected = dict.fromkeys((*SESSIONS, "revoked", "expired"), 401)
    expected |= {"agent": ok, "agent without the scope": 403, "agent of another account": foreign}
    return Row(method, name, expected, scope, args, body, query)


def page(
    method: str,
    name: str,
    ok: int = 200,
    *,
    foreign: int = 404,
    args: Make = nothing,
    body: Make = nothing,
    is_form: bool = True,
    **query: str,
) -> Row:
    """A page for people: whoever has no session is sent to sign in; a token is none."""
    expected = dict.fromkeys(("anonymous", *AGENTS), 302)
    expected |= {"owner": ok, "other account": foreign}
    return Row(method, name, expected, "", args, body, query, is_form=is_form)


def public(method: str, name: str, ok: int = 200, *, body: Make = nothing) -> Row:
    """Open to everybody, as nothing of anybody's is there."""
    return Row(method, name, dict.fromkeys(PRINCIPALS, ok), "", nothing, body, is_form=True)
