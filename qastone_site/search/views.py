"""The search page, to which the field in the header leads."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.pages.fragments import render_page
from core.pages.request_account import account_of
from core.text.search_keys import unknown_key_faults
from inbox.queries import inbox_tabs as inbox_listing
from qastone_site.search.search_site import search
from stones.queries.stone_list_filter import KEYS as STONE_KEYS

MAX_CHARACTERS = 300


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """`?q=` in every kind; htmx gets the results alone."""
    words = " ".join(request.GET.get("q", "").replace("\x00", " ").split())[:MAX_CHARACTERS]
    groups = search(account_of(request), words) if words else []
    faults = unknown_key_faults(words, list(dict.fromkeys([*STONE_KEYS, *inbox_listing.KEYS])))
    context = {"words": words, "groups": groups, "not_understood": faults}
    return render_page(request, "search/page.html", context, regions={"found": "search/_results.html"})
