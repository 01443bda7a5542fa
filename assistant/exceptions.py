"""Errors of the assistant's apps, connections and menus, each with a stable code."""

from core.rest.exceptions import ProductError


class AssistantError(ProductError):
    """The base of this app's errors."""

    code = "assistant_error"


class UnknownKey(AssistantError):
    """No app has this key, or the page that sends it is not the app's; the error does not say which."""

    code = "unknown_key"


class GrantRefused(AssistantError):
    """A connection that was altered, has run out, was ended, or is another origin's; the error does not say which."""

    code = "grant_refused"


class InvalidApp(AssistantError):
    """A name or an origin that no app may have. `field` says which."""

    code = "invalid_app"


class AppTaken(AssistantError):
    """The account has an app of this name or this origin already. `field` says which."""

    code = "app_taken"


class TooManyApps(AssistantError):
    code = "too_many_apps"


class AppNotFound(AssistantError):
    """There is none, or it is another account's; the error does not say which."""

    code = "app_not_found"


class ProposalNotFound(AssistantError):
    """There is none, or it is another account's; the error does not say which."""

    code = "proposal_not_found"


class ProposalDecided(AssistantError):
    """It was decided already, or the menu has changed since."""

    code = "proposal_decided"


class TooManyEvents(AssistantError):
    """An app's key has sent as many events as it may in a day. `retry_after`: seconds until the next day."""

    code = "too_many_events"


class InvalidRequest(AssistantError):
    """Fields that do not go together."""

    code = "invalid_request"
