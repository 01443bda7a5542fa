"""The Sources page: whether questions may be sent to external sources, which ones, and what is sent."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from brain.exceptions import InvalidQuery
from brain.external_source_serializers import serialize_sources
from brain.queries.note_queries import count_notes, profile_of
from brain.services.search_external import is_external_enabled, list_external_sources, set_external_enabled
from core.pages.json_twins import CurlTwin, wants_json
from core.pages.request_account import account_of


@require_http_methods(["GET", "HEAD", "POST"])
def sources_page(request: HttpRequest) -> HttpResponse:
    """GET: the sources. POST: the account's preference."""
    account = account_of(request)
    if request.method == "POST":
        choice = request.POST.get("external", "")
        if choice not in ("on", "off"):
            raise InvalidQuery("Say whether questions may be sent outside: on or off.")
        set_external_enabled(account=account, use_external=choice == "on")
        messages.success(
            request,
            "Saved: external sources are asked when your notes do not answer a question."
            if choice == "on"
            else "Saved: external sources are not asked unless you choose it for a question.",
        )
        return redirect("brain:sources")
    if wants_json(request):
        return JsonResponse(serialize_sources(account))
    context = {
        "curl": CurlTwin("brain-api:sources").command(request),
        "use_external": is_external_enabled(account),
        "external_sources": list_external_sources(),
        "note_count": count_notes(account)["own"],
        "profile": profile_of(account),
    }
    return render(request, "brain/sources.html", context)
