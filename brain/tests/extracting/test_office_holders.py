"""Whoever a later note names in an office holds it."""

import time
from datetime import date

import pytest

from brain.tests.extracting.extracted_answers import extracted, source
from core.text.tests.machine_speed import is_within

OLD = source(
    "Present: Odile Brandt (chair), Sven Aalto (treasurer), Mae Oduya.",
    id="A",
    title="Minutes of the rowing club",
    day=date(2024, 2, 4),
)


@pytest.mark.parametrize(
    "later",
    [
        "Treasurer: Ruta Kalns",
        "Ruta Kalns, our new treasurer, asks for receipts.",
        "Ruta Kalns was elected as treasurer of the club.",
        "| name | does |\n|---|---|\n| Ruta Kalns | treasurer |",
    ],
)
def test_the_later_one_is_told_first(later: str) -> None:
    new = source(later, id="B", title="Rowing club", day=date(2026, 3, 1))
    answer = extracted("Who is the treasurer of the rowing club?", OLD, new).answer
    assert answer.index("Ruta Kalns") < answer.index("Earlier, 4 February 2024: Present: Odile")


@pytest.mark.parametrize(
    "later",
    [
        "Sven Aalto, treasurer, asks for receipts.",
        "Ruta Kalns gave the treasurer her receipts.",
        "The treasurer of Ruta Kalns' club was there.",
        "Secretary: Ruta Kalns",
        "Ruta Kalns was treasurer in the nineties.",
        "Ruta Kalns refused to be treasurer.",
        "Ruta Kalns was never elected treasurer.",
        "Treasurer: Report accepted, the balance is 400 euros.",
        "Greetings from Ruta (treasurer of the tennis club).",
    ],
)
def test_who_is_not_in_it_changes_nothing(later: str) -> None:
    new = source(later, id="B", title="Rowing club", day=date(2026, 3, 1))
    assert "Earlier" not in extracted("Who is the treasurer of the rowing club?", OLD, new).answer


def test_who_stands_down_is_told_with_who_follows() -> None:
    new = source(
        "treasurer - Sven Aalto stood down after nine years. Ruta Kalns elected, none against.",
        id="B",
        title="Minutes of the rowing club",
        day=date(2025, 3, 10),
    )
    answer = extracted("Who is the treasurer of the rowing club?", OLD, new).answer
    assert answer.index("Ruta Kalns elected") < answer.index("Earlier, 4 February 2024: Present: Odile")


def test_a_long_word_beside_the_office_costs_no_time() -> None:
    new = source(f"The treasurer sent this key: {'A' * 20_000}", id="B", title="Key", day=date(2026, 3, 1))
    started = time.process_time()
    extracted("Who is the treasurer of the rowing club?", OLD, new)
    assert is_within(time.process_time() - started, 3)
