"""What a model has written of an answer so far, for whoever watches it: a draft, which nothing has checked yet."""

from typing import Protocol


class Draft(Protocol):
    """Called in the thread of the call, except `should_stop`."""

    def add(self, text: str) -> None:
        """The next characters of the answer."""
        ...

    def restart(self) -> None:
        """What was added is void: the model is asked again."""
        ...

    def should_stop(self) -> bool:
        """Whether nobody wants the answer any more. Asked several times a second, by another thread: be cheap."""
        ...
