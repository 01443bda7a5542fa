"""What is done with the messages that are ticked in the list: done, snooze, read, send, export, and the way back."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from audit.services import record
from core.db.export_files import json_lines
from core.pages.chosen_rows import ChosenAction, Noun, act_on_chosen, chosen_keys, undo_mark
from core.pages.json_lines_file import json_lines_file
from core.pages.request_account import account_of
from inbox.models import AgentKind, Delivery
from inbox.queries.account_files import received_rows
from inbox.queries.inbox_tabs import find_deliveries
from inbox.services.mark_deliveries import mark_persons_read
from inbox.services.put_away_messages import move_back, put_away_messages, snooze, snooze_times, wake
from stones.exceptions import StoneError
from stones.queries import find_stone_to_read
from stones.stone_name import MAX_NAMED

MESSAGES = Noun("message", "messages")
Chosen = Sequence[Delivery]


@require_POST
def chosen(request: HttpRequest) -> HttpResponseBase:
    """`action` on the deliveries named by `chosen`; without one they are put away.

    `only` and `back` name the one row whose own button was pressed: Done, or Move back. What is not the account's is
    left out of every count.
    """
    own_row = request.POST.get("only") or request.POST.get("back")
    found = find_deliveries(account_of(request), [own_row] if own_row else chosen_keys(request))
    actions = {**_ACTIONS, "": _move_back} if "back" in request.POST else _ACTIONS
    return act_on_chosen(request, found, actions, fallback="inbox:list")


def _put_away(request: HttpRequest, found: Chosen) -> None:
    changed = put_away_messages(found)
    if not changed:
        messages.info(request, "Nothing changed: the selected messages are already done.")
        return
    undo = undo_mark("inbox:done", changed, action="undo")
    text = _done_text([delivery for delivery in found if delivery.pk in changed])
    messages.success(request, text, extra_tags=undo)


def _done_text(found: Chosen) -> str:
    """How many were put away, and which agents' inboxes do not change."""
    names = _agent_names(found)
    if not names:
        return f"{len(found)} done."
    whose = f"{names[0]}’s inbox is" if len(names) == 1 else "Your agents’ inboxes are"
    return f"{len(found)} done for you. {whose} as before."


def _agent_names(found: Chosen) -> list[str]:
    """The agents, persons left out, in whose inboxes these are."""
    agents = (delivery.agent for delivery in found)
    return list(dict.fromkeys(agent.name for agent in agents if agent and agent.kind != AgentKind.PERSON))


def _move_back(request: HttpRequest, found: Chosen) -> None:
    if many := move_back(found):
        messages.success(request, f"{many} back in the inbox.")
    else:
        messages.info(request, "Nothing to move back: it was acknowledged, or its agent put it away itself.")


def _snooze(request: HttpRequest, found: Chosen, *, time: str) -> None:
    until = snooze_times(timezone.localtime())[time]
    snooze(found, until)
    undo = undo_mark("inbox:done", [delivery.pk for delivery in found], action="wake")
    messages.success(
        request, f"{len(found)} snoozed until {until:%Y-%m-%d %H:%M}, for you alone.", extra_tags=undo
    )


def _wake(request: HttpRequest, found: Chosen) -> None:
    messages.success(request, f"{wake(found)} back in the inbox.")


def _mark_read(request: HttpRequest, found: Chosen) -> None:
    text = f"{mark_persons_read(found)} marked read."
    if names := _agent_names(found):
        whose = f"{names[0]}’s inbox" if len(names) == 1 else "your agents’ inboxes"
        text += f" What is in {whose} stays as it is: only its agent reads it."
    messages.success(request, text)


def _send(request: HttpRequest, found: Chosen) -> HttpResponse | None:
    """To the page that sends, with the stone of each in its box; what has none is counted."""
    stones = list(dict.fromkeys(_readable_stones(account_of(request), found)))
    sent = set(stones[:MAX_NAMED])
    if left := sum(delivery.message.stone_id not in sent for delivery in found):
        verb = "is" if left == 1 else "are"
        why = f"without a stone that can be sent, or beyond the first {MAX_NAMED}"
        messages.warning(request, f"{MESSAGES.phrase(left)} {verb} left out: {why}.")
    query = urlencode({"stone": stones[:MAX_NAMED]}, doseq=True)
    return HttpResponseRedirect(f"{reverse('inbox:compose')}?{query}") if stones else None


def _readable_stones(account: User, found: Chosen) -> Iterator[str]:
    """The ids of their stones that are still there, the latest message's first."""
    for delivery in reversed(found):
        if stone_id := delivery.message.stone_id:
            with suppress(StoneError):
                yield find_stone_to_read(account, stone_id).pk


def _export(request: HttpRequest, found: Chosen) -> HttpResponseBase:
    record("export", "messages", account=account_of(request).pk, count=len(found))
    rows = received_rows(Delivery.objects.filter(pk__in=[delivery.pk for delivery in found]))
    return json_lines_file(json_lines(rows), "messages.jsonl")


_ACTIONS: dict[str, ChosenAction[Chosen]] = {
    "": _put_away,
    "undo": _move_back,
    "snooze": partial(_snooze, time="day"),
    "snooze-hours": partial(_snooze, time="hours"),
    "snooze-week": partial(_snooze, time="week"),
    "wake": _wake,
    "read": _mark_read,
    "send": _send,
    "export": _export,
}
