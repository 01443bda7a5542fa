"""/llms.txt, this site for agents in one page: docs/agents.md with the site's own address."""

import re

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from core.pages.example_address import EXAMPLE_ADDRESS
from manual.read_documents import documents

_DOCUMENT_LINK = re.compile(r"\]\(([\w-]+)\.md(#[\w-]+)?\)")


@login_not_required
@require_safe
@cache_control(public=True, max_age=3600)
def llms_txt(request: HttpRequest) -> HttpResponse:
    """Public, as the convention has it; it holds nothing of any account."""
    site = f"{request.scheme}://{request.get_host()}"
    page = _DOCUMENT_LINK.sub(_served, documents()["agents"].text).replace(EXAMPLE_ADDRESS, site)
    return HttpResponse(page, content_type="text/plain; charset=utf-8")


def _served(link: re.Match[str]) -> str:
    """A link between documents, as the site serves them."""
    address = reverse("manual:document", args=[link[1]])
    return f"]({EXAMPLE_ADDRESS}{address}{link[2] or ''})"
