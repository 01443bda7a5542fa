"""Which sentences tell who somebody is."""

import time

import pytest

from core.text.says_who import names_somebody, says_who
from core.text.tests.machine_speed import measure_slowness

TELLS = [
    ("Georges", "At that time his close friend and accomplice Georges Bataille wrote."),
    ("Hedda", "My sister Hedda comes on Friday."),
    ("Oskar", "Oskar Lindqvist, the caretaker of our building, looks at it."),
    ("Wendell", "The plumber (Wendell) comes on Friday."),
    ("Bela", "**Bela** - my aunt in Pécs"),
    ("Bela", "Our tailor, __Bela__, has the key."),
    ("Moreau", "Our vet is Dr. Moreau."),
    ("Runa", "We booked Runa, our speaker, for nine."),
    ("Abernathy", "Abernathy, head of procurement at Norvik, signs."),
    ("Yusuf", "Yusuf, who joined in May, tests."),
    ("Tanaka", "Mrs Tanaka from the second floor takes parcels."),
    ("priya", "Priya is the nurse."),
    ("Farouk", "Farouk is product owner."),
    ("Greta", "Greta runs the data pipeline."),
    ("Pernille", "Pernille conducts the choir since March."),
    ("Oskar", "Caretaker: Oskar, 0170 55 21"),
    ("Harbin", "Lucy Harbin: does the accounts each quarter."),
    ("Emre", "Our tax adviser Emre Duran has a new office."),
    ("Duran", "Our tax adviser Emre Duran has a new office."),
    ("Marit", "Marit's brother Jens, a pilot, and Marit, his sister."),
    ("Jens", "Marit's brother Jens sails."),
    ("Ilse", "Ilse works for the harbour."),
    ("Kim", "The landlord, Kim, wants the rent."),
    ("Ana", "Ana is responsible for releases."),
    ("Lee", "Lee was our first hire."),
    ("Bo", "Bo (the intern) broke it."),
    ("Ruth", "her manager Ruth signed"),
]
TELLS_NOT = [
    ("Hedda", "My sister and Hedda came late."),
    ("Pernille", "Pernille, Oskar and I walked to the mill."),
    ("Emre", "Emre is on holiday from the 12th."),
    ("Oskar", "Oskar called at nine."),
    ("Pernille", "Pernille was late and Oskar took the tenor line."),
    ("Oskar", "Met Oskar and his dog by the bridge."),
    ("Emre", "The letter from Emre came."),
    ("Emre", "the key that Emre wants"),
    ("Farouk", "Farouk was informed at 07:00."),
    ("Farouk", "Greta and Farouk agreed to cut it."),
    ("Greta", "Greta is never there."),
    ("Greta", "Greta gives him a data set."),
    ("Oskar", "Ask Oskar whether he can help carry."),
    ("Emre", "Emre: 0170 33 98."),
    ("Emre", "Note: Emre called."),
    ("Emre", "Emre runs late."),
    ("Emre", "At the bank Emre asked for the form."),
    ("Moreau", "Moreau moved the appointment."),
    ("Greta", "Train to Oslo with Greta on the 3rd."),
    ("Oskar", "Oskar is older than Greta."),
    ("Ann", "In the morning Ann prefers tea."),
    ("Sam", "The day before, Sam left."),
    ("Sam", "Thanks, Sam, the cake was good."),
]


@pytest.mark.parametrize(("name", "sentence"), TELLS)
def test_it_tells_who(name: str, sentence: str) -> None:
    assert says_who(name, sentence)


@pytest.mark.parametrize(("name", "sentence"), TELLS_NOT)
def test_it_only_speaks_of_somebody(name: str, sentence: str) -> None:
    assert not says_who(name, sentence)


@pytest.mark.parametrize(
    "text", ["The A " * 3_000, "the a b " * 3_000, "Sam " * 5_000, "A b-c " * 3_000 + "Sam"]
)
def test_a_long_text_takes_no_long_time(text: str) -> None:
    slowness, started = measure_slowness(), time.thread_time()
    says_who("Sam", text)
    assert time.thread_time() - started < 0.5 * slowness


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who has the ladder?", "The gardener has the ladder."),
        ("Who has the ladder?", "My aunt took it."),
        ("Who painted the gate?", "Painted by Mo Reed in May."),
        ("Who comes on Friday?", "Nobody comes on Friday."),
    ],
)
def test_somebody_is_named(question: str, text: str) -> None:
    assert names_somebody(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who chose the colour?", "The reason that chose the colour was not its price."),
        ("Who is the supplier?", "The supplier wants the order as CSV, over 12 °C."),
        ("Who painted the gate?", "The gate was painted in May."),
    ],
)
def test_nobody_is_named(question: str, text: str) -> None:
    assert not names_somebody(question, text)
