"""The inbox list, and what is new in it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from inbox import listing
from inbox.listing import Tab
from inbox.models import Agent, Priority
from inbox.views.people import agent_named
from pages.people import account_of


@require_safe
def inbox_list(request: HttpRequest) -> HttpResponse:
    """The rows that the address asks for; htmx gets the results alone."""
    account, wanted = account_of(request), listing.read_wanted(request.GET)
    agent = agent_named(account, wanted.agent)
    agents = listing.choices(account, agent)
    context = _rows(request, agent, wanted) | {
        "wanted": wanted,
        "tabs": listing.tabs_of(account, agent, wanted, listing.unread_total(agents)),
        "agents": agents[: listing.SHOWN_AGENTS],
        "more_agents": agents[listing.SHOWN_AGENTS :],
        "agent": agent,
        "priorities": Priority.values,
        "counted": listing.COUNTED,
    }
    is_fragment = request.headers.get("HX-Target") == "inbox"
    response = render(request, "inbox/_list.html" if is_fragment else "inbox/list.html", context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _rows(request: HttpRequest, agent: Agent | None, wanted: listing.Wanted) -> dict[str, Any]:
    account = account_of(request)
    keys = {"older": request.GET.get("older", ""), "newer": request.GET.get("newer", "")}
    if wanted.tab is Tab.SENT:
        sent = listing.sent_messages(account, agent, wanted)
        return {"page": listing.page_of(listing.with_deliveries(sent), **keys)}
    deliveries = listing.wanted_deliveries(account, agent, wanted)
    newest = listing.of_inboxes(account, agent).order_by("-pk").values_list("pk", flat=True).first()
    return {
        "page": listing.page_of(listing.with_messages(deliveries), **keys),
        "newest": newest or "",
        "is_empty": newest is None,
    }


@require_safe
def updates(request: HttpRequest) -> HttpResponse:
    """How many messages came after the one named; 204 where none did."""
    account, wanted = account_of(request), listing.read_wanted(request.GET)
    inbox = listing.of_inboxes(account, agent_named(account, wanted.agent))
    new = listing.newer_than(inbox, request.GET.get("after", ""))
    if not new:
        return HttpResponse(status=204)
    return render(request, "inbox/_news.html", {"new": new, "wanted": wanted, "counted": listing.COUNTED})


@require_safe
def badge(request: HttpRequest) -> HttpResponse:
    """The number in the navigation; 204 where it is the one that is `shown`."""
    unread = listing.unread_of(account_of(request))
    if request.GET.get("shown") == str(unread):
        return HttpResponse(status=204)
    return render(request, "inbox/_badge.html", {"unread": unread})
