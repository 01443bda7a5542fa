"""The answer of a tool: text for a model, and the same as fields for a program."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

Support = Literal["sources", "nearest", "none"]
"""Whether what was found answers; `nearest`: perhaps not, it is the nearest there is."""


class Wait(NamedTuple):
    """There is nothing yet and the caller would wait: until `topic` is notified, or for so many seconds. Then the
    tool is called again: with `arguments`, if they are given.

    `poll_seconds`: seconds after which it is called though nothing was notified; 0: never.
    """

    topic: str
    seconds: float
    arguments: Mapping[str, Any] | None = None
    poll_seconds: float = 0


class Output(BaseModel):
    """The fields of a tool's answer. What is None is left out."""

    def fields(self) -> dict[str, Any]:
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Untrusted(Output):
    """With others' words in it. Fields have no fence around them: the names of those that would need one come first."""

    untrusted: list[str] = ["text"]


@dataclass(frozen=True)
class ToolAnswer:
    """`text` and `data` say the same: clients give a model one of them."""

    text: str
    data: Output
    wait: Wait | None = None
