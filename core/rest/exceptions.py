"""The base of the errors that the apps raise: plain words and a stable code; no HTTP in it."""

from typing import ClassVar


class ProductError(Exception):
    """Something that the caller can read and mend. `code` never changes once released."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, **extra: object) -> None:
        super().__init__(message)
        self.message = message
        self.extra = extra
