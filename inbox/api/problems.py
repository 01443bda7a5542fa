"""Which HTTP status each error of this app carries."""

from core.rest.problems import register_statuses
from inbox import exceptions

register_statuses(
    {
        exceptions.InboxError: 400,
        exceptions.ExtraScopeRequired: 403,
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
        exceptions.WebhookDisabled: 409,
        exceptions.CallNotFailed: 409,
        exceptions.HelperNotFailed: 409,
        exceptions.HelperAlreadyRunning: 409,
        exceptions.MemoryNotFound: 404,
        exceptions.MemoryOfAnotherAgent: 403,
        exceptions.MessageTooLarge: 413,
        exceptions.MemoryTooLarge: 413,
        exceptions.TooManyHops: 422,
        exceptions.TooManyHelpers: 429,
        exceptions.AssistantUnavailable: 503,
    }
)
