"""Usage of the pages and of the assistant, without any content."""

from analytics.models.usage_events import Event, EventType

__all__ = ["Event", "EventType"]
