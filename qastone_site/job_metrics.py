"""The jobs for Prometheus: how many there are, and for how long the oldest has been due."""

from django.db.models import Count, Min
from django.utils import timezone

from core.jobs.models import Job
from qastone_site.rendered_gauges import gauge, render_gauges


def write_job_metrics() -> bytes:
    """Gauges of all processes together, as the database has them now."""
    jobs = Job.objects.order_by().values_list("kind", "state").annotate(Count("pk"))
    now = timezone.now()
    oldest = Job.objects.due().order_by().values_list("queue").annotate(Min("due"))
    return render_gauges(
        [
            gauge(
                "qastone_jobs",
                "Jobs by kind and state.",
                ["kind", "state"],
                [([kind, state], count) for kind, state, count in jobs],
            ),
            gauge(
                "qastone_oldest_due_job_seconds",
                "How long the oldest due job has waited.",
                ["queue"],
                [([queue], (now - due).total_seconds()) for queue, due in oldest],
            ),
        ]
    )
