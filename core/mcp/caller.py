"""Who calls a tool, and what its token allows."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from core.mcp.exceptions import MissingToolScope


@dataclass(frozen=True)
class Caller:
    """An agent that acts for its account. Only its token says so, never an argument."""

    account: User
    agent: Any  # an inbox.Agent: this package knows no app
    scopes: frozenset[str]

    @property
    def reader(self) -> str:
        """How the ledger of reads names it, as over REST."""
        return f"agent {self.agent.name}"

    def may(self, scope: str) -> bool:
        return scope in self.scopes

    def require(self, *scopes: str) -> None:
        """Let it go on when its token has one of these scopes. Raises MissingScope, which names them."""
        if not self.scopes.intersection(scopes):
            named = " or ".join(repr(scope) for scope in scopes)
            raise MissingToolScope(
                f"This token lacks the scope {named}. A person can give it on the page Agents."
            )
