"""The base of the API's views that act for the agent of a token."""

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
        # The account is loaded already; `token.agent.account` would load it again.
        token.agent.account = token.account
        return token

    @property
    def agent(self) -> Agent:
        return self.token.agent

    @cached_property
    def inbox(self) -> Agent:
        """The agent of `?agent=`, whose inbox the token must open; the token's own agent without it."""
        return open_inbox(self.token, self.request.query_params.get("agent", self.agent.name))

    @property
    def scopes(self) -> list[str]:
        return list(self.token.scopes)

    @property
    def only_delivered(self) -> bool:
        """Whether the token lacks stones:read: then only stones that others sent to the agent are found."""
        return "stones:read" not in self.scopes
