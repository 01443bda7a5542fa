"""The dashboard of token savings."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analytics.queries import savings, usage
from analytics.queries.biggest_handoffs import biggest_handoffs
from analytics.queries.failures import failures, has_ledger
from analytics.sums import DAYS, period_of
from analytics.sums.day_bars import bars
from analytics.sums.row_bars import reads_everything, row_bars, saved_by_day, split_readers
from analytics.views.exports import figures_csv, figures_json
from analytics.views.sample_savings import sample_savings
from core.db.reader_names import PERSON
from core.llm import daily_budget, get_chat_model
from core.pages.fragments import is_for_region, render_page
from core.pages.json_twins import CurlTwin, wants_json, wants_rows
from core.pages.request_account import account_of

DEFAULT_DAYS = 14


@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """`?days=7|14|30|90`; htmx gets the figures alone. Before the first read they are a marked sample."""
    account, (since, until) = account_of(request), requested_period(request.GET)
    if wants_rows(request):
        return (figures_json if wants_json(request) else figures_csv)(account, since, until)
    if is_for_region(request, "biggest"):  # asked for by the page: it need not wait for that sum
        found_stones = biggest_handoffs(account, since=since, until=until)
        return render(request, "analytics/_biggest.html", {"handoffs": found_stones})
    is_sample, days = not has_ledger(account), (until - since).days + 1
    found = (
        sample_savings(since=since, until=until) if is_sample else savings(account, since=since, until=until)
    )
    readers = split_readers(found.by_agent, people=PERSON)
    context: dict[str, Any] = {
        "days": days,
        "curl": CurlTwin("analytics-api:savings", query={"days": days}).command(request),
        "choices": DAYS,
        "is_sample": is_sample,
        "savings": found,
        "bars": bars(found.days),
        "parts": [
            {"kind": kind, "head": head, "bars": row_bars(rows), "by_day": saved_by_day(rows)}
            for kind, head, rows in (
                ("agent", "Reader", readers.counted),
                ("channel", "Channel", found.by_channel),
                ("level", "Deepest level read", found.by_level),
            )
        ],
        "opened_by_people": readers.opened_by_people,
        "reads_all": reads_everything(found.by_agent),
        "handoffs": biggest_handoffs(account, since=since, until=until) if "biggest" in request.GET else None,
        "failures": failures(account, since=since, until=until),
        "usage": usage(account, since, until),
        "budget": daily_budget.today_of(account.pk) if get_chat_model() else None,
    }
    regions = {"analytics": "analytics/_dashboard.html"}
    return render_page(request, "analytics/dashboard.html", context, regions=regions)


def requested_period(query: Mapping[str, str]) -> tuple[date, date]:
    """First and last day (UTC) of `?days=`; of DEFAULT_DAYS where that is none of the choices."""
    days_text = query.get("days", "")
    days = int(days_text) if days_text in map(str, DAYS) else DEFAULT_DAYS
    return period_of(days, today=datetime.now(UTC).date())
