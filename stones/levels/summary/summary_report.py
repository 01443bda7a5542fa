"""What the check of a sender's words answers with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SummaryFault:
    """What the words claim and the text does not say. `message` is one line from which a model can mend them.

    Codes: empty, too_long, sentences, not_prose, number, path, command, identifier, name, negation, superseded.
    """

    code: str
    message: str
    field: str
    """summary or detail."""
    line: int | None = None
    """Of the text, from 1; None: it is about no one place."""


@dataclass(frozen=True, slots=True)
class Omission:
    """What the text demands near its top or sets apart, and the words do not tell. Codes: warning, prohibition, ask."""

    code: str
    message: str
    text: str
    """The text's own words, at most 110 characters."""
    line: int


@dataclass(frozen=True, slots=True)
class SummaryReport:
    """With `faults` the words are not taken until mended; what is `left_out` is only named in the answer."""

    faults: tuple[SummaryFault, ...] = ()
    left_out: tuple[Omission, ...] = ()

    @property
    def messages(self) -> tuple[str, ...]:
        """One line each, faults first."""
        faults = [fault.message for fault in self.faults]
        return (*faults, *(missing.message for missing in self.left_out))
