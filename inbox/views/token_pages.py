"""Tokens on the pages of an agent: issue, rotate, revoke, and whether a client has connected."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.pages.fragments import is_htmx
from inbox import services
from inbox.agent_forms import OverlapForm, TokenForm, TypedNameForm
from inbox.exceptions import InboxError
from inbox.models import AgentToken
from inbox.views.agent_pages import get_agent_or_404, issued_token_page


def get_token_or_404(request: HttpRequest, name: str, token_id: int) -> AgentToken:
    """A token of the signed-in person's agent. Raises Http404."""
    rows = AgentToken.objects.select_related("agent", "account")
    return get_object_or_404(rows, agent=get_agent_or_404(request, name), pk=token_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, name: str) -> HttpResponse:
    """A further token for an agent; the answer shows it, this once."""
    agent = get_agent_or_404(request, name)
    form = TokenForm(request.POST or None, account=agent.account, agent=agent)
    if request.method == "POST" and form.is_valid():
        try:
            token = services.issue_token(
                agent=agent,
                scopes=form.cleaned_data["scopes"],
                life=form.life,
                inboxes=form.cleaned_data["inboxes"],
            )
        except InboxError as error:
            form.add_error(None, error.message)
        else:
            return issued_token_page(request, token)
    return render(
        request, "agents/token_new.html", {"agent": agent, "form": form}, status=422 if form.errors else 200
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rotate(request: HttpRequest, name: str, token_id: int) -> HttpResponse:
    """A new token in place of this one, which stays valid for the chosen overlap."""
    token = get_token_or_404(request, name, token_id)
    form = OverlapForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            successor = services.rotate_token(token=token, overlap=form.overlap)
        except InboxError as error:
            form.add_error(None, error.message)
        else:
            return issued_token_page(request, successor)
    context = {"agent": token.agent, "token": token, "form": form}
    return render(request, "agents/rotate.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def revoke(request: HttpRequest, name: str, token_id: int) -> HttpResponse:
    """Ask for the agent's name, then close the token at once."""
    token = get_token_or_404(request, name, token_id)
    form = TypedNameForm(request.POST or None, agent=token.agent)
    if request.method == "POST" and form.is_valid():
        services.revoke_token(token=token)
        messages.success(request, f"The token {token} is revoked: it no longer works.")
        return redirect("inbox:agent", name=name)
    context = {"agent": token.agent, "token": token, "form": form}
    return render(request, "agents/revoke.html", context, status=422 if form.errors else 200)


@require_safe
def connection(request: HttpRequest, name: str, token_id: int) -> HttpResponse:
    """Whether the token was used since `?after=`: 204 while it was not, then who called from where.

    Without a script it is the page of the agent, loaded anew.
    """
    token = get_token_or_404(request, name, token_id)
    if not is_htmx(request):
        return redirect(reverse("inbox:agent", args=[name]) + "#connection")
    if token.last_used is None or token.last_used.isoformat() == request.GET.get("after"):
        return HttpResponse(status=204)
    return render(request, "agents/_connection.html", {"agent": token.agent, "token": token})
