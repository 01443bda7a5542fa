"""Whoever a later note names in an office holds it."""

from datetime import date

import pytest

from brain.tests.extracting.extracted_answers import extracted, source

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
