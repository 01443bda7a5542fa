"""Sums over an account's ledger and events."""

from analytics.queries.savings import savings
from analytics.queries.usage import MAX_ROWS, usage
from analytics.sums import UsageFigures

__all__ = ["MAX_ROWS", "UsageFigures", "savings", "usage"]
