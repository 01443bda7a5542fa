"""The list of copies, what is new in it, and a text that is recorded by hand."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from clipboard.forms import RecordForm
from clipboard.models import CaptureMethod
from clipboard.queries.find_copies import copies_of, last_watched
from clipboard.serialize_copies import serialize_copy_line
from clipboard.services import clipboard_settings, record_copy
from clipboard.views import copy_filter as asking
from core.pages.fragments import render_page
from core.pages.json_twins import CurlTwin, rows_response, wants_rows
from core.pages.key_pages import newer_than
from core.pages.request_account import account_of
from core.rest.exceptions import ProductError
from core.rest.problems import status_of
from stones.queries.stone_filters import MAX_COUNTED


@require_http_methods(["GET", "HEAD", "POST"])
def copy_list(request: HttpRequest) -> HttpResponse:
    """The copies that the address asks for; htmx gets the results alone. By POST a text is recorded."""
    if request.method == "POST":
        return _record(request)
    return _page(request, RecordForm())


def _page(request: HttpRequest, form: RecordForm, status: int = 200) -> HttpResponse:
    account, copy_filter = account_of(request), asking.parse_copy_filter(request.GET)
    copies = asking.filter_copies(account, copy_filter)
    newest = copies_of(account).values_list("pk", flat=True).first()
    page = asking.page_of(
        copies,
        order=copy_filter.window.order,
        older=request.GET.get("older", ""),
        newer=request.GET.get("newer", ""),
    )
    if wants_rows(request):
        rows = [serialize_copy_line(entry) for entry in page.rows]
        return rows_response(request, rows, file_name="copies", older=page.older)
    query = {
        "q": copy_filter.words,
        "app": copy_filter.app,
        "pinned": "true" if copy_filter.pinned else "",
    }
    context: dict[str, Any] = {
        "curl": ""
        if copy_filter.window.is_used
        else CurlTwin("clipboard-api:copies", query=query).command(request),
        "copy_filter": copy_filter,
        "page": page,
        "count": asking.count_of(copies),
        "orders": asking.ORDERS,
        "counted": MAX_COUNTED,
        "apps": asking.apps_of(account, copy_filter.app) if newest else [],
        "newest": newest or "",
        "is_empty": newest is None,
        "is_paused": clipboard_settings(account).is_paused,
        "watched": last_watched(account),
        "form": form,
    }
    regions = {"copies": "clipboard/_list.html"}
    return render_page(request, "clipboard/list.html", context, regions=regions, status=status)


def _record(request: HttpRequest) -> HttpResponse:
    """What was typed stays in the form where it cannot be recorded."""
    form = RecordForm(request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    try:
        copied = record_copy(
            account=account_of(request),
            content=form.cleaned_data["content"],
            source_app=form.cleaned_data["source_app"],
            capture_method=CaptureMethod.PAGE,
        )
    except ProductError as error:
        form.add_error("content", error.message)
        return _page(request, form, status_of(error))
    messages.success(
        request,
        "Recorded." if copied.is_new else "This is the text that you copied last: it is already recorded.",
    )
    if copied.no_stone:
        messages.error(request, f"No stone could be made of it: {copied.no_stone}")
    return redirect("clipboard:entry", copied.entry.pk)


@require_safe
def updates(request: HttpRequest) -> HttpResponse:
    """How many copies came after the one named; 204 where none did."""
    newer = newer_than(copies_of(account_of(request)), request.GET.get("after", ""))
    new = asking.count_of(newer)
    if not new:
        return HttpResponse(status=204)
    return render(request, "clipboard/_new_count.html", {"new": new, "counted": MAX_COUNTED})
