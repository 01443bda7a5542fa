"""The pure part of analytics: from sums of tokens to what a page, a table or a file shows of them."""

from analytics.sums.figures import Day, Figures, Row, Savings, Sum, savings_of
from analytics.sums.pages import general_path
from analytics.sums.periods import DAYS, MOST_DAYS, days_between, period_of
from analytics.sums.tables import COLUMNS, savings_csv, savings_json, usage_json
from analytics.sums.usage import Assistant, Count, Page, Received, Usage

__all__ = [
    "COLUMNS",
    "DAYS",
    "MOST_DAYS",
    "Assistant",
    "Count",
    "Day",
    "Figures",
    "Page",
    "Received",
    "Row",
    "Savings",
    "Sum",
    "Usage",
    "days_between",
    "general_path",
    "period_of",
    "savings_csv",
    "savings_json",
    "savings_of",
    "usage_json",
]
