"""The settings of a database that DATABASE_URL names."""

import os
import subprocess
import sys

SHOWN = """
from django.conf import settings
shown = settings.DATABASES["default"]
print(shown["CONN_MAX_AGE"], shown["CONN_HEALTH_CHECKS"], shown["OPTIONS"])
"""


def test_its_connections_are_kept_and_checked() -> None:
    named = {
        "DATABASE_URL": "postgres://u:p@db/name",
        "CELERY_BROKER_URL": "redis://broker",
        "SECRET_KEY": "0123456789" * 5,
        "DJANGO_SETTINGS_MODULE": "qastone_site.settings",
    }
    shown = subprocess.run(
        [sys.executable, "-c", SHOWN], env=os.environ | named, check=True, text=True, stdout=subprocess.PIPE
    )
    assert shown.stdout == "60 True {'prepare_threshold': 3}\n"
