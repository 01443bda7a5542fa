"""The webhooks on an agent's page: add, rotate the secret, remove, and resend calls that were given up."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from core.http import MAX_URL
from core.jobs.models import JobState
from core.pages.json_twins import CurlTwin, rows_response, wants_rows
from inbox.exceptions import CallNotFound, InboxError, WebhookNotFound
from inbox.models import Agent, Webhook
from inbox.queries.webhook_calls import agent_webhook_calls, webhook_summaries, with_jobs
from inbox.rendering.webhook_facts import serialize_webhook
from inbox.services.call_webhooks import resend_call
from inbox.services.manage_webhooks import (
    MAX_WEBHOOKS,
    add_webhook,
    describe_webhook_urls,
    remove_webhook,
    rotate_secret,
)
from inbox.views.agent_pages import get_agent_or_404

MAX_DEAD_CALLS = 20
# In the session: the webhook whose secret the next page shows.
_NEW = "new_webhook"


class WebhookForm(forms.Form):
    """The service decides which addresses are valid."""

    url = forms.CharField(
        label="URL",
        max_length=MAX_URL,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://example.com/qastone"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Which of them is a setting of the site.
        self.fields[
            "url"
        ].help_text = f"An address by {describe_webhook_urls()}. It gets a POST for each event."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, name: str) -> HttpResponse:
    """The agent's webhooks. A POST adds one; the answer shows its secret, this once."""
    agent = get_agent_or_404(request, name)
    if wants_rows(request):
        rows = [serialize_webhook(*row) for row in webhook_summaries(agent)]
        return rows_response(request, rows, file_name=f"webhooks-{agent.name}")
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            webhook, _ = add_webhook(agent=agent, url=form.cleaned_data["url"])
        except InboxError as error:
            form.add_error("url", error.message)
        else:
            return _show_secret(request, agent, webhook)
    return _page(request, agent, form, status=422 if form.errors else 200, added=_pop_new(request, agent))


def _show_secret(request: HttpRequest, agent: Agent, webhook: Webhook) -> HttpResponse:
    """To the page that shows its secret, once: a page that is loaded again makes no other one."""
    request.session[_NEW] = webhook.pk
    return redirect("inbox:webhooks", name=agent.name)


def _pop_new(request: HttpRequest, agent: Agent) -> Webhook | None:
    if request.method != "GET" or _NEW not in request.session:
        return None
    # The page of another agent leaves it there for its own.
    if webhook := agent.webhooks.filter(pk=request.session[_NEW]).first():
        del request.session[_NEW]
    return webhook


def _page(
    request: HttpRequest, agent: Agent, form: WebhookForm, status: int = 200, **extra: object
) -> HttpResponse:
    dead = agent_webhook_calls(agent, JobState.FAILED)[:MAX_DEAD_CALLS]
    rows = webhook_summaries(agent)
    context = {
        "agent": agent,
        "curl": CurlTwin("inbox-api:webhooks").command(request),
        "curl_of": agent.name,
        "form": form,
        "rows": rows,
        "dead": with_jobs(dead),
        "dead_count": sum(row.dead for row in rows),
        "max_webhooks": MAX_WEBHOOKS,
        **extra,
    }
    return render(request, "agents/webhooks.html", context, status=status)


@never_cache
@require_POST
def rotate(request: HttpRequest, name: str, webhook: str) -> HttpResponse:
    """The page after it shows the new secret, this once."""
    agent = get_agent_or_404(request, name)
    try:
        rotated, _ = rotate_secret(agent=agent, webhook_id=webhook)
    except WebhookNotFound as error:
        raise Http404(error.message) from error
    return _show_secret(request, agent, rotated)


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, name: str, webhook: str) -> HttpResponse:
    """GET asks for confirmation; POST removes it."""
    agent = get_agent_or_404(request, name)
    if request.method != "POST":
        rows = [row for row in webhook_summaries(agent) if row.webhook.pk == webhook]
        if not rows:
            raise Http404("There is no such webhook.")
        return render(request, "agents/webhook_remove.html", {"agent": agent, "webhook": rows[0].webhook})
    try:
        remove_webhook(agent=agent, webhook_id=webhook)
    except WebhookNotFound as error:
        raise Http404(error.message) from error
    messages.success(request, "Webhook removed.")
    return redirect("inbox:webhooks", name=name)


@require_POST
def resend(request: HttpRequest, name: str, call: str) -> HttpResponse:
    try:
        resend_call(agent=get_agent_or_404(request, name), call_id=call)
    except CallNotFound as error:
        raise Http404(error.message) from error
    except InboxError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, "The call is being made again.")
    return redirect("inbox:webhooks", name=name)
