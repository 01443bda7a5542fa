"""Errors that any tool can raise, worded for the model that called it."""

from collections.abc import Sequence

from core.rest.exceptions import ProductError


class MissingToolScope(ProductError):
    """The token lacks the scope."""

    code = "missing_scope"

    def __init__(self, message: str, *, missing_scopes: Sequence[str]) -> None:
        super().__init__(message)
        self.missing_scopes = missing_scopes


class InvalidArguments(ProductError):
    """Arguments that the tool does not accept; the message names each."""

    code = "invalid_arguments"


class ToolDatabaseUnavailable(ProductError):
    """Nothing was done: a retry is safe."""

    code = "database_unavailable"


class UnexpectedToolError(ProductError):
    """A bug of ours. The message reveals nothing; the log has it under the request's id."""

    code = "error"


class InvalidCallKey(ProductError):
    code = "invalid_idempotency_key"


class CallKeyReused(ProductError):
    """The key was used for another request."""

    code = "idempotency_key_reused"


class CallAlreadyDone(ProductError):
    """The call was done before, but only the text of its answer is left: no result of the tool's schema."""

    code = "already_done"
