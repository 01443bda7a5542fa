"""The jobs for Prometheus: how many there are, and for how long the oldest has been due."""

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import CollectorRegistry, Gauge, generate_latest

from core.jobs.models import Job


def write_job_metrics() -> bytes:
    """Gauges of all processes together, as the database has them now."""
    registry = CollectorRegistry()
    jobs = Gauge("qastone_jobs", "Jobs by kind and state.", ["kind", "state"], registry=registry)
    for kind, state, count in Job.objects.order_by().values_list("kind", "state").annotate(Count("pk")):
        jobs.labels(kind, state).set(count)
    age = Gauge(
        "qastone_oldest_due_job_seconds",
        "How long the oldest due job has waited.",
        ["queue"],
        registry=registry,
    )
    now = timezone.now()
    for queue, oldest in Job.objects.due().order_by().values_list("queue").annotate(Min("due")):
        age.labels(queue).set((now - oldest).total_seconds())
    return generate_latest(registry)
