"""Webhooks without their rows: what is told, which addresses may be called, and the call itself."""

from inbox.webhooks.events import Event, Told, body_of

__all__ = ["Event", "Told", "body_of"]
