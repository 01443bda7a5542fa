"""/status: what works and what does not, what that means for whoever uses the site, and how to mend it."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.pages.request_account import staff_only
from qastone_site.health import HealthFinding, HealthState, examine

# What is wrong comes first; otherwise as the checks stand.
_GRAVEST = list(HealthState)


@never_cache
@require_safe
@staff_only
def status_page(request: HttpRequest) -> HttpResponse:
    """The findings as a page, as the region of it that asks again, or with `?format=json` as doctor gives them."""
    findings = examine()
    if request.GET.get("format") == "json":
        return JsonResponse([finding.as_json() for finding in findings], safe=False)
    context = {
        "findings": sorted(findings, key=lambda finding: _GRAVEST.index(finding.state)),
        "said": _announcement(findings),
        "state": min((finding.state for finding in findings), key=_GRAVEST.index),
        "checked": timezone.now(),
    }
    is_fragment = request.headers.get("HX-Target") == "findings"
    response = render(request, "status/_findings.html" if is_fragment else "status/status.html", context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _announcement(findings: list[HealthFinding]) -> str:
    """All in one sentence, the names of what is not well in it: a poll announces it when it changes."""
    parts = []
    for state, words in ((HealthState.WRONG, "Wrong"), (HealthState.WARNING, "To look at")):
        named = [finding.title for finding in findings if finding.state == state]
        if named:
            parts.append(f"{words}: {', '.join(named)}.")
    return " ".join(parts) or "Everything works."
