"""The Celery application. Its messages only name a queue: the jobs are rows (docs/adr/0024)."""

import os

from celery import Celery
from celery.signals import setup_logging, worker_ready
from django.conf import settings
from django.utils.log import configure_logging
from django_structlog.celery.receivers import CeleryReceiver
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qastone_site.settings")

app = Celery("qastone")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()
# Carries the request's id into what it sends; a name of its own, as signals hold their receivers weakly.
request_ids = CeleryReceiver()
request_ids.connect_signals()


@setup_logging.connect
def log_as_the_site(**_: object) -> None:
    """Instead of Celery's own lines, which are plain text, and hold values of the database's errors."""
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


@worker_ready.connect
def show_life(**_: object) -> None:
    """A heartbeat at once: the scheduler's first comes after 15 seconds."""
    app.send_task("qastone_site.tasks.heartbeat")
