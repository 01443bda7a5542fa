"""Answers that models write, for Prometheus: how many there are, and how long lately they took to begin, to show their
first piece, and to end.
"""

from collections.abc import Iterator
from datetime import timedelta

from django.db import connection
from django.db.models import Count
from django.utils import timezone

from answering.models import WrittenAnswer
from qastone_site.rendered_gauges import gauge, render_gauges

RECENT = timedelta(minutes=15)
QUANTILES = (0.5, 0.95)
# From the request on: until a worker began, until the first piece was shown, until it ended.
STEPS = {"queue": "started", "first_piece": "first_piece", "whole": "finished"}

_SECONDS = f"""
SELECT kind, {
    ", ".join(
        f"percentile_cont(%(quantiles)s::float[]) WITHIN GROUP (ORDER BY extract(epoch FROM {column} - created))"
        for column in STEPS.values()
    )
}
FROM {WrittenAnswer._meta.db_table} WHERE created > %(since)s GROUP BY kind
"""  # noqa: S608  names of ours


def write_answer_metrics() -> bytes:
    """Gauges of all processes together, as the database has them now."""
    counts = WrittenAnswer.objects.order_by().values_list("kind", "state").annotate(Count("pk"))
    return render_gauges(
        [
            gauge(
                "qastone_answers",
                "Answers by kind and state.",
                ["kind", "state"],
                [([kind, state], count) for kind, state, count in counts],
            ),
            gauge(
                "qastone_answer_seconds",
                "How long answers of the last 15 minutes took, from their request on.",
                ["kind", "step", "quantile"],
                [*_seconds()],
            ),
        ]
    )


def _seconds() -> Iterator[tuple[list[str], float]]:
    """By kind, step and quantile."""
    with connection.cursor() as cursor:
        cursor.execute(_SECONDS, {"quantiles": list(QUANTILES), "since": timezone.now() - RECENT})
        for kind, *measured in cursor.fetchall():
            for step, values in zip(STEPS, measured, strict=True):
                for quantile, value in zip(QUANTILES, values or (), strict=False):
                    yield [kind, step, str(quantile)], value
