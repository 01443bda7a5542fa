"""Public ids of rows."""

from ulid import ULID


def new_id() -> str:
    """A sortable id: 26 characters (ULID)."""
    return str(ULID())
