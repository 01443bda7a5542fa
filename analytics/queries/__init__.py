"""What the ledger and the events say. Every query begins with the account."""

from analytics.queries.savings import savings
from analytics.queries.usage import MOST_ROWS, usage
from analytics.sums import DaySavings, Figures, Savings, SavingsRow, UsageFigures

__all__ = ["MOST_ROWS", "DaySavings", "Figures", "Savings", "SavingsRow", "UsageFigures", "savings", "usage"]
