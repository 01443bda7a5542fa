"""The kinds of answers: what writes one, and what saves it. Each app declares its own, once."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.module_loading import autodiscover_modules

from answering.exceptions import OF_ANY_KIND, AnswerFailed
from answering.models import WrittenAnswer
from core.llm import Draft
from core.rest.exceptions import ProductError

Write = Callable[[WrittenAnswer, Draft], Any]
Save = Callable[[WrittenAnswer, Any], Any]
WriteHandler = TypeVar("WriteHandler", bound=Write)
SaveHandler = TypeVar("SaveHandler", bound=Save)


class AnswerKind:
    """One kind of answers. `errors` are those that its handlers may raise. Raises ValueError for a name in use."""

    def __init__(self, name: str, *, errors: tuple[type[ProductError], ...]) -> None:
        if name in _kinds:
            raise ValueError(f"There are two kinds of answers named {name!r}.")
        self.name = name
        self._errors = {error.code: error for error in (*OF_ANY_KIND, *errors)}
        self.write: Write | None = None
        self.save: Save | None = None
        _kinds[name] = self

    def writes(self, handler: WriteHandler) -> WriteHandler:
        """Decorates what gathers, asks the model and checks: called outside a transaction, with the row and a draft
        for the model's call. It may be called twice, after a worker was lost.
        """
        self.write = handler
        return handler

    def saves(self, handler: SaveHandler) -> SaveHandler:
        """Decorates what stores what was written: called once, in the transaction that ends the answer.

        Returns the `result`, as JSON; empty where there is nothing to store.
        """
        self.save = handler
        return handler

    def error_of(self, answer: WrittenAnswer) -> ProductError:
        """The error that it ended with, as it was raised."""
        error = answer.error
        kind = self._errors.get(error.get("code", ""), AnswerFailed)
        return kind(error.get("message", ""), **error.get("extra", {}))


_kinds: dict[str, AnswerKind] = {}


def find_answer_kind(name: str) -> AnswerKind:
    """The kind with its handlers, whose modules the apps' `tasks` import."""
    if name not in _kinds or _kinds[name].write is None:
        autodiscover_modules("tasks")
    return _kinds[name]
