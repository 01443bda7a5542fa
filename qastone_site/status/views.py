"""/status: the findings of all checks, what they mean for users, and how to mend them."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.pages.fragments import render_page
from core.pages.request_account import staff_only
from qastone_site.health import HealthFinding, HealthState, examine

# The worst state first; within a state the order of the checks.
_GRAVEST = list(HealthState)


@never_cache
@require_safe
@staff_only
def status_page(request: HttpRequest) -> HttpResponse:
    """The findings as a page, as the fragment for htmx, or with `?format=json` as `manage.py doctor --json`."""
    findings = examine()
    if request.GET.get("format") == "json":
        return JsonResponse([finding.as_json() for finding in findings], safe=False)
    context = {
        "findings": sorted(findings, key=lambda finding: _GRAVEST.index(finding.state)),
        "announcement": _announcement(findings),
        "state": min((finding.state for finding in findings), key=_GRAVEST.index),
        "checked": timezone.now(),
        "has_model": bool(settings.LLM_MODEL),
    }
    return render_page(request, "status/status.html", context, regions={"findings": "status/_findings.html"})


def _announcement(findings: list[HealthFinding]) -> str:
    """One sentence with the names of what is wrong; screen readers announce it when a poll changes it."""
    parts = []
    for state, words in ((HealthState.WRONG, "Wrong"), (HealthState.WARNING, "To check")):
        named = [finding.title for finding in findings if finding.state == state]
        if named:
            parts.append(f"{words}: {', '.join(named)}.")
    return " ".join(parts) or "Everything works."
