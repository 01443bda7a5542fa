"""What can go wrong with any tool, in words for the model that called it."""

from core.rest.exceptions import ProductError


class MissingToolScope(ProductError):
    """The token may not do this."""

    code = "missing_scope"


class InvalidArguments(ProductError):
    """Arguments that the tool does not take; the message names each."""

    code = "invalid_arguments"


class ToolDatabaseUnavailable(ProductError):
    """Nothing was done: the caller asks again."""

    code = "database_unavailable"


class UnexpectedToolError(ProductError):
    """A fault of ours. It tells nothing of itself; the log does, under the request's id."""

    code = "error"


class InvalidCallKey(ProductError):
    code = "invalid_idempotency_key"


class CallKeyReused(ProductError):
    """Under this key something else was done."""

    code = "idempotency_key_reused"


class CallAlreadyDone(ProductError):
    """Under this key it was done before, and of the answer the text alone is left: no result of the tool's schema."""

    code = "already_done"
