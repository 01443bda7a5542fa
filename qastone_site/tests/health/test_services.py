"""The database, its tables and the broker, there and away."""

import re
import socket
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from amqp.exceptions import NotAllowed
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from core.jobs.models import Job, JobState
from inbox.models import CALL_WEBHOOK
from inbox.services.manage_webhooks import add_webhook
from inbox.tests.factories import deliver, new_agent
from qastone_site.celery import app
from qastone_site.environment import SITE_STARTED
from qastone_site.health import ALL, HealthState, service_checks
from qastone_site.health.health_check import within
from qastone_site.health.service_checks import broker, database, migrations, worker
from qastone_site.missing_vector import explain_missing_vector
from qastone_site.models import Heartbeat
from stones.tests.factories import LONG, new_account, store

pytestmark = pytest.mark.django_db


def no_database(execute: object, sql: str, params: object, many: bool, context: object) -> None:
    raise OperationalError("connection to postgres://stones:hunter2@10.0.0.1/stones failed")


def test_the_database_and_its_tables() -> None:
    assert database().detail.startswith("PostgreSQL ")
    assert (migrations().state, migrations().detail) == (HealthState.OK, "all migrations are applied")


def test_a_database_that_is_away_is_found_by_each_that_needs_it() -> None:
    with connection.execute_wrapper(no_database):
        found = {each.name: each for each in (check() for check in ALL)}
    for name in (
        "database",
        "migrations",
        "worker",
        "generation",
        "helpers",
        "webhooks",
        "answers",
        "indexes",
    ):
        assert found[name].state == HealthState.WRONG
        assert found[name].detail == "connection to postgres://…@10.0.0.1/stones failed"
    assert "DATABASE_URL" in found["database"].mend
    assert found["worker"].mend == "Fix the database first."


def test_a_migration_that_is_not_applied() -> None:
    MigrationRecorder.Migration.objects.filter(app="answering").get().delete()
    found = migrations()
    assert (found.state, found.detail) == (HealthState.WRONG, "migrations: 1 not applied")
    assert found.command == "python manage.py migrate"


@pytest.fixture
def without_pgvector() -> None:
    """A server that has all other extensions: a temporary relation hides the catalog's."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP VIEW pg_available_extensions AS "
            "SELECT * FROM pg_catalog.pg_available_extensions WHERE name <> 'vector'"
        )
        cursor.execute("CREATE TEMP VIEW pg_extension AS SELECT * FROM pg_catalog.pg_extension WHERE false")


@pytest.mark.usefixtures("without_pgvector")
def test_a_server_without_pgvector_is_told_what_to_install() -> None:
    version = connection.pg_version // 10_000  # type: ignore[attr-defined]
    words = f"This PostgreSQL {version} lacks pgvector: install it .* postgresql-{version}-pgvector"
    assert re.match(words, database().mend)
    assert database().command == ""
    with pytest.raises(CommandError, match=rf"^{words}.* Nothing was changed\.$"):
        call_command("migrate", verbosity=0)


def test_a_role_that_may_not_create_the_extension_is_told_who_may() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP VIEW pg_extension AS SELECT * FROM pg_catalog.pg_extension WHERE false")
        cursor.execute(
            "CREATE TEMP VIEW pg_available_extension_versions AS "
            "SELECT * FROM pg_catalog.pg_available_extension_versions WHERE false"
        )
        cursor.execute(
            "CREATE ROLE owner_alone; GRANT SELECT ON pg_extension, pg_available_extension_versions TO owner_alone"
        )
        cursor.execute("SET LOCAL ROLE owner_alone")
        try:
            reason = explain_missing_vector(connection)
        finally:
            cursor.execute("RESET ROLE")
    assert reason.endswith(f"in the database {connection.settings_dict['NAME']}, CREATE EXTENSION vector;")


def test_a_table_that_is_not_there_is_no_error_of_sql() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE qastone_site_heartbeat RENAME TO elsewhere")
    found = worker()
    assert (found.detail, found.mend) == ("its tables are not there, or not of this version", "")


def test_a_worker_without_a_heartbeat() -> None:
    assert (worker().state, worker().detail, worker().command) == (
        HealthState.WRONG,
        "never seen",
        "script/server",
    )


@pytest.mark.parametrize(("ago", "state"), [(5, HealthState.WARNING), (65, HealthState.WRONG)])
def test_a_worker_comes_behind_the_pages(
    monkeypatch: pytest.MonkeyPatch, ago: int, state: HealthState
) -> None:
    monkeypatch.setenv(SITE_STARTED, str(time.time() - ago))
    assert worker().state == state
    Heartbeat.objects.create(name="worker", at=timezone.now() - timedelta(hours=2))
    assert worker().state == state
    Heartbeat.objects.update(at=timezone.now())
    assert worker().state == HealthState.OK


@pytest.fixture
def unseen() -> None:
    Heartbeat.objects.create(name="worker", at=timezone.now() - timedelta(seconds=70))


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize(
    ("lease", "state"), [(30, HealthState.OK), (-1, HealthState.WRONG)], ids=["held", "run out"]
)
def test_a_worker_that_is_busy_is_not_gone(lease: int, state: HealthState) -> None:
    store(new_account("ann"), content=LONG, generate_lods=False)
    assert worker().state == HealthState.WRONG
    assert worker().detail.endswith(" s ago, and at no job")
    now = timezone.now()
    Job.objects.update(state=JobState.RUNNING, leased_until=now + timedelta(seconds=lease))
    assert worker().state == state
    assert ("; busy with 1 job" in worker().detail) == (state is HealthState.OK)


@pytest.mark.usefixtures("unseen")
def test_the_webhooks_worker_is_another() -> None:
    koda = new_agent(new_account("ann"))
    add_webhook(agent=koda, url="https://hooks.example.com/qastone")
    deliver(koda)
    until = timezone.now() + timedelta(seconds=30)
    assert Job.objects.of(CALL_WEBHOOK).update(state=JobState.RUNNING, leased_until=until) == 1
    assert worker().state == HealthState.WRONG


UseBroker = Callable[[str], None]


@pytest.fixture
def use_broker(monkeypatch: pytest.MonkeyPatch) -> UseBroker:
    def use(url: str) -> None:
        monkeypatch.setattr(app.conf, "broker_write_url", url)

    return use


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def test_a_broker_that_takes_messages() -> None:
    assert (broker().state, broker().detail) == (HealthState.OK, "accepts messages")


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_is_away(use_broker: UseBroker, scheme: str) -> None:
    use_broker(f"{scheme}://stones:hunter2@127.0.0.1:{free_port()}/0")
    found = broker()
    assert found.state == HealthState.WRONG
    assert "refused" in found.detail
    assert "hunter2" not in str(found)
    assert "CELERY_BROKER_URL" in found.mend


def test_a_broker_that_refuses_its_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(link: object) -> None:
        raise NotAllowed("access to vhost 'stones' refused")

    monkeypatch.setattr(service_checks, "_reach", refuse)
    found = broker()
    assert (found.state, "vhost" in found.detail) == (HealthState.WRONG, True)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_says_nothing_is_not_waited_for(
    use_broker: UseBroker, silent_port: int, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_checks, "BROKER_SECONDS", 1.0)
    use_broker(f"{scheme}://127.0.0.1:{silent_port}/0")
    assert (broker().state, broker().detail) == (HealthState.WRONG, "no answer within 1 s")


def test_what_a_check_raises_in_its_thread_is_raised_here() -> None:
    def fails() -> Any:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        within(5, fails)
