"""The thread page: messages with their open levels and delivery states, copying and resending."""

import re
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from core.pages.fragments import is_for_region, render_page
from core.pages.json_twins import CurlTwin, json_list, wants_json
from core.pages.request_account import account_of, ledger_reader_of
from inbox.models import Message
from inbox.queries.deliveries import thread_messages
from inbox.queries.thread_page import (
    MAX_MESSAGES,
    OpenLevel,
    ThreadMessage,
    level_offers,
    open_levels_query,
    parse_open_levels,
    whole_texts,
)
from inbox.rendering.message_facts import serialize_thread_message
from inbox.services.copy_message import copy_text
from inbox.services.send_messages import resend
from inbox.services.view_levels import mark_opened, view_levels
from inbox.views.inbox_list_pages import list_address, list_beside, list_context, list_filters

_REGIONS = {
    "inbox": "inbox/_list.html",
    "panes": "inbox/_panes_alone.html",
    "reading": "inbox/_reading_alone.html",
    "thread": "inbox/_thread_alone.html",
}
_ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")


@require_safe
def thread(request: HttpRequest, message: str) -> HttpResponse:
    """The thread of a message, with the levels that `?open=` names, beside the inbox; htmx gets its region alone."""
    found = _find_message_or_404(request, message)
    if wants_json(request):
        return _thread_as_json(request, found)
    if is_for_region(request, "inbox"):
        context = list_context(request) | {"current": found.pk}
    elif is_for_region(request, "thread") or is_for_region(request, "reading"):
        context = _thread_context(request, found) | list_beside(request, found.pk)
    else:  # the thread first: that it is open now is seen in the list
        context = _thread_context(request, found) | list_context(request)
    return render_page(request, "inbox/thread.html", context, regions=_REGIONS)


def _thread_as_json(request: HttpRequest, found: Message) -> HttpResponse:
    """All messages with their LOD-0; nothing of them is read by that."""
    account = account_of(request)
    rows = thread_messages(account, found.thread).select_related("stone").defer("body")
    return json_list(request, [serialize_thread_message(each, account.pk) for each in rows])


def _thread_context(request: HttpRequest, found: Message) -> dict[str, Any]:
    open_levels = parse_open_levels(request.GET.getlist("open"))
    all_messages = thread_messages(account_of(request), found.thread).select_related("stone").defer("body")
    count = all_messages.count()
    start = 0 if "all" in request.GET else _window_start(all_messages, count, found)
    rows = list(all_messages if "all" in request.GET else all_messages[start : start + MAX_MESSAGES])
    mark_opened(account_of(request), rows)
    has_end = start + len(rows) >= count
    latest = rows[-MAX_MESSAGES:] if has_end else list(all_messages[count - MAX_MESSAGES :])
    whole = whole_texts(rows)
    thread_items = [_thread_message(request, each, open_levels, whole.get(each.pk, "")) for each in rows]
    return {
        **list_address(request),
        "thread_curl": CurlTwin("inbox-api:message", [found.pk]).command(request),
        "thread": found.thread,
        "current": found.pk,
        "title": _title(thread_items),
        "thread_items": thread_items,
        "count": count,
        "left_out": start,
        "left_out_later": count - start - len(rows),
        "thread_newest": latest[-1].pk,
        # Of as many as `thread_updates` compares, whichever are displayed.
        "mark": delivery_states_mark(latest),
        "people": list(dict.fromkeys(each.sender for each in thread_items)),
    }


def _window_start(messages: QuerySet[Message], count: int, found: Message) -> int:
    """How many messages stand before those of the page: it has the last ones, or those around an earlier one."""
    last = max(0, count - MAX_MESSAGES)
    place = messages.filter(pk__lt=found.pk).count() if last else 0
    return last if place >= last else max(0, place - MAX_MESSAGES // 2)


def _find_message_or_404(request: HttpRequest, message: str) -> Message:
    """A message that the account sent or was sent. Raises Http404."""
    found = Message.objects.filter(pk=message).defer("body").first()
    if found and thread_messages(account_of(request), found.thread).filter(pk=message).exists():
        return found
    raise Http404(f"There is no message {message!r}.")


def _thread_message(
    request: HttpRequest, message: Message, open_levels: dict[str, int], whole: str
) -> ThreadMessage:
    account, filters = account_of(request), list_filters(request)
    lod = min(open_levels.get(message.pk, 0), len(message.prices) - 1)
    level_texts = view_levels(account=account, message=message, lod=lod, reader=ledger_reader_of(request))
    levels = [
        OpenLevel(
            level.number,
            message.level_name(level.number),
            message.lod_tokens[level.number],
            level.text,
        )
        for level in level_texts
        if level.number <= message.top_level
    ]
    return ThreadMessage(
        message,
        account,
        levels,
        level_offers(message, lod, open_levels, filters),
        open_levels_query(open_levels | {message.pk: 0}, filters),
        whole,
    )


def _title(thread_items: list[ThreadMessage]) -> str:
    """The first subject in the thread, or LOD-0 of its first message."""
    first = thread_items[0].message
    return next((each.message.subject for each in thread_items if each.message.subject), first.scan)


def delivery_states_mark(rows: list[Message]) -> str:
    """A short text that changes with any delivery's state or read level."""
    states = [delivery.state[0] for message in rows for delivery in message.deliveries.all()]
    levels = [str(delivery.read_lod or 0) for message in rows for delivery in message.deliveries.all()]
    return "".join(states) + "".join(levels)


@require_safe
def thread_updates(request: HttpRequest, message: str) -> HttpResponse:
    """What has come to the thread since `?after=`, or whether a state is another than `?mark=`; 204 for neither."""
    found = _find_message_or_404(request, message)
    rows = thread_messages(account_of(request), found.thread)
    # Without a valid id all messages are new.
    after = _ID.fullmatch(request.GET.get("after", ""))
    newest = after[0] if after else ""
    new = rows.filter(pk__gt=newest).count()
    # The last of them, oldest first, as on the page.
    earlier = list(rows.filter(pk__lte=newest).defer("body").order_by("-pk")[:MAX_MESSAGES])[::-1]
    if not new and delivery_states_mark(earlier) == request.GET.get("mark"):
        return HttpResponse(status=204)
    # A long thread is shown around the message that is opened.
    is_long = new and rows.count() > MAX_MESSAGES
    current = rows.latest("pk").pk if is_long else found.pk
    return render(request, "inbox/_thread_updates.html", {"new": new, "current": current})


@require_safe
def text(request: HttpRequest, message: str) -> HttpResponse:
    """What was delivered, to the byte, for copying. Delivery states stay; the ledger gets an entry."""
    found = _find_message_or_404(request, message)
    body = copy_text(account=account_of(request), message=found, reader=ledger_reader_of(request))
    return HttpResponse(body, content_type="text/plain; charset=utf-8")


@require_POST
def resend_message(request: HttpRequest, message: str) -> HttpResponse:
    """Resend the message to the recipients that it did not reach."""
    found = _find_message_or_404(request, message)
    if found.account_id != account_of(request).pk or found.sender is None:
        raise Http404("Only who sent a message can send it again.")
    sent = resend(sender=found.sender, tracking_id=found.pk)
    names = ", ".join(each.recipient for each in sent.deliveries)
    messages.success(request, f"Sent again to {names}.")
    return HttpResponseRedirect(reverse("inbox:thread", args=[sent.message.pk]))
