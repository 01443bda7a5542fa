"""Errors of agents, tokens, messages, memory, helpers, chat and webhooks, each with a stable code."""

from core.rest.exceptions import ProductError
from core.rest.scopes import scope_error


class InboxError(ProductError):
    """The base of this app's errors."""

    code = "inbox_error"


class InvalidAgentName(InboxError):
    code = "invalid_agent_name"


class AgentNameTaken(InboxError):
    code = "agent_name_taken"


class UnknownScope(InboxError):
    code = "unknown_scope"


class InvalidAgent(InboxError):
    """A kind or capability that an agent cannot have."""

    code = "invalid_agent"


class SiteAgentError(InboxError):
    """The person, the assistant and the helper of an account: nobody holds a token for them, nobody closes them."""

    code = "agent_of_site"


class AgentClosed(InboxError):
    code = "agent_closed"


class TokenNotValid(InboxError):
    """Revoked, expired or replaced: it cannot be rotated."""

    code = "token_not_valid"


class InvalidMessage(InboxError):
    """A payload, subject, type, priority or time to live that cannot be sent."""

    code = "invalid_message"


class MessageTooLarge(InboxError):
    code = "message_too_large"


class RecipientNotFound(InboxError):
    """No recipient is an agent that the sender may write to. It does not disclose which agents exist."""

    code = "recipient_not_found"


class MessageNotFound(InboxError):
    """There is none, or it is not in this agent's inbox; the error does not say which."""

    code = "message_not_found"


class ExtraScopeRequired(InboxError):
    """The call needs a further scope beside that of its operation."""

    code = "missing_scope"

    def __init__(self, scope: str, consequence: str) -> None:
        super().__init__(f"{scope_error([scope])} {consequence}")
        self.missing_scopes = (scope,)


class TooManyHops(InboxError):
    """The thread has MAX_HOPS replies to replies, as when two programs answer each other."""

    code = "too_many_hops"


class NothingToResend(InboxError):
    code = "nothing_to_resend"


class InvalidContact(InboxError):
    """An unknown contact policy, or an account that does not exist or is one's own."""

    code = "invalid_contact"


class InvalidHelperTask(InboxError):
    """A task, a size of its answer or a budget that no helper takes."""

    code = "invalid_helper_task"


class HelperNotFound(InboxError):
    """There is none, or another agent asked for it; the error does not say which."""

    code = "helper_not_found"


class HelperNotFailed(InboxError):
    """Only a helper that was given up can be started again."""

    code = "helper_not_failed"


class HelperAlreadyRunning(InboxError):
    """The same task for the same stone is running already, with another answer size or budget."""

    code = "helper_under_way"


class TooManyHelpers(InboxError):
    code = "too_many_helpers"


class InvalidMemory(InboxError):
    """A text, key, tag or time to live that cannot be remembered, or a query that cannot be asked."""

    code = "invalid_memory"


class MemoryTooLarge(InboxError):
    code = "memory_too_large"


class MemoryNotFound(InboxError):
    """There is none, or it is not this agent's; the error does not say which."""

    code = "memory_not_found"


class MemoryOfAnotherAgent(InboxError):
    """It is shared, but another agent of the account wrote it."""

    code = "memory_of_another_agent"


class InboxNotFound(InboxError):
    """There is none of this name, or it is another agent's; the error does not say which."""

    code = "inbox_not_found"


class InvalidInbox(InboxError):
    """An inbox that cannot be granted to a token: another account's, a closed agent's, or of the site itself."""

    code = "invalid_inbox"


class InvalidChat(InboxError):
    """A message, a history or a context that the assistant does not take."""

    code = "invalid_chat"


class AssistantNotFound(InboxError):
    code = "assistant_not_found"


class AssistantUnavailable(InboxError):
    """The model that is configured did not answer: a fault of ours, not the asker's."""

    code = "assistant_unavailable"


class InvalidWebhook(InboxError):
    """An address that no webhook may have."""

    code = "invalid_webhook"


class WebhookTaken(InboxError):
    code = "webhook_taken"


class TooManyWebhooks(InboxError):
    code = "too_many_webhooks"


class WebhookNotFound(InboxError):
    """There is none, or it is another agent's; the error does not say which."""

    code = "webhook_not_found"


class WebhookDisabled(InboxError):
    code = "webhook_off"


class CallNotFound(InboxError):
    """There is none, or it is of another agent's webhook; the error does not say which."""

    code = "call_not_found"


class CallNotFailed(InboxError):
    """Only a call that was given up can be made again."""

    code = "call_not_failed"
