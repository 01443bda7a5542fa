"""What can go wrong with any tool, in words for the model that called it."""

from rest.exceptions import ProductError


class MissingScope(ProductError):
    """The token may not do this."""

    code = "missing_scope"


class InvalidArguments(ProductError):
    """Arguments that the tool does not take; the message names each."""

    code = "invalid_arguments"


class DatabaseUnavailable(ProductError):
    """Nothing was done: the caller asks again."""

    code = "database_unavailable"


class Unforeseen(ProductError):
    """A fault of ours. It tells nothing of itself; the log does, under the request's id."""

    code = "error"


class InvalidKey(ProductError):
    code = "invalid_idempotency_key"


class KeyReused(ProductError):
    """Under this key something else was done."""

    code = "idempotency_key_reused"


class AlreadyDone(ProductError):
    """Under this key it was done before, and of the answer the text alone is left: no result of the tool's schema."""

    code = "already_done"
