"""Errors of analytics."""

from core.rest.exceptions import ProductError


class AnalyticsError(ProductError):
    """The base of this app's errors."""

    code = "analytics_error"


class InvalidEvents(AnalyticsError):
    """Invalid events: `extra` has the `index` of the first one and the `reason`, or the `limit` that was exceeded."""

    code = "invalid_events"
