"""Which HTTP status each error of this app carries."""

from clipboard import exceptions
from core.rest.problems import register_statuses

register_statuses(
    {
        exceptions.ClipboardError: 400,
        exceptions.CopyNotFound: 404,
        exceptions.ClipboardPaused: 409,
        exceptions.TextNotStored: 409,
        exceptions.StoneNotMade: 422,
        exceptions.SecretCopied: 422,
    }
)
