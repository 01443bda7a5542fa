"""The inbox list, the number of new messages, and the badge of the navigation."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.pages.fragments import render_page
from core.pages.request_account import account_of
from inbox.models import Agent, Priority
from inbox.queries import inbox_tabs
from inbox.queries.inbox_tabs import Tab
from inbox.views.person_agents import shown_agent_or_404


@require_safe
def inbox_list(request: HttpRequest) -> HttpResponse:
    """The rows that match the query string; htmx gets the results alone."""
    account, inbox_filter = account_of(request), inbox_tabs.parse_inbox_filter(request.GET)
    agent = shown_agent_or_404(account, inbox_filter.agent)
    agents = inbox_tabs.agent_choices(account, agent)
    context = _rows(request, agent, inbox_filter) | {
        "inbox_filter": inbox_filter,
        "tabs": inbox_tabs.tab_links(account, agent, inbox_filter, inbox_tabs.unread_total(agents)),
        "agents": agents[: inbox_tabs.VISIBLE_AGENTS],
        "more_agents": agents[inbox_tabs.VISIBLE_AGENTS :],
        "agent": agent,
        "priorities": Priority.values,
        "counted": inbox_tabs.MAX_COUNTED,
    }
    return render_page(request, "inbox/list.html", context, regions={"inbox": "inbox/_list.html"})


def _rows(request: HttpRequest, agent: Agent | None, inbox_filter: inbox_tabs.InboxFilter) -> dict[str, Any]:
    account = account_of(request)
    keys = {"older": request.GET.get("older", ""), "newer": request.GET.get("newer", "")}
    if inbox_filter.tab is Tab.SENT:
        sent = inbox_tabs.filter_sent_messages(account, agent, inbox_filter)
        return {"page": inbox_tabs.paginate(inbox_tabs.with_deliveries(sent), **keys)}
    deliveries = inbox_tabs.filter_deliveries(account, agent, inbox_filter)
    newest = inbox_tabs.all_deliveries(account, agent).order_by("-pk").values_list("pk", flat=True).first()
    return {
        "page": inbox_tabs.paginate(inbox_tabs.with_messages(deliveries), **keys),
        "newest": newest or "",
        "is_empty": newest is None,
    }


@require_safe
def updates(request: HttpRequest) -> HttpResponse:
    """How many messages came after `?after=`; 204 where none did."""
    account, inbox_filter = account_of(request), inbox_tabs.parse_inbox_filter(request.GET)
    inbox = inbox_tabs.all_deliveries(account, shown_agent_or_404(account, inbox_filter.agent))
    new = inbox_tabs.count_newer(inbox, request.GET.get("after", ""))
    if not new:
        return HttpResponse(status=204)
    return render(
        request,
        "inbox/_new_messages.html",
        {"new": new, "inbox_filter": inbox_filter, "counted": inbox_tabs.MAX_COUNTED},
    )


@require_safe
def badge(request: HttpRequest) -> HttpResponse:
    """The unread count of the navigation; 204 where it equals `?shown=`."""
    unread = inbox_tabs.unread_for_person(account_of(request))
    if request.GET.get("shown") == str(unread):
        return HttpResponse(status=204)
    return render(request, "inbox/_badge.html", {"unread": unread})
