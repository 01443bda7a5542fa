"""Checks of the services that requests need: the database, its tables, the broker, a worker."""

import os
import time
from datetime import timedelta
from functools import partial

from amqp.exceptions import AMQPError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.template.defaultfilters import pluralize
from django.utils import timezone
from kombu import Connection
from kombu.exceptions import OperationalError

from core.jobs.job_kinds import DEFAULT_QUEUE
from core.jobs.models import Job
from qastone_site.celery import app
from qastone_site.environment import SITE_STARTED
from qastone_site.health.health_check import CheckResult, HealthState, check, within
from qastone_site.missing_vector import explain_missing_vector
from qastone_site.models import Heartbeat
from qastone_site.replaced_migrations import explain_too_old

HEARTBEAT_AGE = timedelta(seconds=60)
BROKER_SECONDS = 2.0


@check(
    "database", "Database", "Nothing can be read or stored: pages say so, and agents are told to try again."
)
def database() -> CheckResult:
    """Whether Postgres answers, and has pgvector."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT current_setting('server_version'), extversion FROM pg_extension WHERE extname='vector'"
            )
            row = cursor.fetchone()
        lacking = "" if row else explain_missing_vector(connection)
    except DatabaseError as error:
        return CheckResult(
            HealthState.WRONG, str(error).strip(), "Check DATABASE_URL, or see var/log/postgres.log."
        )
    if row is None:
        mend = lacking or "The first migration of the tables creates it."
        return CheckResult(HealthState.WRONG, "the extension vector (pgvector) is missing", mend)
    return CheckResult(HealthState.OK, f"PostgreSQL {row[0]}, pgvector {row[1]}")


@check("migrations", "Tables", "Whatever needs a missing table or column fails with an error.")
def migrations() -> CheckResult:
    """Whether the tables are those of this version."""
    executor = MigrationExecutor(connection)
    if reason := explain_too_old(executor.loader):
        return CheckResult(HealthState.WRONG, "the tables are too old to migrate", reason)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        mend = "Migrate the tables to this version:"
        return CheckResult(
            HealthState.WRONG, f"migrations: {len(plan)} not applied", mend, "python manage.py migrate"
        )
    return CheckResult(HealthState.OK, "all migrations are applied")


@check(
    "broker",
    "Broker",
    "Background work is late: new stones keep their provisional levels; helpers and webhooks wait. Nothing is lost.",
)
def broker() -> CheckResult:
    """Whether Celery's broker takes messages."""
    mend = "Start the site with script/server, or check CELERY_BROKER_URL."
    link = app.connection_for_write()
    link.get_transport_cls()  # Imports the broker's library: the first time, that is not the broker's slowness.
    try:
        within(BROKER_SECONDS, partial(_reach, link))
    except TimeoutError:
        return CheckResult(HealthState.WRONG, f"no answer within {BROKER_SECONDS:.0f} s", mend)
    except (OperationalError, AMQPError, OSError) as error:
        return CheckResult(HealthState.WRONG, str(error), mend)
    return CheckResult(HealthState.OK, "accepts messages")


def _reach(link: Connection) -> None:
    with link:
        link.ensure_connection(max_retries=1, interval_start=0, timeout=2)


@check(
    "worker",
    "Worker",
    "New stones keep their provisional levels; helpers, webhooks and indexes wait until it is back. Nothing is lost.",
)
def worker() -> CheckResult:
    """Whether beat and a worker have sent a heartbeat lately, or a busy worker has renewed its leases."""
    mend = "Start worker and beat (with Compose, both services; on one machine, everything):"
    last_heartbeat = Heartbeat.objects.order_by("-at").values_list("at", flat=True).first()
    if (last_heartbeat is None or timezone.now() - last_heartbeat >= HEARTBEAT_AGE) and _just_started():
        return CheckResult(HealthState.WARNING, "starting, a few seconds behind the pages", "Wait a moment.")
    if last_heartbeat is None:
        return CheckResult(HealthState.WRONG, "never seen", mend, "script/server")
    age = timezone.now() - last_heartbeat
    words = f"seen {age.total_seconds():.0f} s ago"
    if age < HEARTBEAT_AGE:
        return CheckResult(HealthState.OK, words)
    if count := _leased_jobs():
        return CheckResult(HealthState.OK, f"{words}; busy with {count} job{pluralize(count)}")
    return CheckResult(HealthState.WRONG, f"{words}, and at no job", mend, "script/server")


def _just_started() -> bool:
    """Whether `manage.py serve` has started this process's site less than a heartbeat's age ago."""
    started = float(os.environ.get(SITE_STARTED, "0"))
    return time.time() - started < HEARTBEAT_AGE.total_seconds()


def _leased_jobs() -> int:
    """How many jobs have a lease by the workers that write the heartbeat: webhooks have a worker of their own.

    A command that indexes in the foreground counts, too, for as long as it runs.
    """
    return Job.objects.leased().filter(queue=DEFAULT_QUEUE).count()
