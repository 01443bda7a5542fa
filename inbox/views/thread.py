"""A thread: its messages with the levels that are open, how far each has come, and what can be done with it."""

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from inbox.models import Message
from inbox.queries import thread_of
from inbox.services.copying import copy_text
from inbox.services.looking import look
from inbox.services.sending import resend
from inbox.threads import SHOWN, OpenLevel, ShownMessage, offers_of, query_of, read_open
from pages.people import account_of, reader_of
from stones.format import level_name

_ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")


@require_safe
def thread(request: HttpRequest, message: str) -> HttpResponse:
    """The thread of a message, with the levels that `?open=` names; htmx gets its region alone."""
    found = _find(request, message)
    wanted = read_open(request.GET.getlist("open"))
    every = thread_of(account_of(request), found.thread).select_related("stone").defer("body")
    count = every.count()
    rows = list(every[max(0, count - SHOWN) :]) if "all" not in request.GET else list(every)
    shown = [_shown(request, each, wanted) for each in rows]
    context = {
        "thread": found.thread,
        "current": found.pk,
        "title": _title(shown),
        "shown": shown,
        "left_out": count - len(rows),
        "newest": rows[-1].pk,
        # Of as many as `thread_updates` looks at, also where all are shown.
        "mark": mark_of(rows[-SHOWN:]),
        "people": list(dict.fromkeys(each.sender for each in shown)),
    }
    is_fragment = request.headers.get("HX-Target") == "thread"
    response = render(request, "inbox/_thread.html" if is_fragment else "inbox/thread.html", context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _find(request: HttpRequest, message: str) -> Message:
    """A message that the account sent or was sent. Raises Http404."""
    found = Message.objects.filter(pk=message).defer("body").first()
    if found and thread_of(account_of(request), found.thread).filter(pk=message).exists():
        return found
    raise Http404(f"There is no message {message!r}.")


def _shown(request: HttpRequest, message: Message, wanted: dict[str, int]) -> ShownMessage:
    account = account_of(request)
    lod = min(wanted.get(message.pk, 0), len(message.prices) - 1)
    looked = look(account=account, message=message, lod=lod, reader=reader_of(request))
    levels = [
        OpenLevel(
            level.number,
            level_name(level.number, message.top_level),
            message.lod_tokens[level.number],
            level.text,
        )
        for level in looked
        if level.number <= message.top_level
    ]
    return ShownMessage(
        message, account, levels, offers_of(message, lod, wanted), query_of(wanted | {message.pk: 0})
    )


def _title(shown: list[ShownMessage]) -> str:
    """The subject that the thread began with, or its first sentence."""
    first = shown[0].message
    return next((each.message.subject for each in shown if each.message.subject), first.scan)


def mark_of(rows: list[Message]) -> str:
    """A short word that changes when a delivery's state does."""
    states = [delivery.state[0] for message in rows for delivery in message.deliveries.all()]
    levels = [str(delivery.read_lod or 0) for message in rows for delivery in message.deliveries.all()]
    return "".join(states) + "".join(levels)


@require_safe
def thread_updates(request: HttpRequest, message: str) -> HttpResponse:
    """What has come to the thread since `?after=`, or whether a state is another than `?mark=`; 204 for neither."""
    found = _find(request, message)
    rows = thread_of(account_of(request), found.thread)
    # What names no message is before the first: all are new.
    after = _ID.fullmatch(request.GET.get("after", ""))
    newest = after[0] if after else ""
    new = rows.filter(pk__gt=newest).count()
    # The last of them, oldest first, as on the page.
    seen = list(rows.filter(pk__lte=newest).defer("body").order_by("-pk")[:SHOWN])[::-1]
    if not new and mark_of(seen) == request.GET.get("mark"):
        return HttpResponse(status=204)
    return render(request, "inbox/_thread_news.html", {"new": new, "current": found.pk})


@require_safe
def text(request: HttpRequest, message: str) -> HttpResponse:
    """What was delivered, to the byte: to copy it. Nothing is marked; the ledger knows."""
    found = _find(request, message)
    body = copy_text(account=account_of(request), message=found, reader=reader_of(request))
    return HttpResponse(body, content_type="text/plain; charset=utf-8")


@require_POST
def resend_message(request: HttpRequest, message: str) -> HttpResponse:
    """Send it once more to those whom it did not reach."""
    found = _find(request, message)
    if found.account_id != account_of(request).pk or found.sender is None:
        raise Http404("Only who sent a message can send it again.")
    sent = resend(sender=found.sender, tracking_id=found.pk)
    names = ", ".join(each.recipient for each in sent.deliveries)
    messages.success(request, f"Sent again to {names}.")
    return HttpResponseRedirect(reverse("inbox:thread", args=[sent.message.pk]))
