"""A memory as REST and the pages' JSON say it."""

from typing import Any

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
