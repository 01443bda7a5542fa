"""What can be done with agents, messages, memory and helpers: one function per use case, keyword-only."""

from inbox.services.agents import close_agent, create_agent, describe_agent, site_agent
from inbox.services.tokens import (
    TOKEN_LIFE,
    NewToken,
    issue_token,
    record_use,
    revoke_token,
    rotate_token,
)

__all__ = [
    "TOKEN_LIFE",
    "NewToken",
    "close_agent",
    "create_agent",
    "describe_agent",
    "issue_token",
    "record_use",
    "revoke_token",
    "rotate_token",
    "site_agent",
]
