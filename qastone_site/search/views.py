"""The search page, to which the field in the header leads."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from core.pages.fragments import render_page
from core.pages.json_twins import wants_json
from core.pages.request_account import account_of
from core.text.search_keys import unknown_key_faults
from core.text.storable_text import storable_line
from inbox.queries import inbox_tabs as inbox_listing
from qastone_site.search.result_groups import ResultGroup
from qastone_site.search.search_site import search
from stones.queries.stone_list_filter import KEYS as STONE_KEYS

MAX_CHARACTERS = 300


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """`?q=` in every kind; htmx gets the results alone, `?format=json` those as values."""
    words = storable_line(request.GET.get("q", ""))[:MAX_CHARACTERS]
    groups = search(account_of(request), words) if words else []
    faults = unknown_key_faults(words, list(dict.fromkeys([*STONE_KEYS, *inbox_listing.KEYS])))
    if wants_json(request):
        return _as_json(request, words, groups, faults)
    context = {"words": words, "groups": groups, "not_understood": faults}
    return render_page(request, "search/page.html", context, regions={"found": "search/_results.html"})


def _as_json(
    request: HttpRequest, words: str, groups: Sequence[ResultGroup], faults: Sequence[str]
) -> JsonResponse:
    """The first hits of each kind, with their pages' addresses."""
    found = [
        {
            "name": group.name,
            "has_more": group.has_more,
            "is_partial": group.is_partial,
            "url": request.build_absolute_uri(group.all_url),
            "hits": [{**hit._asdict(), "url": request.build_absolute_uri(hit.url)} for hit in group.hits],
        }
        for group in groups
    ]
    answer = {"q": words, "groups": found, "not_understood": list(faults)}
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False})
