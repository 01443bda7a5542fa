"""Masks keys and passwords of the settings in texts of others: an address in an error may hold one."""

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from django.conf import settings

HIDDEN = "…"
_KEYS = ("SECRET_KEY", "LLM_API_KEY", "EMBEDDINGS_API_KEY", "METRICS_TOKEN", "BRAIN_NEWS_API_KEY")
_ADDRESSES = (
    "CELERY_BROKER_URL",
    "LLM_BASE_URL",
    "EMBEDDINGS_BASE_URL",
    "BRAIN_WIKIPEDIA_URL",
)
# User and password of any URL.
_USER_INFO = re.compile(r"(?<=://)[^\s/]*(?=@)")


def mask_secrets(text: str) -> str:
    """The text with each of this site's secrets, and the user of each address, as "…"."""
    text = _USER_INFO.sub(HIDDEN, text)
    # The longest first: one may be a part of another.
    for secret in sorted(set(_secrets()), key=len, reverse=True):
        # Whole words alone: a password "a" must not mask every "a".
        text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", HIDDEN, text)
    return text


def _secrets() -> Iterator[str]:
    found = [str(getattr(settings, name)) for name in _KEYS]
    found += [str(database.get("PASSWORD") or "") for database in settings.DATABASES.values()]
    for name in _ADDRESSES:
        parts = urlsplit(str(getattr(settings, name)))
        found += [parts.password or "", unquote(parts.password or ""), parts.query]
    return filter(None, found)
