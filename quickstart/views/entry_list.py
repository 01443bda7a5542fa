"""The list of questions with their answers."""

from django.db.models import QuerySet
from django.db.models.functions import Left
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from core.pages.fragments import render_page
from core.pages.json_twins import CurlTwin, rows_response, wants_rows
from core.pages.key_pages import NUMBER, KeyPage, paginate_by_key
from core.pages.list_window import first_rows
from core.pages.request_account import account_of
from quickstart.models import Collection, Entry, Review
from quickstart.queries import list_entries
from quickstart.queries.content_json import serialize_entry_row
from quickstart.queries.list_entries import EntryFilter, EntryFilterChoice, parse_entry_filter
from quickstart.views.collection_access import (
    collection_of,
    is_curator,
    may_curate,
    selectable_collections,
    upload_target,
)

BEGINNING = 300
"""Characters of an answer that a row is made of."""


@require_safe
def entry_list(request: HttpRequest) -> HttpResponse:
    """The entries that the address asks for, of all collections or one; htmx gets the results alone."""
    account, entry_filter = account_of(request), parse_entry_filter(request.GET)
    collections = selectable_collections(request)
    collection = collection_of(request) if entry_filter.collection or len(collections) == 1 else None
    may_change = is_curator(request, "change_entry")
    curator = account if may_change else None
    listed = list_entries.listed_entries(collections, curated_by=curator, words=entry_filter.words)
    entries = list_entries.filter_entries(listed, entry_filter)
    page = _page(request, entries, entry_filter)
    if wants_rows(request):
        rows = [serialize_entry_row(entry) for entry in page.rows]
        return rows_response(request, rows, file_name="entries", older=page.older)
    choices = list_entries.entry_choices(listed, entry_filter, collections)
    is_all = not entry_filter.is_filtered and bool(page.rows)
    context = {
        "entry_filter": entry_filter,
        "collections": collections,
        "collection": collection,
        "page": page,
        "count": list_entries.count_of(entries),
        "counted": list_entries.MAX_COUNTED,
        "choices": choices,
        "orders": list_entries.ORDERS,
        "is_empty": not is_all and not list_entries.listed_entries(collections, curated_by=curator).exists(),
        "has_form_filter": entry_filter.level is not None or entry_filter.tag or entry_filter.window.is_used,
        "may_choose": may_change and any(entry.account_id == account.pk for entry in page.rows),
        "may_delete": is_curator(request, "delete_entry"),
        "curl": _curl(request, entry_filter, collection, choices["review"]),
        "upload_to": upload_target(request, collection),
        "add_url": _add_url(request, [collection] if collection else collections),
    }
    return render_page(
        request, "quickstart/entries.html", context, regions={"entries": "quickstart/_entries.html"}
    )


def _page(request: HttpRequest, entries: QuerySet[Entry], entry_filter: EntryFilter) -> KeyPage[Entry]:
    rows = list_entries.for_rows(entries)
    if not wants_rows(request):
        rows = rows.defer("answer").annotate(beginning=Left("answer", BEGINNING))
    if order := entry_filter.window.order:
        return first_rows(rows, order, list_entries.PAGE_ROWS)
    older, newer = request.GET.get("older", ""), request.GET.get("newer", "")
    return paginate_by_key(rows, size=list_entries.PAGE_ROWS, older=older, newer=newer, pattern=NUMBER)


def _curl(
    request: HttpRequest,
    entry_filter: EntryFilter,
    collection: Collection | None,
    reviews: list[EntryFilterChoice],
) -> str:
    """REST lists the published ones of one collection, newest first, and searches by other rules."""
    states = {entry_filter.review} if entry_filter.review else {each.value for each in reviews}
    if collection is None or entry_filter.words or entry_filter.window.is_used or states - {Review.PUBLISHED}:
        return ""
    query = {"collection": collection.name, "level": entry_filter.level, "tag": entry_filter.tag}
    return CurlTwin("quickstart-api:entries", query=query).command(request)


def _add_url(request: HttpRequest, collections: list[Collection]) -> str:
    """The admin's form for an entry of the first that its reader may add to; empty where there is none."""
    own = next((each for each in collections if may_curate(request, each, "add_entry")), None)
    return f"{reverse('admin:quickstart_entry_add')}?{urlencode({'collection': own.pk})}" if own else ""
