"""What can go wrong with analytics, in words for whoever meets it."""

from core.rest.exceptions import ProductError


class AnalyticsError(ProductError):
    """The base of this app's errors."""

    code = "analytics_error"


class InvalidEvents(AnalyticsError):
    """Events that cannot be taken as they are: `extra` has the `index` of the first at fault, and the `reason`."""

    code = "invalid_events"
