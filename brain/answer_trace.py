"""How an answer came about: stored with the turn and shown on request."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from brain.answer_sources import SourceType
from brain.checking.checked_answer import DroppedReference, SourceSpan


@dataclass(frozen=True, slots=True)
class TracedSource:
    """A source as retrieval ranked it; `tokens` is what it took of the prompt, 0 when it was not used."""

    type: str
    id: str
    title: str
    score: float
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """`steps` are plain sentences in order; `notices` are for the asker.

    Tokens of the context and the history are our own count; those of the prompt and the completion are the provider's
    where it reports them, else ours.
    """

    retrieved: tuple[TracedSource, ...] = ()
    how: str = ""
    confidence: float = 0.0
    steps: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    sent_to: tuple[str, ...] = ()
    """External sources that received the query."""
    context_tokens: int = 0
    history_tokens: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    attempts: int = 0
    """How often the model was called; 0 without one."""
    cited: tuple[SourceSpan, ...] = ()
    """One for each citation, then each external source, in order, then one for the profile if it was used."""
    dropped: tuple[DroppedReference, ...] = ()
    unsupported: tuple[str, ...] = ()
    """Sentences of the answer that no cited excerpt supports."""
    withheld: tuple[str, ...] = field(default=())
    """Passages that look like instructions to a model and were left out of the prompt."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Trace":
        """What was stored before a field was thought of has its default."""
        known = {each.name for each in fields(cls)}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()
        }
        values["retrieved"] = tuple(TracedSource(**each) for each in values.get("retrieved", ()))
        values["cited"] = tuple(
            SourceSpan(**each | {"type": SourceType(each["type"])}) for each in values.get("cited", ())
        )
        values["dropped"] = tuple(DroppedReference(**each) for each in values.get("dropped", ()))
        return cls(**{name: value for name, value in values.items() if name in known})

    def external_notices(self) -> tuple[str, ...]:
        """Notices about sources outside: which received the question, and which did not answer."""
        return (*describe_sent(self.sent_to), *self.notices)


def describe_sent(sent_to: Sequence[str]) -> list[str]:
    """One sentence, or none when nothing was sent."""
    return [f"The words of the question were sent to {' and '.join(sent_to)}."] if sent_to else []
