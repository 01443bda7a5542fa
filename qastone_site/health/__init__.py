"""What the site needs to work, each asked in turn: for /readyz, `manage.py doctor` and the page System status.

Each check says what is there, what its users notice where it is wrong, and how to mend it.
"""

from collections.abc import Callable

from qastone_site.health.finding import Finding, State
from qastone_site.health.language_models import FAULTS, embeddings, latest_failure, model, models_nearby
from qastone_site.health.machine import configuration, disk, version
from qastone_site.health.queues import generation, helpers, indexes, webhooks
from qastone_site.health.services import broker, database, migrations, worker

__all__ = [
    "ALL",
    "FAULTS",
    "READINESS",
    "Finding",
    "State",
    "examine",
    "indexes",
    "latest_failure",
    "models_nearby",
    "worker",
]

READINESS: tuple[Callable[[], Finding], ...] = (database, migrations, broker, worker)
ALL: tuple[Callable[[], Finding], ...] = (
    *READINESS,
    generation,
    helpers,
    webhooks,
    indexes,
    embeddings,
    model,
    disk,
    configuration,
    version,
)


def examine() -> list[Finding]:
    """All findings. Takes up to ten seconds where nothing answers."""
    return [check() for check in ALL]
