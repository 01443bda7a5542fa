"""Logs never contain queries of requests or values of SQL statements."""

import json
import logging
import subprocess
import sys
from typing import Any

import httpx2
import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, OperationalError
from django.test import Client
from pytest_httpserver import HTTPServer

from qastone_site.configure_logging import configure_logs, cut_statements

CONFIGURED = configure_logs("INFO", readable=False)


def rendered(error: Exception) -> str:
    """The line of the log for an exception, as the handler writes it."""
    settings = CONFIGURED["formatters"]["structured"].copy()
    formatter = settings.pop("()")(**settings)
    record = logging.LogRecord("a", logging.ERROR, "", 0, "failed", None, (type(error), error, None))
    line: str = formatter.format(record)
    return json.dumps(json.loads(line))


@pytest.mark.django_db
def test_a_request_is_logged_without_its_query(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.force_login(User.objects.create_user("ann"))
    with caplog.at_level("INFO"):
        assert client.get("/stones/0123abcd/focus?q=canary").status_code == 404
        assert client.get("/search?q=canary").status_code == 200
    assert "/stones/0123abcd/focus" in caplog.text
    assert "canary" not in caplog.text


def test_external_requests_are_not_logged(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/").respond_with_data("")
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    logger = logging.getLogger("httpx2")
    level, handler = logger.level, Lines()
    logger.addHandler(handler)
    try:
        logger.setLevel(CONFIGURED["loggers"]["httpx2"]["level"])
        httpx2.get(httpserver.url_for("/"), params={"q": "canary", "apiKey": "canary"})
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    assert lines == []


@pytest.mark.parametrize(
    "words",
    [
        'duplicate key value violates unique constraint "x"\nDETAIL:  Key (word)=(canary) already exists.',
        "syntax error at end of input\nLINE 1: SELECT 'canary'\n               ^",
        "deadlock detected\nDETAIL:  Process 1 waits\nHINT:  See\nCONTEXT:  while updating canary",
    ],
)
def test_an_error_of_the_database_is_logged_without_values(words: str) -> None:
    line = rendered(IntegrityError(words))
    assert words.splitlines()[0].replace('"', '\\"') in line
    assert "canary" not in line
    event: dict[str, Any] = {"reason": str(OperationalError(words))}
    assert cut_statements(None, "", event)["reason"] == words.splitlines()[0]


CELERY = """
import logging
from qastone_site.celery import app
app.log.setup("INFO")
logging.getLogger("celery.worker").info("ready")
try:
    raise ValueError("duplicate\\nDETAIL:  Key (word)=(canary) already exists.")
except ValueError as error:
    logging.getLogger("celery.app.trace").error("Task failed: %s", error, exc_info=True)
for name, words in (
    ("celery.beat", "Scheduler: Sending due task"),
    ("celery.worker.strategy", "Task received"),
    ("celery.app.trace", "Task succeeded"),
):
    logging.getLogger(name).info(words)
"""


def test_workers_and_the_scheduler_log_as_the_site_does_and_nothing_while_idle() -> None:
    ran = subprocess.run([sys.executable, "-c", CELERY], check=True, text=True, stderr=subprocess.PIPE)
    lines = [json.loads(line) for line in ran.stderr.splitlines()]
    assert [line["event"] for line in lines] == ["ready", "Task failed: duplicate"]
    assert "canary" not in ran.stderr
