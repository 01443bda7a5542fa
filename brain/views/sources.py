"""The page Sources: whether questions may be sent outside, where to, and what of them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from brain.exceptions import InvalidQuery
from brain.queries.notes import notes_of, profile_of
from brain.services.outside import is_wanted, set_wanted, sources_available
from pages.people import account_of


@require_http_methods(["GET", "HEAD", "POST"])
def sources_page(request: HttpRequest) -> HttpResponse:
    """What answers may rest on; by POST the account's preference."""
    account = account_of(request)
    if request.method == "POST":
        wanted = request.POST.get("external", "")
        if wanted not in ("on", "off"):
            raise InvalidQuery("Say whether questions may be sent outside: on or off.")
        set_wanted(account=account, use_external=wanted == "on")
        messages.success(
            request,
            "Questions are sent outside where your notes do not cover them."
            if wanted == "on"
            else "Nothing is sent outside unless a question says so.",
        )
        return redirect("brain:sources")
    context = {
        "wanted": is_wanted(account),
        "outside": sources_available(),
        "note_count": notes_of(account).count(),
        "profile": profile_of(account),
    }
    return render(request, "brain/sources.html", context)
