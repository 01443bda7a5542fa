"""Which HTTP status each error of this app carries."""

from inbox import exceptions
from rest.problems import answer_with

answer_with(
    {
        exceptions.InboxError: 400,
        exceptions.MissingScope: 403,
        exceptions.MessageNotFound: 404,
        exceptions.RecipientNotFound: 404,
        exceptions.InboxNotFound: 404,
        exceptions.HelperNotFound: 404,
        exceptions.AssistantNotFound: 404,
        exceptions.NothingToResend: 409,
        exceptions.WebhookNotFound: 404,
        exceptions.CallNotFound: 404,
        exceptions.WebhookTaken: 409,
        exceptions.TooManyWebhooks: 409,
        exceptions.WebhookOff: 409,
        exceptions.CallNotFailed: 409,
        exceptions.HelperNotFailed: 409,
        exceptions.HelperUnderWay: 409,
        exceptions.MemoryNotFound: 404,
        exceptions.MessageTooLarge: 413,
        exceptions.MemoryTooLarge: 413,
        exceptions.TooManyHops: 422,
        exceptions.TooManyHelpers: 429,
        exceptions.AssistantUnavailable: 503,
    }
)
