"""/llms.txt, this site for agents in one page: docs/agents.md with the site's own address."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from qastone_site.environment import ROOT

PAGE = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
EXAMPLE = "http://127.0.0.1:8000"
"""The address in the documentation."""


@login_not_required
@require_safe
@cache_control(public=True, max_age=3600)
def llms_txt(request: HttpRequest) -> HttpResponse:
    """Public, as the convention has it; it holds nothing of any account."""
    site = f"{request.scheme}://{request.get_host()}"
    return HttpResponse(PAGE.replace(EXAMPLE, site), content_type="text/plain; charset=utf-8")
