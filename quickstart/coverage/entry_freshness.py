"""When an entry is outdated: the text of a skill that it names has changed since its review."""

from datetime import datetime


def text_changed(*, created: datetime, body_changed: datetime) -> datetime | None:
    """When a skill's text last changed; None for its first text.

    The first text is no change: entries are often reviewed before the file of their skill is imported.
    """
    return body_changed if body_changed > created else None


def is_outdated(*, reviewed: datetime | None, changed: datetime | None) -> bool:
    """Whether an entry was reviewed before a text changed. `changed` is from `text_changed`."""
    return reviewed is not None and changed is not None and changed > reviewed
