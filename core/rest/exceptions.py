"""The base of the apps' errors: a readable message and a stable code; no HTTP."""

from collections.abc import Sequence
from typing import ClassVar


class ProductError(Exception):
    """An error that the caller can understand and fix. `code` never changes once released."""

    code: ClassVar[str] = "error"
    # For want of which the caller's token was refused.
    missing_scopes: Sequence[str] = ()

    def __init__(self, message: str, **extra: object) -> None:
        super().__init__(message)
        self.message = message
        self.extra = extra
