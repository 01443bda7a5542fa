"""The inbox list, the number of new messages, and the badge of the navigation."""

import re
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from core.pages.fragments import render_page
from core.pages.json_twins import CurlTwin, rows_response, wants_rows
from core.pages.request_account import account_of
from inbox.models import WITHOUT_TOKENS, Agent, Priority
from inbox.queries import inbox_tabs
from inbox.queries.inbox_tabs import Tab
from inbox.rendering.message_facts import (
    serialize_dead_letter,
    serialize_message_fields,
    serialize_sent_row,
)
from inbox.views.person_agents import shown_agent_or_404

_LIST_KEYS = ("tab", "agent", "q", "from", "priority", "since", "until", "sort", "older", "newer")
_ROW_LINK = re.compile(r"open-(\d{1,18})")


@require_safe
def inbox_list(request: HttpRequest) -> HttpResponse:
    """The rows that match the query string; htmx gets the results alone."""
    if wants_rows(request):
        return _rows_as_file(request)
    return render_page(
        request, "inbox/list.html", list_context(request), regions={"inbox": "inbox/_list.html"}
    )


def list_context(request: HttpRequest) -> dict[str, Any]:
    """What the list displays, also beside a thread: rows, tabs, agents. Raises Http404 for an unknown agent."""
    account, inbox_filter = account_of(request), inbox_tabs.parse_inbox_filter(request.GET)
    agent = shown_agent_or_404(account, inbox_filter.agent)
    return _rows(request, agent, inbox_filter) | {
        **list_address(request),
        **_counts(account, agent, inbox_filter),
        "inbox_filter": inbox_filter,
        "tab_label": inbox_filter.tab.label(agent),
        "agent": agent,
        "priorities": Priority.values,
        "orders": inbox_tabs.ORDERS,
        "curl": _curl(request, agent, inbox_filter),
        "curl_of": agent.name if agent else "",
    }


def _counts(account: User, agent: Agent | None, inbox_filter: inbox_tabs.InboxFilter) -> dict[str, Any]:
    """The inboxes and the tabs, each with its number of messages."""
    agents = inbox_tabs.agent_choices(account, agent)
    return {
        "tabs": inbox_tabs.tab_links(account, agent, inbox_filter, inbox_tabs.unread_total(agents)),
        "agents": agents[: inbox_tabs.VISIBLE_AGENTS],
        "more_agents": agents[inbox_tabs.VISIBLE_AGENTS :],
        "counted": inbox_tabs.MAX_COUNTED,
    }


def _rows_as_file(request: HttpRequest) -> HttpResponse:
    inbox_filter = inbox_tabs.parse_inbox_filter(request.GET)
    agent = shown_agent_or_404(account_of(request), inbox_filter.agent)
    page = _rows(request, agent, inbox_filter)["page"]
    if inbox_filter.tab is Tab.SENT:
        rows = [serialize_sent_row(message) for message in page.rows]
    elif inbox_filter.tab is Tab.DEAD:
        rows = [serialize_dead_letter(delivery) for delivery in page.rows]
    else:
        rows = [serialize_message_fields(delivery, delivery.agent) for delivery in page.rows]
    return rows_response(request, rows, file_name="messages", older=page.older)


def _curl(request: HttpRequest, agent: Agent | None, inbox_filter: inbox_tabs.InboxFilter) -> str:
    """What gets the same with the agent's token; empty where no token does: of a person, or in the page's own order."""
    if agent is None or agent.kind in WITHOUT_TOKENS:
        return ""
    if inbox_filter.window.is_used or inbox_filter.tab is Tab.SNOOZED:
        return ""
    return _rest_twin(agent, inbox_filter).command(request)


def _rest_twin(agent: Agent, inbox_filter: inbox_tabs.InboxFilter) -> CurlTwin:
    if name := {Tab.SENT: "sent", Tab.DEAD: "dead-letters"}.get(inbox_filter.tab):
        return CurlTwin(f"inbox-api:{name}")
    query = {
        "agent": agent.name,
        "tab": inbox_filter.tab.replace("-", "_"),
        "q": inbox_filter.words,
        "from": inbox_filter.sender,
        "priority": inbox_filter.priority,
    }
    return CurlTwin("inbox-api:messages", query=query)


def list_filters(request: HttpRequest) -> list[tuple[str, str]]:
    """The names and values of the address that choose the list's rows."""
    return [(name, request.GET[name]) for name in _LIST_KEYS if request.GET.get(name)]


def list_address(request: HttpRequest) -> dict[str, str]:
    """`list_query`, with its question mark or empty, and `list_url`: the list without an open message."""
    filters = list_filters(request)
    query = f"?{urlencode(filters)}" if filters else ""
    return {"list_query": query, "list_url": f"{reverse('inbox:list')}{query}"}


def list_beside(request: HttpRequest, message: str) -> dict[str, Any]:
    """Of the list beside a message that opens: whose it is, and the row whose link htmx followed, as it is now, with
    the numbers at inboxes and tabs, which it may have changed.
    """
    inbox_filter = inbox_tabs.parse_inbox_filter(request.GET)
    account = account_of(request)
    agent = shown_agent_or_404(account, inbox_filter.agent)
    context: dict[str, Any] = {"agent": agent, "inbox_filter": inbox_filter}
    found = _ROW_LINK.fullmatch(request.headers.get("HX-Trigger", ""))
    if found and inbox_filter.tab not in (Tab.SENT, Tab.DEAD):
        context["opened_row"] = inbox_tabs.find_row(account, found[1], message)
        context |= _counts(account, agent, inbox_filter)
    return context


def _rows(request: HttpRequest, agent: Agent | None, inbox_filter: inbox_tabs.InboxFilter) -> dict[str, Any]:
    account = account_of(request)
    if inbox_filter.tab is Tab.SENT:
        sent = inbox_tabs.filter_sent_messages(account, agent, inbox_filter)
        return _page(request, sent, inbox_tabs.with_deliveries(sent), inbox_filter)
    deliveries = inbox_tabs.filter_deliveries(account, agent, inbox_filter)
    newest = inbox_tabs.all_deliveries(account, agent).order_by("-pk").values_list("pk", flat=True).first()
    return {
        **_page(request, deliveries, inbox_tabs.with_messages(deliveries), inbox_filter),
        "newest": newest or "",
        "is_empty": newest is None,
    }


def _page(
    request: HttpRequest, rows: QuerySet[Any], loaded: QuerySet[Any], inbox_filter: inbox_tabs.InboxFilter
) -> dict[str, Any]:
    """A page of the loaded rows, and of how many where a filter hides some."""
    keys = {name: request.GET.get(name, "") for name in ("older", "newer")}
    page = inbox_tabs.paginate(loaded, order=inbox_filter.window.order, **keys)
    return {"page": page, "hits": inbox_tabs.count_up_to_limit(rows) if inbox_filter.is_filtered else None}


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
