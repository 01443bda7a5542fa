"""The result of checking a sender's summary."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SummaryFault:
    """A claim that the text does not support. `message` is one line from which a model can fix it.

    Codes: empty, too_long, sentences, not_prose, number, path, command, identifier, name, negation, misread,
    superseded, unrelated, instruction.
    """

    code: str
    message: str
    field: str
    """summary or detail."""
    line: int | None = None
    """Of the text, from 1; None: it is not about one place."""


@dataclass(frozen=True, slots=True)
class Omission:
    """A demand near the text's top or set apart that the summary does not mention. Codes: warning, prohibition, ask."""

    code: str
    message: str
    text: str
    """The text's own words, at most 110 characters."""
    line: int


@dataclass(frozen=True, slots=True)
class SummaryReport:
    """With `faults` the summary is refused until fixed; what is `left_out` is only reported."""

    faults: tuple[SummaryFault, ...] = ()
    left_out: tuple[Omission, ...] = ()

    @property
    def messages(self) -> tuple[str, ...]:
        """One line each, faults first."""
        faults = [fault.message for fault in self.faults]
        return (*faults, *(missing.message for missing in self.left_out))
