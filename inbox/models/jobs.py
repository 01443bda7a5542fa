"""The kinds of the inboxes' jobs."""

from core.jobs.job_kinds import JobKind
from inbox.models.helpers import HelperJob
from inbox.models.memory import Memory
from inbox.models.webhooks import WebhookCall

RUN_HELPER = JobKind("inbox.run_helper", HelperJob)
EMBED_MEMORY = JobKind("inbox.embed_memory", Memory)
# Strangers' servers are slow: their calls have a worker of their own.
CALL_WEBHOOK = JobKind("inbox.call_webhook", WebhookCall, queue="webhooks", max_attempts=8)
