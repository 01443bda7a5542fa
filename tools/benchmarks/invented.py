"""Shared by the search benchmarks: texts whose words are as uneven as real ones (Zipf), and timing."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from django.db import connection

VOCABULARY = 8_000
DIMENSIONS = 384

Asker = TypeVar("Asker")


def vocabulary(draw: random.Random) -> list[str]:
    return [_word(draw) for _ in range(VOCABULARY)]


def _word(draw: random.Random) -> str:
    return "".join(draw.choice("bdfgklmnprstvz") + draw.choice("aeiou") for _ in range(draw.randint(2, 4)))


def sentence(words: list[str], length: int, draw: random.Random) -> str:
    # The n-th word about 1/n as often as the first.
    return " ".join(words[min(int(len(words) ** draw.random()), len(words)) - 1] for _ in range(length))


def percentiles(milliseconds: list[float]) -> dict[str, float]:
    p50, p95, p99 = np.percentile(milliseconds, (50, 95, 99))
    return {
        "p50_ms": round(float(p50), 1),
        "p95_ms": round(float(p95), 1),
        "p99_ms": round(float(p99), 1),
    }


def rows(statement: str, parameters: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def time_methods(
    methods: Mapping[str, Callable[[Asker, str], object]], asker: Asker, questions: Sequence[str]
) -> dict[str, list[float]]:
    """Milliseconds of each question by method, the methods taking turns; each has warmed up before."""
    times: dict[str, list[float]] = {method: [] for method in methods}
    for method in methods.values():
        method(asker, questions[0])
    for question in questions:
        for name, method in methods.items():
            started = time.perf_counter()
            method(asker, question)
            times[name].append(1000 * (time.perf_counter() - started))
    return times
