"""Probes and the doctor say what is there and what is not."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from core.jobs.models import Job
from qastone_site.models import Heartbeat
from qastone_site.tasks import heartbeat
from stones.models import EMBED_SOURCE, WRITE_LEVELS
from stones.tests.factories import MIDDLE, new_account, store

pytestmark = pytest.mark.django_db


def test_health_needs_nothing(client: Client) -> None:
    response = client.get("/health")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_ready_says_what_is_missing(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"] == {
        "database": True,
        "migrations": True,
        "broker": True,
        "worker": False,
    }


@pytest.mark.parametrize(("age", "ok"), [(5, True), (61, False)])
def test_a_silent_worker_is_noticed(client: Client, age: int, ok: bool) -> None:
    Heartbeat.objects.create(name="worker", at=timezone.now() - timedelta(seconds=age))
    assert client.get("/readyz").json()["checks"]["worker"] is ok


def test_a_heartbeat_is_written() -> None:
    heartbeat()
    heartbeat()
    assert timezone.now() - Heartbeat.objects.get().at < timedelta(seconds=30)


def test_the_doctor_names_each_fault_and_its_mend() -> None:
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=out)
    assert "ok    database" in out.getvalue()
    assert "wrong worker" in out.getvalue()
    assert "script/server" in out.getvalue()


def test_the_doctor_speaks_json() -> None:
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", "--json", stdout=out)
    found = {row["name"]: row["ok"] for row in json.loads(out.getvalue())}
    assert found["database"] is True
    assert found["worker"] is False


def test_metrics_are_for_the_token_alone(client: Client, settings: Settings) -> None:
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "secret"
    assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
    response = client.get("/metrics", headers={"Authorization": "Bearer secret"})
    assert b"django_http_requests_total" in response.content


MULTIPROCESS = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "qastone_site.settings_test"
from qastone_site.shared_metrics import forget_metrics, share_metrics
share_metrics()
forget_metrics()
django.setup()
from pathlib import Path
from qastone_site.rendered_gauges import gauge, render_gauges
print(render_gauges([gauge("jobs", "Jobs.", ["kind"], [(["a"], 2)])]).decode())
print([each.name for each in Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).iterdir() if "gauge" in each.name])
"""


def test_what_the_database_holds_is_no_processs_count(tmp_path: Path, settings: Settings) -> None:
    environment = {"PATH": os.environ["PATH"], "QASTONE_VAR": str(tmp_path), "QASTONE_TEST_SLOT": "none"}
    done = subprocess.run(
        [sys.executable, "-c", MULTIPROCESS],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert 'jobs{kind="a"} 2.0' in done.stdout, done.stderr
    assert done.stdout.rstrip().endswith("[]")


def test_metrics_count_the_jobs(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "secret"
    store(new_account("ann"), content=MIDDLE)
    Job.objects.of(EMBED_SOURCE).update(state="failed")
    Job.objects.of(WRITE_LEVELS).update(due=timezone.now() - timedelta(minutes=5))
    text = client.get("/metrics", headers={"Authorization": "Bearer secret"}).content.decode()
    assert 'qastone_jobs{kind="stones.embed_source",state="failed"} 1.0' in text
    assert 'qastone_jobs{kind="stones.write_levels",state="pending"} 1.0' in text
    assert 'qastone_oldest_due_job_seconds{queue="celery"} 30' in text
