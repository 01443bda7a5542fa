"""What can be done with agents, messages, memory and helpers: one function per use case, keyword-only."""

from inbox.services.agents import close_agent, create_agent, describe_agent, site_agent
from inbox.services.contacts import add_contact, contact_policy, remove_contact, set_contact_policy
from inbox.services.expiry import bury_deliveries, expire_messages
from inbox.services.fetching import Fetched, fetch
from inbox.services.inboxes import agents_to_give, find_inbox, open_inbox
from inbox.services.marking import acknowledge, archive, mark_read, unarchive
from inbox.services.memory import Recalled, Remembered, forget, recall, remember
from inbox.services.reading import MessageFocus, MessageLevel, focus_message, read_message, request_lod
from inbox.services.sending import Outgoing, Sent, resend, send_message, send_stone
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
    "Fetched",
    "MessageFocus",
    "MessageLevel",
    "NewToken",
    "Outgoing",
    "Recalled",
    "Remembered",
    "Sent",
    "acknowledge",
    "add_contact",
    "agents_to_give",
    "archive",
    "bury_deliveries",
    "close_agent",
    "contact_policy",
    "create_agent",
    "describe_agent",
    "expire_messages",
    "fetch",
    "find_inbox",
    "focus_message",
    "forget",
    "issue_token",
    "mark_read",
    "open_inbox",
    "read_message",
    "recall",
    "record_use",
    "remember",
    "remove_contact",
    "request_lod",
    "resend",
    "revoke_token",
    "rotate_token",
    "send_message",
    "send_stone",
    "set_contact_policy",
    "site_agent",
    "unarchive",
]
