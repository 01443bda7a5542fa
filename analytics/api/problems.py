"""Which HTTP status each error of this app carries."""

from analytics import exceptions
from rest.problems import answer_with

answer_with({exceptions.AnalyticsError: 400})
