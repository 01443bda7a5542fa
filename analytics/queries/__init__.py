"""What the ledger and the events say. Every query begins with the account."""

from analytics.queries.savings import savings
from analytics.queries.usage import MOST_ROWS, usage
from analytics.sums import Day, Figures, Row, Savings, Usage

__all__ = ["MOST_ROWS", "Day", "Figures", "Row", "Savings", "Usage", "savings", "usage"]
