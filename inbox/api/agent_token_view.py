"""What every operation of an inbox begins with."""

from functools import cached_property
from typing import cast

from core.rest.views import RestView
from inbox.models import Agent, AgentToken
from inbox.services import open_inbox


class AgentTokenView(RestView):
    """An operation of the token's agent: nothing in a call names another sender."""

    @property
    def token(self) -> AgentToken:
        token = cast(AgentToken, self.request.auth)
        # The account is loaded already; the row of the agent does not know.
        token.agent.account = token.account
        return token

    @property
    def agent(self) -> Agent:
        return self.token.agent

    @cached_property
    def inbox(self) -> Agent:
        """Whose inbox the call is about: `?agent=` names one that the token opens, its own unless it is there."""
        return open_inbox(self.token, self.request.query_params.get("agent", self.agent.name))

    @property
    def scopes(self) -> list[str]:
        """Those of the token."""
        return list(self.token.scopes)

    @property
    def only_delivered(self) -> bool:
        """Whether the token opens this inbox and no other stones: then what nobody sent to the agent is not there."""
        return "stones:read" not in self.scopes
