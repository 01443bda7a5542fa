"""What people did at the pages and with the assistant, without a word of what they read or wrote."""

from analytics.models.usage_events import Event, EventType

__all__ = ["Event", "EventType"]
