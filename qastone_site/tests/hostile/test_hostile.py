"""No text makes a parser work for longer than its length deserves: four times as much of it costs about four times as
much, and a megabyte of it two seconds, whatever it is. CPU time of this thread alone, with an allowance for a machine
that is slower or busy (`measure_slowness`).
"""

import os
import time

import pytest

from core.text.tests.machine_speed import measure_slowness
from qastone_site.tests.hostile.hostile_texts import SHAPES
from qastone_site.tests.hostile.parsers import PARSERS, Parser

IS_LONG_RUN = "TEST_ALL" in os.environ
CHARACTERS = 60_000 if IS_LONG_RUN else 900
MEGABYTE, TENTH = 1_000_000, 100_000
MAX_SECONDS = 2
"""Of a megabyte."""
# So much is no matter, however it grows: it is 4 s for a megabyte if it grows as the text does.
SECONDS = 0.025 * CHARACTERS / 6_000
# For four times the text: linear is 4, quadratic 16.
MAX_GROWTH = 12


def seconds(parser: Parser, text: str) -> float:
    begun = time.thread_time()
    parser(text)
    return time.thread_time() - begun


def growth(parser: Parser, shape: str, characters: int) -> float:
    """How many times longer a text of this shape takes than a quarter of it; 0 for one that takes no time."""
    make = SHAPES[shape]
    whole = seconds(parser, make(characters))
    if whole < SECONDS * characters / CHARACTERS:
        return 0
    # With another letter at the end: what is remembered of the first call does not count.
    quarter = max(seconds(parser, make(characters // 4) + "b"), SECONDS / 16)
    if whole / quarter > MAX_GROWTH:
        whole = min(whole, seconds(parser, make(characters) + "a"))
    return whole / quarter


def reference_seconds(parser: Parser, text: str) -> float:
    """What it would take on the machine that the limits are of. How fast this one is changes from second to second."""
    before = measure_slowness()
    took = seconds(parser, text)
    return took / max(before, measure_slowness())


def of_bytes(shape: str, count: int) -> str:
    return SHAPES[shape](count).encode(errors="surrogatepass")[:count].decode(errors="ignore")


def of_a_megabyte(parser: Parser, shape: str) -> float:
    """Seconds, extrapolated from a tenth of it. Where that is too much the whole is tried: some limit their work."""
    tenth = reference_seconds(parser, of_bytes(shape, TENTH) + "c")
    if tenth * MEGABYTE / TENTH <= MAX_SECONDS:
        return tenth * MEGABYTE / TENTH
    whole = of_bytes(shape, MEGABYTE)
    took = max(tenth, reference_seconds(parser, whole))
    # Who is interrupted often seems slow once.
    return took if took <= MAX_SECONDS else min(took, reference_seconds(parser, whole))


def shapes_for(name: str) -> list[str]:
    """Daily a third of them, and each for a third of the parsers."""
    return list(SHAPES) if IS_LONG_RUN else list(SHAPES)[list(PARSERS).index(name) % 3 :: 3]


@pytest.mark.every_case
@pytest.mark.django_db
@pytest.mark.parametrize("name", PARSERS)
def test_time_grows_as_the_text_does(name: str) -> None:
    parser = PARSERS[name]
    parser("The first call loads what all of them need.")

    suspects = [shape for shape in shapes_for(name) if growth(parser, shape, CHARACTERS) > MAX_GROWTH]
    # What only begins to cost something there, and is limited, grows no further.
    further = {shape: growth(parser, shape, 4 * CHARACTERS) for shape in suspects}
    assert {shape: round(each) for shape, each in further.items() if each > MAX_GROWTH} == {}


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("name", PARSERS)
def test_a_megabyte_takes_two_seconds(name: str) -> None:
    parser = PARSERS[name]
    took = {shape: seconds(parser, make(CHARACTERS)) for shape, make in SHAPES.items()}

    slow = [shape for shape in SHAPES if took[shape] * MEGABYTE / CHARACTERS > MAX_SECONDS]
    megabytes = {shape: of_a_megabyte(parser, shape) for shape in slow}
    assert {shape: round(each, 1) for shape, each in megabytes.items() if each > MAX_SECONDS} == {}
