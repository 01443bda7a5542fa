"""What the site needs to work, each asked in turn: for /readyz and `manage.py doctor`."""

import shutil
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from kombu.exceptions import OperationalError

from brain.models import Note, Profile
from inbox.models import HelperJob, WebhookCall
from jobs.models import JobState
from llm import status as llm_status
from qastone_site.celery import app
from qastone_site.models import Heartbeat
from quickstart.models import Collection
from stones.models import Generation

HEARTBEAT_AGE = timedelta(seconds=60)
QUEUE_AGE = timedelta(minutes=5)
FREE_BYTES = 500_000_000
SHOWN = 5


class Finding(NamedTuple):
    """One check: whether it holds, what was seen, and what to do where it does not hold."""

    name: str
    ok: bool
    detail: str
    mend: str = ""


def database() -> Finding:
    """Whether Postgres answers, and has pgvector."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT current_setting('server_version'), extversion FROM pg_extension WHERE extname='vector'"
            )
            row = cursor.fetchone()
    except DatabaseError as error:
        return Finding(
            "database", False, str(error).strip(), "Check DATABASE_URL, or see var/log/postgres.log."
        )
    if row is None:
        return Finding(
            "database", False, "pgvector is missing", "Run: manage.py migrate (needs the vector extension)"
        )
    return Finding("database", True, f"PostgreSQL {row[0]}, pgvector {row[1]}")


def migrations() -> Finding:
    """Whether the tables are those of this version."""
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return Finding("migrations", False, str(error).strip(), "The database must answer first.")
    if plan:
        return Finding("migrations", False, f"{len(plan)} not applied", "Run: manage.py migrate")
    return Finding("migrations", True, "all applied")


def broker() -> Finding:
    """Whether Celery's broker takes messages."""
    try:
        with app.connection_for_write() as link:
            link.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    except (OperationalError, OSError) as error:
        mend = "Start the site with script/server, or check CELERY_BROKER_URL. Nothing is lost meanwhile."
        return Finding("broker", False, str(error), mend)
    return Finding("broker", True, "takes messages")


def worker() -> Finding:
    """Whether beat and a worker have lately shown a sign of life."""
    mend = "Start both: script/server, or celery -A qastone_site worker and … beat."
    try:
        seen = Heartbeat.objects.order_by("-at").values_list("at", flat=True).first()
    except DatabaseError as error:
        return Finding("worker", False, str(error).strip(), "The database must answer first.")
    if seen is None:
        return Finding("worker", False, "never seen", mend)
    age = timezone.now() - seen
    return Finding("worker", age < HEARTBEAT_AGE, f"seen {age.total_seconds():.0f} s ago", mend)


def queue() -> Finding:
    """Whether generation, helpers and webhooks keep up, and whether any generation has failed.

    A helper that failed has told so to whoever asked for it; generation has nobody but the operator.
    """
    old = timezone.now() - QUEUE_AGE
    try:
        failed = Generation.objects.filter(state=JobState.FAILED).count()
        total = late = 0
        for jobs in (Generation.objects, HelperJob.objects, WebhookCall.objects):
            total += jobs.filter(state__in=[JobState.PENDING, JobState.RUNNING]).count()
            late += jobs.claimable().filter(created__lt=old, due__lt=old).count()
    except DatabaseError as error:
        return Finding("generation", False, str(error).strip(), "The database must answer first.")
    mend = (
        "Are both workers running, that of webhooks (--queues webhooks), too? See above."
        if late
        else "See the admin; again: manage.py regenerate_levels --failed"
    )
    return Finding("generation", not (late or failed), f"{total} waiting, {late} late, {failed} failed", mend)


def indexes() -> Finding:
    """Whether collections, notes and profiles are found by meaning: their texts all have vectors, or soon will."""
    old = timezone.now() - QUEUE_AGE
    try:
        waiting = late = 0
        for jobs in (Collection.objects, Note.objects, Profile.objects):
            waiting += jobs.filter(state__in=[JobState.PENDING, JobState.RUNNING]).count()
            late += jobs.claimable().filter(due__lt=old).count()
        failed = list(Collection.objects.filter(state=JobState.FAILED).values_list("name", "error")[:SHOWN])
        failed += list(Note.objects.filter(state=JobState.FAILED).values_list("title", "error")[:SHOWN])
    except DatabaseError as error:
        return Finding("indexes", False, str(error).strip(), "The database must answer first.")
    told = "".join(f"; {name}: {error}" for name, error in failed[:SHOWN])
    mend = (
        "Is a worker running? Or, here and now: manage.py index_quickstart; notes are tried again every hour"
    )
    return Finding("indexes", not (late or failed), f"{waiting} waiting, {late} late{told}", mend)


def models() -> Finding:
    """Whether the embedder loads, and what is configured."""
    found = llm_status()
    return Finding("models", found.ok, found.detail, found.mend)


def disk() -> Finding:
    """Whether the folder of the site has room."""
    free = shutil.disk_usage(
        settings.QASTONE_VAR if settings.QASTONE_VAR.exists() else settings.BASE_DIR
    ).free
    return Finding(
        "disk", free > FREE_BYTES, f"{free / 1e9:.1f} GB free", f"Make room in {settings.QASTONE_VAR}."
    )


READINESS: tuple[Callable[[], Finding], ...] = (database, migrations, broker, worker)
ALL: tuple[Callable[[], Finding], ...] = (*READINESS, queue, indexes, models, disk)
