"""The overview, and the updates of its first steps."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analytics.sums.export_tables import savings_json
from analytics.sums.row_bars import day_line
from core.pages.json_twins import wants_json
from core.pages.request_account import account_of
from qastone_site.example_cost import EXAMPLE_COST
from qastone_site.overview import attention_alerts, setup_steps, waiting_alerts
from qastone_site.overview.count_rows import count_all
from qastone_site.overview.recent_savings import recent_savings
from qastone_site.overview.site_alerts import site_alerts
from stones.models import Stone


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """What waits, what was saved, what needs attention."""
    account = account_of(request)
    rows = waiting_alerts.rows(account) | attention_alerts.rows(account) | setup_steps.rows(account)
    counts = count_all(account, rows | {"demo": Stone.objects.filter(account=account, is_demo=True)})
    saved = recent_savings(account)
    waiting = waiting_alerts.waiting(counts)
    attention = [*site_alerts(account), *attention_alerts.attention(account, counts)]
    if wants_json(request):
        alerts = {"waiting": waiting, "attention": attention}
        figures = {name: [asdict(alert) for alert in each] for name, each in alerts.items()}
        return JsonResponse({**figures, "savings": savings_json(saved)})
    context = {
        "waiting": waiting,
        "agents_unread": waiting_alerts.agents_unread(counts),
        "attention": attention,
        "steps": setup_steps.steps(account, counts),
        "saved": saved,
        "line": day_line(saved.days),
        "example": EXAMPLE_COST,
        "has_demo": counts["demo"] > 0,
    }
    return render(request, "overview.html", context)


@require_safe
def first_steps(request: HttpRequest) -> HttpResponse:
    """The fragment of the steps if their number differs from `?done=`, otherwise 204."""
    account = account_of(request)
    found = setup_steps.steps(account, count_all(account, setup_steps.rows(account)))
    if request.GET.get("done") == str(found.done):
        return HttpResponse(status=204)
    return render(request, "overview/_steps.html", {"steps": found})
