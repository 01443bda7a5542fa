"""The figures as files: JSON for programs, CSV for spreadsheets."""

import csv
from collections.abc import Iterable
from dataclasses import asdict
from io import StringIO
from typing import Any

from analytics.sums.savings_figures import Figures, Savings
from analytics.sums.usage_figures import UsageFigures

COLUMNS = ("by", "key", "paste", "read", "generation", "helpers", "saved", "percent", "reads")
# A cell that begins so is a formula to a spreadsheet; a reader's name may be anybody's.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def figures_json(figures: Figures) -> dict[str, Any]:
    """`percent` is None where nothing would have been pasted."""
    return {
        "paste": figures.paste,
        "read": figures.read,
        "generation": figures.generation,
        "helpers": figures.helpers,
        "saved": figures.saved,
        "percent": figures.percent,
        "reads": figures.reads,
    }


def savings_json(savings: Savings) -> dict[str, Any]:
    return {
        "since": savings.since.isoformat(),
        "until": savings.until.isoformat(),
        "exact": savings.exact,
        **figures_json(savings),
        "days": [{"date": day.day.isoformat(), **figures_json(day)} for day in savings.days],
        "agents": [{"agent": row.key, **figures_json(row)} for row in savings.by_agent],
        "channels": [{"glow_channel": row.key, **figures_json(row)} for row in savings.by_channel],
        "levels": [{"level": row.key, **figures_json(row)} for row in savings.by_level],
    }


def usage_json(usage: UsageFigures) -> dict[str, Any]:
    return asdict(usage) | {"since": usage.since.isoformat(), "until": usage.until.isoformat()}


def savings_csv(savings: Savings) -> str:
    """A line for the whole, then one for each day, agent, channel and level; keys cannot be formulas."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for by, key, figures in _lines(savings):
        values = figures_json(figures)
        cell = f"'{key}" if key.startswith(_FORMULA) else key
        writer.writerow([by, cell, *("" if values[name] is None else values[name] for name in COLUMNS[2:])])
    return file.getvalue()


def _lines(savings: Savings) -> Iterable[tuple[str, str, Figures]]:
    yield "all", f"{savings.since} to {savings.until}", savings
    yield from (("day", day.day.isoformat(), day) for day in savings.days)
    yield from (("agent", row.key, row) for row in savings.by_agent)
    yield from (("channel", row.key, row) for row in savings.by_channel)
    yield from (("level", row.key, row) for row in savings.by_level)
