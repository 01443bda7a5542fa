"""What is wrong with a file, and where, in words for whoever mends it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a person should mend (a fault) or should know (a warning)."""

    file: str
    line: int
    """From 1; 0 where the whole file is meant."""
    field: str
    """The field, empty where the whole line is meant."""
    reason: str

    def __str__(self) -> str:
        where = (self.file, f"line {self.line}" if self.line else "", self.field)
        return f"{', '.join(part for part in where if part)}: {self.reason}"
