"""The dashboard's figures as files. They never contain the sample."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from analytics.queries import savings, usage
from analytics.sums import savings_csv, savings_json, usage_json
from analytics.views.dashboard import requested_period
from audit.services import record
from core.pages.request_account import account_of


@require_safe
def export_csv(request: HttpRequest) -> HttpResponse:
    """A line for the whole, each day, agent, channel and level."""
    since, until = requested_period(request.GET)
    account = account_of(request)
    record("export", "analytics", account=account.pk, form="csv")
    found = savings(account, since=since, until=until)
    response = HttpResponse(savings_csv(found), content_type="text/csv; charset=utf-8; header=present")
    return _named(response, f"savings-{since}-{until}.csv")


@require_safe
def export_json(request: HttpRequest) -> HttpResponse:
    """{"savings": …, "usage": …}."""
    account, (since, until) = account_of(request), requested_period(request.GET)
    record("export", "analytics", account=account.pk, form="json")
    figures = {
        "savings": savings_json(savings(account, since=since, until=until)),
        "usage": usage_json(usage(account, since, until)),
    }
    return _named(JsonResponse(figures), f"analytics-{since}-{until}.json")


def _named(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
