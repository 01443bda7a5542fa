"""Times as REST and the pages' JSON write them."""

from typing import Any

from django.utils.timezone import localtime


def format_time(moment: Any) -> str | None:
    """ISO 8601 in UTC, to the second."""
    return None if moment is None else localtime(moment).strftime("%Y-%m-%dT%H:%M:%SZ")
