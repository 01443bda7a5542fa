"""The pure part of analytics: from sums of tokens to figures, bars and files."""

from analytics.sums.export_tables import COLUMNS, savings_csv, savings_json, usage_json
from analytics.sums.general_paths import general_path
from analytics.sums.periods import DAYS, MAX_DAYS, days_between, period_of
from analytics.sums.savings_figures import DaySavings, Figures, LedgerSum, Savings, SavingsRow, savings_of
from analytics.sums.usage_figures import AssistantUse, NamedCount, PageUse, ReceivedStones, UsageFigures

__all__ = [
    "COLUMNS",
    "DAYS",
    "MAX_DAYS",
    "AssistantUse",
    "DaySavings",
    "Figures",
    "LedgerSum",
    "NamedCount",
    "PageUse",
    "ReceivedStones",
    "Savings",
    "SavingsRow",
    "UsageFigures",
    "days_between",
    "general_path",
    "period_of",
    "savings_csv",
    "savings_json",
    "savings_of",
    "usage_json",
]
