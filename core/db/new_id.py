"""Public ids of rows."""

import re

from ulid import ULID

_ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")


def new_id() -> str:
    """A sortable id: 26 characters (ULID)."""
    return str(ULID())


def is_id(text: str) -> bool:
    """Whether a text of an address can be such an id. PostgreSQL takes no NUL in any other."""
    return _ID.fullmatch(text) is not None
