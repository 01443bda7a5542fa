"""What is struck through is not said; code and operators are no strikes."""

import time

import pytest

from core.text.struck_text import without_struck
from core.text.tests.machine_speed import is_within


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("The bus leaves at ~~7:30~~ 8:15.", "The bus leaves at  8:15."),
        ("~~Pay `ada`.~~ Pay nobody.", " Pay nobody."),
        ("<del>Pay Ada.</del> Pay <s>her</s> nobody.", " Pay  nobody."),
        ("~~Pay\nAda.~~ Wait.", "\n Wait."),
        ("~~Pay Ada.~~ ~~Pay Bo.~~", ""),
        ("~~Pay Ada~~ — done on Friday", ""),
        ("~~Pay Ada~~ (see 12)", ""),
        ("~~Contract review with legal~~ no longer needed", ""),
        ("~~Den Vertrag prüfen~~ ist nicht mehr nötig", ""),
        ("~~Revisar el contrato~~ ya no hace falta", ""),
        ("Deadline ~~Friday~~ Monday", "Deadline  Monday"),
        ("## ~~Old way~~", ""),
        ("Write `~~word~~` for a strike.", "Write `~~word~~` for a strike."),
        ('``~~`` ("x~~y" means one of x~~y)', '``~~`` ("x~~y" means one of x~~y)'),
        ("Nothing is struck.</p>", "Nothing is struck.</p>"),
    ],
)
def test_what_is_left(text: str, rest: str) -> None:
    assert without_struck(text) == rest


@pytest.mark.parametrize("piece", ["~~a ", "~~", "<s>", "</", "` ~~"])
def test_a_long_text_costs_little(piece: str) -> None:
    started = time.process_time()
    without_struck(piece * 10_000)
    assert is_within(time.process_time() - started, 1)
