"""The result of checking an answer."""

from dataclasses import dataclass

from brain.answer_sources import SourceType
from brain.standard_response import StandardResponse


@dataclass(frozen=True, slots=True)
class DroppedReference:
    """A reference that failed the check. `reason` is sent to the model in a retry."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """text[start:end] of the source; start = end = 0 when the source is cited without an excerpt."""

    type: SourceType
    id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """`response` holds only what passed the check; its metadata are derived from that."""

    original: StandardResponse
    """As it was written, before the check."""
    response: StandardResponse
    spans: tuple[SourceSpan, ...]
    """One for each citation, then one for each external source, in order, then one for the profile if it was used
    without a citation of its own.
    """
    dropped: tuple[DroppedReference, ...] = ()
    unsupported: tuple[str, ...] = ()
    """Sentences without support in the cited sources: they are marked, not deleted."""
    reasons: tuple[str, ...] = ()
    """Why the model should be called again, worded for it; empty if the answer is acceptable."""
