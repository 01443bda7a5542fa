"""The pages of agents: list, detail, new, edit, close."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.pages.json_twins import rows_response, wants_json, wants_rows
from core.pages.request_account import account_of
from inbox import services
from inbox.agent_forms import AgentForm, NewAgentForm, TypedNameForm
from inbox.exceptions import AgentNameTaken, InboxError, InvalidAgent, InvalidAgentName
from inbox.models import WITHOUT_TOKENS, Agent, AgentToken
from inbox.queries import agent_summaries
from inbox.rendering.setup_snippets import PLACEHOLDER, export_line, setup_snippets
from inbox.scopes import SCOPES
from inbox.services import IssuedToken
from inbox.services.site_command import site_command
from inbox.views.agent_facts import serialize_agent

PAST_TOKENS = 20


@require_safe
def agent_list(request: HttpRequest) -> HttpResponse:
    """All agents of the account: those of people's programs, the site's own, the closed ones."""
    rows = agent_summaries.agent_summaries(account_of(request))
    if wants_rows(request):
        return rows_response(request, [serialize_agent(row) for row in rows], file_name="agents")
    opened = [row for row in rows if row.agent.closed is None]
    context = {
        "programs": [row for row in opened if not row.is_site_agent],
        "own": [row for row in opened if row.is_site_agent],
        "closed": [row for row in rows if row.agent.closed],
        "scopes": SCOPES,
    }
    return render(request, "agents/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make an agent; the answer shows its token, this once."""
    form = NewAgentForm(request.POST or None, account=account_of(request))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        fields = {name: data[name] for name in ("name", "kind", "description", "capabilities")}
        try:
            with transaction.atomic():
                agent = services.create_agent(account=account_of(request), **fields)
                token = services.issue_token(
                    agent=agent, scopes=data["scopes"], life=form.life, inboxes=data["inboxes"]
                )
        except InboxError as error:
            form.add_error(_field_of(error), error.message)
        else:
            return issued_token_page(request, token)
    return render(request, "agents/new.html", {"form": form}, status=422 if form.errors else 200)


def _field_of(error: InboxError) -> str | None:
    """Where an error stands: the form itself refuses a kind or description that the service would."""
    if isinstance(error, (AgentNameTaken, InvalidAgentName)):
        return "name"
    return "capabilities" if isinstance(error, InvalidAgent) else None


def issued_token_page(request: HttpRequest, token: IssuedToken) -> HttpResponse:
    """The page with a token's text. No redirect follows: it would have to store the text meanwhile."""
    context = {"agent": token.row.agent, "token": token.row, "text": token.text, "scopes": SCOPES}
    context |= snippets_for(request, token.row, token.text)
    return render(request, "agents/token_issued.html", context)


def snippets_for(request: HttpRequest, token: AgentToken, text: str = PLACEHOLDER) -> dict[str, Any]:
    """Snippets that set clients up for a token. Only staff get the site's path on its disk."""
    snippets = setup_snippets(
        site=f"{request.scheme}://{request.get_host()}",
        token=text,
        scopes=token.scopes,
        kind=token.agent.kind,
        program=site_command() if account_of(request).is_staff else None,
    )
    return {"snippets": snippets, "export": export_line(text)}


def get_agent_or_404(request: HttpRequest, name: str) -> Agent:
    """The signed-in person's agent of this name. Raises Http404."""
    # PostgreSQL has no NUL in its texts, and could not even look for one.
    return get_object_or_404(Agent, account=account_of(request), name=name.replace("\x00", " "))


@require_safe
def detail(request: HttpRequest, name: str) -> HttpResponse:
    """One agent: its tokens, whether one was used yet, how a client is set up."""
    agent, now = get_agent_or_404(request, name), timezone.now()
    if wants_json(request):
        summaries = agent_summaries.agent_summaries(agent.account)
        return JsonResponse(next(serialize_agent(row) for row in summaries if row.agent.pk == agent.pk))
    tokens = list(agent.tokens.select_related("agent", "account", "replaced_by").prefetch_related("inboxes"))
    valid = [token for token in tokens if token.is_valid(now)]
    context: dict[str, Any] = {
        "agent": agent,
        "is_own": agent.kind in WITHOUT_TOKENS,
        "valid": valid,
        "past": [token for token in tokens if token not in valid][:PAST_TOKENS],
        "opened_by": [
            token for token in agent.opened_by.select_related("agent", "account") if token.is_valid(now)
        ],
        "form": TypedNameForm(agent=agent),
        "scopes": SCOPES,
    }
    if valid:
        context |= {"token": valid[0], **snippets_for(request, valid[0])}
        context["is_waiting"] = valid[0].last_used is None or "wait" in request.GET
    return render(request, "agents/detail.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, name: str) -> HttpResponse:
    """Change an agent's description. Its name stays: others write to it."""
    agent = get_agent_or_404(request, name)
    initial = {
        "kind": agent.kind,
        "description": agent.description,
        "capabilities": ", ".join(agent.capabilities),
    }
    form = AgentForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            services.describe_agent(agent=agent, **form.cleaned_data)
        except InboxError as error:
            form.add_error(_field_of(error), error.message)
        else:
            return redirect("inbox:agent", name=agent.name)
    return render(
        request, "agents/edit.html", {"agent": agent, "form": form}, status=422 if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, name: str) -> HttpResponse:
    """Ask for the name, then close the agent and all its tokens."""
    agent = get_agent_or_404(request, name)
    form = TypedNameForm(request.POST or None, agent=agent)
    if request.method == "POST" and form.is_valid():
        try:
            services.close_agent(agent=agent)
        except InboxError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, f"{agent.name} is closed: its tokens no longer work.")
            return redirect("inbox:agents")
    return render(
        request, "agents/close.html", {"agent": agent, "form": form}, status=422 if form.errors else 200
    )
