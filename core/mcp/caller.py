"""The caller of a tool, and what its token allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from core.db.reader_names import agent_reader
from core.mcp.exceptions import MissingToolScope


@dataclass(frozen=True)
class Caller:
    """An agent that acts for its account. It comes from the token only, never from an argument."""

    account: User
    agent: Any  # an inbox.Agent: this package knows no app
    scopes: frozenset[str]
    site: str = ""
    """Its address, as the call reached it: "http://127.0.0.1:8000"; empty over standard input."""
    record_refusal: Callable[[Sequence[str]], None] | None = field(default=None, compare=False)
    """Notes at its token that this call was refused for want of these scopes."""

    @property
    def reader(self) -> str:
        """Its name in the ledger of reads, as over REST."""
        return agent_reader(self.agent.name)

    def may(self, scope: str) -> bool:
        return scope in self.scopes

    def require(self, *scopes: str) -> None:
        """Checks that its token has one of these scopes. Raises MissingToolScope, which names them."""
        if not self.scopes.intersection(scopes):
            named = " or ".join(repr(scope) for scope in scopes)
            raise MissingToolScope(
                f"This token lacks the scope {named}. A person can give it on the page Agents.",
                missing_scopes=scopes,
            )
