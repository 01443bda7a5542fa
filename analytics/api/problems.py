"""Which HTTP status each error of this app carries."""

from analytics import exceptions
from core.rest.problems import register_statuses

register_statuses({exceptions.AnalyticsError: 400})
