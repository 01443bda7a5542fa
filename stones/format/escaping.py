"""Escaping: content may hold anything, stones included, and still reads back exactly.

A line of k ≥ 0 backslashes followed by a reserved line gains one backslash on writing and loses one on reading, so
the two are inverse for every text. docs/stone-format.md, section 5.
"""

from stones.format.delimiters import CLOSE, FIRST_OF_STRUCTURE, OPEN, SEPARATOR, trim

# Every reserved line contains one of these: other texts need no look at their lines.
_SIGNS = ("LOD-", SEPARATOR, "QASTONE§")


def is_reserved(line: str) -> bool:
    """Whether any reader could take this line of content for structure."""
    if not line or line[0] not in FIRST_OF_STRUCTURE:
        return False
    return line.startswith(("LOD-", OPEN, CLOSE)) or trim(line) in (SEPARATOR, OPEN, CLOSE)


def escape(content: str) -> str:
    if not _may_hold_reserved(content):
        return content
    return "\n".join("\\" + line if is_reserved(line.lstrip("\\")) else line for line in content.split("\n"))


def unescape(content: str) -> str:
    if "\\" not in content or not _may_hold_reserved(content):
        return content
    return "\n".join(
        line[1:] if line.startswith("\\") and is_reserved(line.lstrip("\\")) else line
        for line in content.split("\n")
    )


def _may_hold_reserved(content: str) -> bool:
    return any(sign in content for sign in _SIGNS)
