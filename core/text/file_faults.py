"""Faults of a file, with their places."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a person should fix (a fault) or should know (a warning)."""

    file: str
    """Empty if no single file is meant."""
    line: int
    """From 1; 0 for the whole file."""
    field: str
    """Empty if the whole line is meant."""
    reason: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.place, self.field) if part)
        return f"{where}: {self.reason}" if where else self.reason

    @property
    def place(self) -> str:
        """The file, with the line if known."""
        return ", ".join(part for part in (self.file, f"line {self.line}" if self.line else "") if part)
