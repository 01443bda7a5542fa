"""The HTTP status of each error of this app, and the refusals that any operation may answer with."""

from assistant import exceptions
from assistant.api.caller_authentication import NOT_CONNECTED, NOT_SIGNED_IN
from assistant.services.connection_grants import REFUSED
from core.rest.problems import register_statuses

register_statuses(
    {
        exceptions.AssistantError: 400,
        exceptions.UnknownKey: 401,
        exceptions.GrantRefused: 401,
        exceptions.AppNotFound: 404,
        exceptions.ProposalNotFound: 404,
        exceptions.AppTaken: 409,
        exceptions.TooManyApps: 409,
        exceptions.ProposalDecided: 409,
        exceptions.TooManyEvents: 429,
    }
)

REFUSALS = (
    (401, {"code": "not_signed_in", "detail": NOT_SIGNED_IN}),
    (401, {"code": "grant_refused", "detail": REFUSED}),
    (403, {"code": "not_connected", "detail": NOT_CONNECTED}),
    (403, {"code": "permission_denied", "detail": "CSRF Failed: CSRF token missing."}),
)
