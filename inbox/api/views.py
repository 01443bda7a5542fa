"""What every operation of an inbox begins with."""

from typing import cast

from inbox.models import Agent, AgentToken
from rest.views import RestView


class InboxView(RestView):
    """An operation on the inbox of the token's agent: no field or parameter names another."""

    @property
    def agent(self) -> Agent:
        token = cast(AgentToken, self.request.auth)
        # The account is loaded already; the row of the agent does not know.
        token.agent.account = token.account
        return token.agent

    @property
    def scopes(self) -> list[str]:
        """Those of the token."""
        return list(cast(AgentToken, self.request.auth).scopes)

    @property
    def only_delivered(self) -> bool:
        """Whether the token opens this inbox and no other stones: then what nobody sent to the agent is not there."""
        return "stones:read" not in self.scopes
