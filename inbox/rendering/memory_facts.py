"""A memory as REST and the pages' JSON say it."""

from typing import Any

from core.rest.trust import UNTRUSTED
from inbox.models import Memory
from inbox.rendering.format_time import format_time


def serialize_memory(memory: Memory) -> dict[str, Any]:
    """What is known of it but its text."""
    return {
        "id": memory.pk,
        "key": memory.key,
        "tags": memory.tags,
        "shared": memory.shared,
        "tokens": memory.tokens,
        "created": format_time(memory.created),
        "expires": format_time(memory.expires),
    }


def serialize_memory_text(memory: Memory) -> dict[str, Any]:
    """As recall lists it, with all of its text."""
    return serialize_memory(memory) | {
        "text": memory.text,
        "by": memory.agent.name,
        "superseded": format_time(memory.superseded),
        "restored": format_time(memory.restored),
        "trust": UNTRUSTED,
    }
