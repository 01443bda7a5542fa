"""The normal form of tags: lower case, no "#", words of one tag joined by "-"."""

import re
from collections.abc import Iterable

from core.text.normalize_unicode import normalize_unicode

_HASHED = re.compile(r"(?<!\s)\s++(?=#)")


def split_tags(texts: Iterable[str]) -> list[str]:
    """The tags in these texts, each once, in order: "Eco Systems, #web" holds "eco-systems" and "web".

    A text is split at commas, and if it begins with "#" also before each further one. Blank tags are left out.
    """
    parts = (part for text in texts for part in _split_text(text))
    return list(dict.fromkeys(tag for part in parts if (tag := normalize_tag(part))))


def normalize_tag(text: str) -> str:
    """One tag as it is stored and searched; empty if nothing is left."""
    folded = normalize_unicode("NFKC", text).lower()
    return "-".join(folded.split()).lstrip("#").strip("-")


def _split_text(text: str) -> Iterable[str]:
    for part in text.replace("\n", ",").split(","):
        yield from _HASHED.split(part.strip()) if part.strip().startswith("#") else [part]
