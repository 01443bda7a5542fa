"""Probes for monitoring: /health (this process), /readyz (all that a request needs), /metrics."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView

from qastone_site.answer_metrics import write_answer_metrics
from qastone_site.health import READINESS
from qastone_site.job_metrics import write_job_metrics


@login_not_required
@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 while this process answers."""
    return JsonResponse({"status": "ok"})


@login_not_required
@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations, broker and worker are fine, else 503. Both name each check with its result."""
    # Details (versions, addresses) are for `manage.py doctor`, not for strangers.
    checks = {found.name: found.ok for found in (check() for check in READINESS)}
    return JsonResponse(
        {"ready": all(checks.values()), "checks": checks}, status=200 if all(checks.values()) else 503
    )


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Counters for Prometheus. 404 without METRICS_TOKEN as the bearer token."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not constant_time_compare(token, settings.METRICS_TOKEN):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    response.write(write_job_metrics())
    response.write(write_answer_metrics())
    return response
