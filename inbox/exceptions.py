"""What can go wrong with agents and their tokens."""

from rest.exceptions import ProductError


class InboxError(ProductError):
    """The base of this app's errors."""

    code = "inbox_error"


class InvalidAgentName(InboxError):
    code = "invalid_agent_name"


class AgentNameTaken(InboxError):
    code = "agent_name_taken"


class UnknownScope(InboxError):
    code = "unknown_scope"
