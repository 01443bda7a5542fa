"""Sums over an account's ledger and events."""

from analytics.queries.savings import savings
from analytics.queries.usage import MAX_ROWS, usage
from analytics.sums import DaySavings, Figures, Savings, SavingsRow, UsageFigures

__all__ = ["MAX_ROWS", "DaySavings", "Figures", "Savings", "SavingsRow", "UsageFigures", "savings", "usage"]
