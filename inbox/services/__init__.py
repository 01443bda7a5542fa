"""What can be done with agents, messages, memory and helpers: one function per use case, keyword-only."""

from inbox.services.agents import TOKEN_LIFE, NewToken, create_agent, issue_token, revoke_token

__all__ = ["TOKEN_LIFE", "NewToken", "create_agent", "issue_token", "revoke_token"]
