"""Checks of what the site needs to work, for /readyz, `manage.py doctor` and the page System status.

Each finding says what was found, what users notice where it is wrong, and how to mend it.
"""

from collections.abc import Callable

from qastone_site.health.health_check import HealthFinding, HealthState
from qastone_site.health.language_model_checks import FAULTS, embeddings, latest_failure, model, models_nearby
from qastone_site.health.machine_checks import configuration, disk, version
from qastone_site.health.queue_checks import answers, generation, helpers, indexes, webhooks
from qastone_site.health.service_checks import broker, database, migrations, worker

__all__ = [
    "ALL",
    "FAULTS",
    "READINESS",
    "HealthFinding",
    "HealthState",
    "examine",
    "indexes",
    "latest_failure",
    "models_nearby",
    "worker",
]

READINESS: tuple[Callable[[], HealthFinding], ...] = (database, migrations, broker, worker)
ALL: tuple[Callable[[], HealthFinding], ...] = (
    *READINESS,
    generation,
    helpers,
    webhooks,
    answers,
    indexes,
    embeddings,
    model,
    disk,
    configuration,
    version,
)


def examine() -> list[HealthFinding]:
    """All findings. Takes up to ten seconds where nothing answers."""
    return [check() for check in ALL]
