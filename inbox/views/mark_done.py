"""Putting deliveries away or snoozing them, one or many, and undoing it."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from core.pages.chosen_rows import chosen_keys, return_url, undo_mark
from core.pages.request_account import account_of
from inbox.models import AgentKind, Delivery
from inbox.queries.inbox_tabs import find_deliveries
from inbox.services.put_away_messages import move_back, put_away_messages, snooze, snooze_times, wake

_SNOOZE_TIMES = {"snooze": "day", "snooze-hours": "hours", "snooze-week": "week"}


@require_POST
def mark_done(request: HttpRequest) -> HttpResponse:
    """Put the chosen deliveries away, and redirect to the page of the form.

    `action`: undo moves them back, snooze, snooze-hours, snooze-week and wake. `only` names the one row whose own
    button was pressed. What is not the account's is left out of the count.
    """
    names = [request.POST["only"]] if "only" in request.POST else chosen_keys(request)
    found = find_deliveries(account_of(request), names)
    if not found:
        messages.info(request, "Nothing was chosen. Tick the messages that are done first.")
    elif (action := request.POST.get("action")) == "undo":
        _report_moved_back(request, move_back(found))
    elif action in _SNOOZE_TIMES:
        _snooze(request, found, _SNOOZE_TIMES[action])
    elif action == "wake":
        messages.success(request, f"{wake(found)} back among what is to be done.")
    else:
        _put_away(request, found)
    return HttpResponseRedirect(return_url(request, "inbox:list"))


def _put_away(request: HttpRequest, found: Sequence[Delivery]) -> None:
    if changed := put_away_messages(found):
        undo = undo_mark("inbox:done", changed, action="undo")
        done = [delivery for delivery in found if delivery.pk in changed]
        messages.success(request, _done_text(done), extra_tags=undo)
    else:
        messages.info(request, "Nothing changed: what was chosen is done already.")


def _snooze(request: HttpRequest, found: Sequence[Delivery], time: str) -> None:
    until = snooze_times(timezone.localtime())[time]
    snooze(found, until)
    undo = undo_mark("inbox:done", [delivery.pk for delivery in found], action="wake")
    messages.success(
        request, f"{len(found)} snoozed until {until:%Y-%m-%d %H:%M}, for you alone.", extra_tags=undo
    )


def _report_moved_back(request: HttpRequest, many: int) -> None:
    if many:
        messages.success(request, f"{many} back in the inbox.")
    else:
        messages.info(request, "Nothing to move back: it was acknowledged, or its agent put it away itself.")


def _done_text(found: Sequence[Delivery]) -> str:
    """How many were put away, and which agents' inboxes do not change."""
    names = dict.fromkeys(
        each.agent.name for each in found if each.agent and each.agent.kind != AgentKind.PERSON
    )
    if not names:
        return f"{len(found)} done."
    whose = f"{next(iter(names))}’s inbox is" if len(names) == 1 else "Your agents’ inboxes are"
    return f"{len(found)} done for you. {whose} as before."
