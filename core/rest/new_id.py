"""Public ids of rows."""

from ulid import ULID


def new_id() -> str:
    """A sortable public id: 26 characters."""
    return str(ULID())
