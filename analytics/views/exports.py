"""The dashboard's figures as files. They never contain the sample."""

from datetime import date

from django.contrib.auth.models import User
from django.http import HttpResponse, JsonResponse

from analytics.queries import savings, usage
from analytics.sums import savings_csv, savings_json, usage_json
from audit.services import record


def figures_csv(account: User, since: date, until: date) -> HttpResponse:
    """A line for the whole, each day, agent, channel and level."""
    record("export", "analytics", account=account.pk, form="csv")
    found = savings(account, since=since, until=until)
    response = HttpResponse(savings_csv(found), content_type="text/csv; charset=utf-8; header=present")
    response["Content-Disposition"] = f'attachment; filename="savings-{since}-{until}.csv"'
    return response


def figures_json(account: User, since: date, until: date) -> HttpResponse:
    """{"savings": …, "usage": …}."""
    record("export", "analytics", account=account.pk, form="json")
    figures = {
        "savings": savings_json(savings(account, since=since, until=until)),
        "usage": usage_json(usage(account, since, until)),
    }
    return JsonResponse(figures)
