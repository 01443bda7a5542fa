"""Rows of the access matrix: how an operation is called, and the answer for each kind of caller."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.rest.scopes import required_scopes_of
from qastone_site.tests.access.access_world import World

# Who calls, with a session or none: "owner" is the account's person, a curator; "member" another person of the site, to
# whom the owner sent a stone; "staff" a superuser with an account of their own; "deactivated" may sign in no more.
SESSIONS = ("anonymous", "owner", "member", "other account", "staff", "deactivated")
# Who calls with a bearer token. "agent" may do everything, "read-only agent" whatever stores and sends nothing.
AGENTS = (
    "agent",
    "read-only agent",
    "agent without the scope",
    "agent of another account",
    "revoked",
    "expired",
)
PRINCIPALS = (*SESSIONS, *AGENTS)
# Persons whose account is not the one that a row is about: what is said of "other account" holds for each of them,
# unless the row says more.
STRANGERS = ("member", "staff")
READING = ("stones:read", "inbox:read", "kb:read", "brain:ask", "clipboard:read", "analytics:read")


def complete(expected: Mapping[str, int], scope: str | tuple[str, ...]) -> dict[str, int]:
    """The expected answers of all callers: those that a row leaves out get the answer of their group."""
    full = dict.fromkeys(STRANGERS, expected["other account"])
    full["deactivated"] = expected["anonymous"]
    needed = required_scopes_of(scope)
    may_read = not needed or set(needed) <= set(READING)
    full["read-only agent"] = expected["agent" if may_read else "agent without the scope"]
    return full | dict(expected)


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

    def __post_init__(self) -> None:
        object.__setattr__(self, "expected", complete(self.expected, self.scope))

    @property
    def is_shared(self) -> bool:
        """Whether the member is answered otherwise than a stranger: by the stone that was sent to them."""
        return self.expected["member"] != self.expected["other account"]

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
    shared: int | None = None,
    staff: int | None = None,
    **query: str,
) -> Row:
    """A page for people: whoever has no session is sent to sign in; a token is none.

    `shared`: what the member is answered to whom the owner sent the stone, `staff` what staff are, where it is not
    `foreign`.
    """
    expected = dict.fromkeys(("anonymous", *AGENTS), 302)
    expected |= {"owner": ok, "other account": foreign}
    expected |= {} if shared is None else {"member": shared}
    expected |= {} if staff is None else {"staff": staff}
    return Row(method, name, expected, "", args, body, query, is_form=is_form)


def public(method: str, name: str, ok: int = 200, *, args: Make = nothing, body: Make = nothing) -> Row:
    """Open to everybody, as nothing of anybody's is there."""
    return Row(method, name, dict.fromkeys(PRINCIPALS, ok), "", args, body, is_form=True)
