"""What can be done with agents, messages, memory and helpers: one function per use case, keyword-only."""

from inbox.services.expire_deliveries import dead_letter_deliveries, expire_messages
from inbox.services.fetch_messages import fetch
from inbox.services.issue_tokens import IssuedToken, issue_token, record_use, revoke_token, rotate_token
from inbox.services.manage_agents import close_agent, create_agent, describe_agent, site_agent
from inbox.services.manage_contacts import add_contact, contact_policy, remove_contact, set_contact_policy
from inbox.services.mark_deliveries import acknowledge, archive, mark_read, unarchive
from inbox.services.memory import RecallResult, forget, recall, remember
from inbox.services.open_inboxes import find_inbox, open_inbox, shareable_agents
from inbox.services.read_messages import read_message
from inbox.services.send_messages import Outgoing, SendResult, send_message, send_stone

__all__ = [
    "IssuedToken",
    "Outgoing",
    "RecallResult",
    "SendResult",
    "acknowledge",
    "add_contact",
    "archive",
    "close_agent",
    "contact_policy",
    "create_agent",
    "dead_letter_deliveries",
    "describe_agent",
    "expire_messages",
    "fetch",
    "find_inbox",
    "forget",
    "issue_token",
    "mark_read",
    "open_inbox",
    "read_message",
    "recall",
    "record_use",
    "remember",
    "remove_contact",
    "revoke_token",
    "rotate_token",
    "send_message",
    "send_stone",
    "set_contact_policy",
    "shareable_agents",
    "site_agent",
    "unarchive",
]
