"""The stone list, and what is new in it."""

from datetime import date, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.pages.fragments import render_page
from core.pages.json_twins import CurlTwin, rows_response, wants_rows
from core.pages.key_pages import newer_than
from core.pages.request_account import account_of
from stones.format import CHANNELS, STONE_TYPES
from stones.queries import stone_filters, stones_of
from stones.queries.stone_list_filter import SORTS, STATES, StoneListFilter, parse_stone_filter
from stones.rendering import serialize_stone_line

# Filters of which nothing is seen while the form is closed.
_IN_THE_FORM = ("type", "agent", "state", "since", "until", "has", "shown", "sort")


@require_safe
def stone_list(request: HttpRequest) -> HttpResponse:
    """The stones that the address asks for; htmx gets the results alone."""
    account, filters = account_of(request), parse_stone_filter(request.GET)
    stones = stone_filters.filter_stones(account, filters)
    if filters.sort:
        page = stone_filters.top_of(account, stones, filters.sort)
    else:
        older, newer = request.GET.get("older", ""), request.GET.get("newer", "")
        page = stone_filters.page_of(stones, older=older, newer=newer)
    if wants_rows(request):
        lines = [serialize_stone_line(row.assembled, row.stone.access_count) for row in page.rows]
        return rows_response(request, lines, file_name="stones", older=page.older)
    count = stone_filters.count_of(stones.filter(is_demo=False))
    newest = stones_of(account).values_list("pk", flat=True).first()
    context = {
        "filters": filters,
        "page": page,
        "count": count,
        "has_demo": any(row.stone.is_demo for row in page.rows),
        "counted": stone_filters.MAX_COUNTED,
        "choices": stone_filters.filter_choices(account, filters) if newest else {},
        "channels": CHANNELS,
        "types": STONE_TYPES,
        "states": STATES,
        "sorts": SORTS.items(),
        "has_form_filter": any(getattr(filters, name) for name in _IN_THE_FORM),
        "page_rows": stone_filters.PAGE_ROWS,
        "newest": newest or "",
        "is_empty": newest is None,
        "is_first_page": not page.newer,
        "site": f"{request.scheme}://{request.get_host()}",
        # REST lists the newest first.
        "curl": "" if filters.sort else _curl(filters).command(request),
        "ttl_days": settings.STONE_TTL_DAYS,
    }
    return render_page(request, "stones/list.html", context, regions={"stones": "stones/_list.html"})


def _curl(filters: StoneListFilter) -> CurlTwin:
    """The same stones of REST."""
    until = filters.until and filters.until < date.max and filters.until + timedelta(days=1)
    query = {
        "q": filters.words,
        "glow_channel": filters.channel,
        "stone_type": filters.type,
        "agent": filters.agent,
        "status": filters.state,
        "tag": filters.tag,
        "min_tokens": filters.min_tokens,
        "below_tokens": filters.below_tokens,
        "min_levels": 4 if filters.has else "",
        "created_after": f"{filters.since}T00:00:00Z" if filters.since else "",
        "created_before": f"{until}T00:00:00Z" if until else "",
        "archived": {"": "false", "archived": "true"}.get(filters.shown),
    }
    return CurlTwin("stones-api:stones", query=query)


@require_safe
def updates(request: HttpRequest) -> HttpResponse:
    """How many stones came after the one named; 204 where none did."""
    newer = newer_than(stones_of(account_of(request)), request.GET.get("after", ""))
    new = stone_filters.count_of(newer)
    if not new:
        return HttpResponse(status=204)
    return render(request, "stones/_new_count.html", {"new": new, "counted": stone_filters.MAX_COUNTED})
