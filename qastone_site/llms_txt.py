"""/llms.txt, this site for agents in one page: docs/agents.md with the site's own address."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from manual.read_documents import EXAMPLE_ADDRESS, documents


@login_not_required
@require_safe
@cache_control(public=True, max_age=3600)
def llms_txt(request: HttpRequest) -> HttpResponse:
    """Public, as the convention has it; it holds nothing of any account."""
    site = f"{request.scheme}://{request.get_host()}"
    page = documents()["agents"].text.replace(EXAMPLE_ADDRESS, site)
    return HttpResponse(page, content_type="text/plain; charset=utf-8")
