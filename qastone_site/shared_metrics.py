"""Counters that all processes of a site share, so that any of them can answer /metrics (prometheus_client)."""

import os
import shutil

from django.conf import settings


def share_metrics() -> None:
    """For this process and those that it starts. prometheus_client asks once, when it is imported: before the apps."""
    folder = settings.QASTONE_VAR / "run" / "metrics"
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def forget_metrics() -> None:
    """Those of an earlier run."""
    folder = settings.QASTONE_VAR / "run" / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
