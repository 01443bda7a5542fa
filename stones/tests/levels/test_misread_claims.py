"""Claims of a sender that the text makes with a reservation: forbidden, asked for, open, conditional, ruled out."""

import pytest

from stones.levels.summary import check_summary
from stones.tests.levels.chat_doubles import count_tokens

TEXT = """# Orchard cold store, handover

Compressor 2 tripped on Monday and Wednesday. We suspected the door seal; Ilse measured it, and it is innocent.
Refilling the coolant did not help, it tripped again after an hour. The fan relay was replaced on Friday.

Ravi asks for a second thermometer in bay 3. The tarpaulin roof is planned for the spring.
Whether the pears go to the wholesaler is undecided.
The loading ramp may be used only if the salt has been spread.

What must not be done. Turn off the alarm in bay 1.

## Don'ts

- Raise the set point above 4 degrees
- Feed the dog of the neighbours

Bay 4 was emptied on Tuesday.
"""


def _codes(summary: str, text: str = TEXT) -> list[str]:
    return [fault.code for fault in check_summary(summary, "", text, count_tokens=count_tokens).faults]


@pytest.mark.parametrize(
    ("misread", "honest"),
    [
        ("The alarm in bay 1 gets turned off.", "The alarm in bay 1 must stay on."),
        ("The set point is raised above 4 degrees.", "The set point must not be raised above 4 degrees."),
        ("A second thermometer has been put in bay 3.", "Ravi wants a second thermometer in bay 3."),
        ("The tarpaulin roof is in place.", "A tarpaulin roof is planned for the spring."),
        ("The pears go to the wholesaler.", "It is open whether the pears go to the wholesaler."),
        ("The loading ramp may be used.", "The loading ramp may be used once salt is spread."),
        ("Refilling the coolant fixed it.", "Refilling the coolant was tried without success."),
        ("The door seal caused the trips.", "The door seal was suspected wrongly."),
    ],
)
def test_a_reservation_of_the_text_may_not_be_dropped(misread: str, honest: str) -> None:
    assert _codes(misread) == ["misread"]
    assert _codes(honest) == []


@pytest.mark.parametrize(
    "plain",
    [
        "Compressor 2 tripped on Monday and Wednesday; the fan relay was replaced on Friday.",
        "Bay 4 has been emptied.",
        "Ilse measured the door seal.",
    ],
)
def test_what_the_text_says_without_a_reservation_is_no_fault(plain: str) -> None:
    assert _codes(plain) == []


@pytest.mark.parametrize(
    ("text", "misread"),
    [
        (
            "Die Pumpe läuft. Das Ventil am Becken darf auf keinen Fall geöffnet werden.",
            "Das Ventil am Becken wird geöffnet.",
        ),
        (
            "La bomba funciona. Está prohibido abrir la compuerta norte del canal.",
            "La compuerta norte del canal se abre hoy.",
        ),
        ("La pompe marche. Interdiction d'ouvrir la vanne du bassin.", "On ouvre la vanne du bassin."),
    ],
)
def test_other_languages(text: str, misread: str) -> None:
    assert _codes(misread, text) == ["misread"]


def test_the_message_names_the_line_and_quotes_it() -> None:
    (fault,) = check_summary(
        "The set point is raised above 4 degrees.", "", TEXT, count_tokens=count_tokens
    ).faults
    assert fault.line == 14
    assert 'line 14 forbids it: "Don\'ts: Raise the set point above 4 degrees"' in fault.message


def test_a_thing_said_elsewhere_without_a_reservation_is_no_misreading() -> None:
    text = f"{TEXT}\nThe tarpaulin roof is in place since Sunday.\n"
    assert _codes("The tarpaulin roof is in place.", text) == []


def test_what_a_heading_forbids_is_named_with_it() -> None:
    report = check_summary(
        "Compressor 2 tripped.", "The fan relay was replaced.", TEXT, count_tokens=count_tokens
    )
    named = [each.text for each in report.left_out]
    assert "Don'ts: Raise the set point above 4 degrees" in named
    assert not any("Bay 4" in each or each.endswith("must not be done") for each in named)


@pytest.mark.parametrize(
    "summary",
    [
        "Neither the XLIFF files are renamed nor millilitres converted; the warning texts stay.",
        "No XLIFF file gets a new name, millilitres are not converted, warning texts stay untouched.",
    ],
)
def test_what_a_heading_forbids_may_be_told_in_other_words(summary: str) -> None:
    text = "# Brandl\n\n## Don'ts\n\n- Rename the XLIFF files\n- Convert millilitres\n- Change the warning texts\n"
    report = check_summary(summary, "", text, count_tokens=count_tokens)
    assert (report.faults, report.left_out) == ((), ())


@pytest.mark.parametrize(
    ("content", "summary"),
    [
        ("The index holds 2,417,008 documents.", "The index holds about 2.4 million documents."),
        ("The lorry leaves at 16:00.", "The lorry leaves at 4 pm."),
        ("I raised the timeout to 60 s.", "A 60-second timeout was set."),
        ("# Pelican 2.9\n\nNo telemetry is collected.", "Version 2.9 collects no telemetry."),
        ("Der Schrank steht im Keller. Die Feuchte fiel nicht.", "Das Gerät blieb ohne Wirkung."),
        ("The banquet on Saturday has 86 guests.", "Saturday's banquet has 86 guests."),
        ("Port Gi1/0/33 was shut by Hideo.", "Hideo shut Gi1/0/33."),
    ],
)
def test_a_number_or_a_name_written_otherwise_is_no_fault(content: str, summary: str) -> None:
    assert _codes(summary, content) == []


@pytest.mark.parametrize("summary", ["About 2.6 million documents.", "The index holds 24 million documents."])
def test_a_rounded_number_has_to_be_right(summary: str) -> None:
    assert _codes(summary, "The index holds 2,417,008 documents.") == ["number"]


@pytest.mark.parametrize(
    ("text", "honest"),
    [
        (
            "Secrets are stored in Vault; they must not be copied into the repository.",
            "Secrets are stored in Vault.",
        ),
        (
            "Whether we keep the old endpoint is undecided; it still serves 3% of traffic.",
            "The old endpoint serves 3%.",
        ),
        ("Do not use the lift in case of fire; take the stairs.", "In case of fire take the stairs."),
        (
            "The leak was caused by the image cache; we first suspected the logger.",
            "The image cache caused the leak.",
        ),
        (
            "Der Kessel darf nicht über 80 Grad gehen, derzeit steht er bei 72 Grad.",
            "Der Kessel steht bei 72 Grad.",
        ),
        ("Paracetamol did not help; ibuprofen brought the fever down.", "Ibuprofen brought the fever down."),
        ("Do not forget:\n\n- Lock the yard gate at night", "The yard gate is locked at night."),
        ("## What is not finished\n\n- Painting the yard gate", "Painting the yard gate is unfinished."),
        ("## Customers who do not pay by card\n\n- Miller & Sons pay cash", "Miller & Sons pay cash."),
        (
            "Don'ts:\n\n- Raise the set point. The pears freeze below 1 degree.",
            "The pears freeze below 1 degree.",
        ),
        ("Nobody was hurt when the shelf in bay 2 fell over.", "The shelf in bay 2 fell over."),
        ("The lift next to the kitchen has been repaired.", "The kitchen lift has been repaired."),
        ("The lorry was delayed by two hours due to fog.", "The lorry was delayed by fog."),
        ("Please note that the water was turned off at 9.", "The water was turned off at 9."),
        (
            "We ordered two racks; both arrived and are installed in hall 7.",
            "Two racks have been installed in hall 7.",
        ),
        ("Wir haben geprüft, ob das Dach dicht ist: es ist dicht.", "Das Dach ist dicht."),
        ("The lock opens by card and closes when the door falls shut.", "The lock can be opened by card."),
        (
            "Do not purge the queue. It grows at night and the queue is empty again at noon.",
            "Never empty the queue.",
        ),
        ("Do not raise the lease above 60 s.", "Raise the lease to 60 s at most."),
        ("Once a week the cellar pump is tested by Omar.", "Omar will test the cellar pump weekly."),
        (
            "Omar asked for a new bulb and it was delivered on Monday.",
            "A new bulb has been delivered for Omar.",
        ),
        (
            "The pump draws 7 amperes and must not be restarted before Friday.",
            "The pump draws 7 amperes.",
        ),
        ("Omar moved the pump to bay 4 and nobody may sell it.", "Omar has moved the pump to bay 4."),
        ("Whether the new roof stops the leak is undecided.", "Does the new roof stop the leak?"),
    ],
)
def test_a_reservation_about_something_else_makes_no_misreading(text: str, honest: str) -> None:
    assert _codes(honest, text) == []


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("Ravi is not the owner of the pump house.", "Ravi is the owner of the pump house."),
        ("TLS 1.2 is not the default of the gateway.", "TLS 1.2 is the default of the gateway."),
    ],
)
def test_a_plain_denial_stays_one(text: str, summary: str) -> None:
    assert _codes(summary, text) == ["negation"]


@pytest.mark.parametrize("summary", ["Sell the pump.", "Omar sells the pump in bay 4."])
def test_the_forbidden_half_of_a_sentence_stays_forbidden(summary: str) -> None:
    (code,) = _codes(summary, "Omar moved the pump to bay 4 and nobody may sell it.")
    assert code in ("negation", "misread")
