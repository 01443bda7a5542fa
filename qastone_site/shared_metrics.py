"""Counters that all processes of a site share, so that any of them can answer /metrics (prometheus_client)."""

import os
import shutil
from pathlib import Path

from django.conf import settings


def share_metrics() -> None:
    """For this process and those that it starts. prometheus_client asks once, when it is imported: before the apps."""
    _folder().mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_folder())


def forget_metrics() -> None:
    """Those of an earlier run."""
    shutil.rmtree(_folder(), ignore_errors=True)
    _folder().mkdir(parents=True)


def _folder() -> Path:
    return Path(settings.QASTONE_VAR) / "run" / "metrics"
