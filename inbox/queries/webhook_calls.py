"""Reads of webhooks and of their calls."""

from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from core.jobs.models import JobState
from inbox.models import Agent, Webhook, WebhookCall


class WebhookSummary(NamedTuple):
    """A webhook, its newest call (None: there was none), and how many of its calls were given up."""

    webhook: Webhook
    last: WebhookCall | None
    dead: int


def webhook_summaries(agent: Agent) -> list[WebhookSummary]:
    """The agent's webhooks, the oldest first. Two queries."""
    newest = WebhookCall.objects.filter(webhook=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    webhooks = list(
        Webhook.objects.filter(agent=agent)
        .annotate(last=Subquery(newest), dead=Count("calls", filter=Q(calls__state=JobState.FAILED)))
        .order_by("pk")
    )
    calls = WebhookCall.objects.in_bulk([webhook.last for webhook in webhooks if webhook.last])
    return [WebhookSummary(webhook, calls.get(webhook.last), webhook.dead) for webhook in webhooks]


def agent_webhook_calls(agent: Agent) -> QuerySet[WebhookCall]:
    """The calls of all of the agent's webhooks, newest first."""
    return WebhookCall.objects.filter(webhook__agent=agent).select_related("webhook").order_by("-pk")
