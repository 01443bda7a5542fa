"""Which HTTP status each error of this app carries."""

from inbox import exceptions
from rest.problems import answer_with

answer_with(
    {
        exceptions.InboxError: 400,
        exceptions.MessageNotFound: 404,
        exceptions.RecipientNotFound: 404,
        exceptions.InboxNotFound: 404,
        exceptions.NothingToResend: 409,
        exceptions.MessageTooLarge: 413,
        exceptions.TooManyHops: 422,
    }
)
