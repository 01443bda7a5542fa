"""Reads of webhooks and of their calls."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from core.jobs.find_jobs import jobs_of
from core.jobs.models import Job, JobState
from inbox.models import CALL_WEBHOOK, Agent, Webhook, WebhookCall


class CallWithJob(NamedTuple):
    call: WebhookCall
    job: Job


class WebhookSummary(NamedTuple):
    """A webhook, its newest call (None: there was none), and how many of its calls were given up."""

    webhook: Webhook
    last: CallWithJob | None
    dead: int


def webhook_summaries(agent: Agent) -> list[WebhookSummary]:
    """The agent's webhooks, the oldest first. Three queries."""
    newest = WebhookCall.objects.filter(webhook=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    failed = Job.objects.filter(account=agent.account_id, state=JobState.FAILED).targets(CALL_WEBHOOK)
    webhooks = list(
        Webhook.objects.filter(agent=agent)
        .annotate(last=Subquery(newest), dead=Count("calls", filter=Q(calls__in=failed)))
        .order_by("pk")
    )
    calls = WebhookCall.objects.filter(pk__in=[webhook.last for webhook in webhooks if webhook.last])
    last = {each.call.webhook_id: each for each in with_jobs(calls)}
    return [WebhookSummary(webhook, last.get(webhook.pk), webhook.dead) for webhook in webhooks]


def agent_webhook_calls(agent: Agent, state: str | None = None) -> QuerySet[WebhookCall]:
    """The calls of all of the agent's webhooks, newest first; in `state` alone where it is given."""
    calls = WebhookCall.objects.filter(webhook__agent=agent).select_related("webhook").order_by("-pk")
    jobs = Job.objects.filter(account=agent.account_id)
    if state is None:
        return calls
    if state == JobState.DONE:
        # A done call may be there for longer than its job.
        return calls.exclude(pk__in=jobs.exclude(state=state).targets(CALL_WEBHOOK))
    return calls.filter(pk__in=jobs.filter(state=state).targets(CALL_WEBHOOK))


def with_jobs(calls: Iterable[WebhookCall]) -> list[CallWithJob]:
    """In the same order. One query more than the calls'."""
    rows = list(calls)
    jobs = jobs_of(rows, CALL_WEBHOOK)
    return [CallWithJob(call, jobs[call.pk]) for call in rows]
