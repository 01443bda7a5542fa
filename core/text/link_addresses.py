"""Addresses of links and images in a text, which a reader does not read: their figures state nothing."""

import re

_TARGET = r"\((?!mailto:|tel:)[^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\)"
_BARE = r"\b(?:https?|ftp|file)://[^\s<>()\[\]]*(?:\([^\s<>()\[\]]*\)[^\s<>()\[\]]*)*|\bwww\.[^\s<>()\[\]]+"
_HIDDEN = re.compile(
    rf"(?<=\]){_TARGET}"
    r"|!\[\[[^\[\]\n]*\]\]"
    r"|(?<=<)(?:img|a|iframe|video|audio|source)\s[^<>]{0,1000}(?=>)",
    re.IGNORECASE,
)
"""`[text](address)`, `![[embedded.png]]`, the attributes of a tag."""
_SHOWN = re.compile(_BARE, re.IGNORECASE)


def mask_targets(text: str) -> str:
    """With spaces in place of the addresses that a reader does not see; everything else stays at its place."""
    return _HIDDEN.sub(_spaces, text) if "](" in text or "[[" in text or "<" in text else text


def mask_addresses(text: str) -> str:
    """The same, also without those that stand there in full: `https://…/2021/03`, `<https://…>`."""
    text = mask_targets(text)
    return _SHOWN.sub(_spaces, text) if "://" in text or "www." in text.lower() else text


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])
