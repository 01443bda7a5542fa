"""Which words of a question a quotation lacks."""

import pytest

from core.text.describe_missing import describe_held, describe_missing
from core.text.unnamed_words import unnamed_words


def test_a_measure_is_no_word_that_must_stand_there() -> None:
    assert (
        unnamed_words("How long does the soup freeze well?", "The soup\nFreezes well for three months.") == []
    )


def test_a_name_that_is_asked_for_is_named_by_one() -> None:
    assert unnamed_words("What is the plumber called?", "The plumber, Mr. Okafor, found a crack.") == []
    assert unnamed_words("What is the plumber called?", "The plumber found a crack.") == ["called"]


@pytest.mark.parametrize(
    ("query", "quoted"),
    [
        ("What's under the garden?", "There is clay under the garden."),
        ("On which port does the export run?", "The export has port 8003."),
        ("Who'd look at the garden?", "Petra has the garden."),
    ],
)
def test_words_of_closed_classes_need_not_stand_there(query: str, quoted: str) -> None:
    assert unnamed_words(query, quoted) == []


def test_a_negation_must_stand_there() -> None:
    assert unnamed_words("Which roses don't flower?", "The white roses flower.") == ["don't"]
    assert unnamed_words("Which roses do not flower?", "The white roses cannot flower.") == []


def test_light_words_are_not_called_missing() -> None:
    missing = unnamed_words("Am I allowed to go jogging?", "Running begins in August.")
    assert missing == ["Am", "allowed", "go", "jogging"]
    assert describe_missing(missing) == ", which does not say “jogging”"
    assert describe_missing(["must", "come", "according"]) == ""
    assert describe_missing(["hotel", "palace", "fog", "price"]).endswith("say “hotel” or “palace” or “fog”")


def test_a_name_that_is_asked_for_stands_in_the_quotation() -> None:
    called = "What is the manager called?"
    assert unnamed_words(called, "Her manager Ruth signed.") == []
    assert unnamed_words(called, "Her manager signed.", title="The Oakfield Road") == ["called"]


@pytest.mark.parametrize(
    ("query", "quoted", "missing"),
    [
        ("What do I charge for tuning a grand?", "Standard tuning, grand: £92", []),
        (
            "What do I charge for tuning a harpsichord?",
            "Standard tuning, grand: £92",
            ["charge", "harpsichord"],
        ),
        ("How much is a grand worth?", "The grand stands by the door.", ["how much", "worth"]),
        ("How much did the pump cost?", "The pump runs. They took the boiler for £35.", ["cost"]),
        ("What temperature should the glue have?", "The glue: 60 degrees.", []),
        ("What temperature should the glue have?", "The glue is in the shed.", ["how warm", "temperature"]),
    ],
)
def test_what_asks_for_a_measure_need_not_stand_beside_it(
    query: str, quoted: str, missing: list[str]
) -> None:
    assert unnamed_words(query, quoted) == missing


@pytest.mark.parametrize(
    ("query", "quoted", "is_missing"),
    [
        ("What does Raúl want?", "Raúl takes the table, Inés wants only the photographs.", True),
        ("What does Inés want?", "Raúl takes the table, Inés wants only the photographs.", False),
        ("What does Raúl take?", "Raúl takes the table, Inés wants only the photographs.", False),
        ("When does Tom play?", "Tom, Ann and Bo play on Friday.", False),
        ("When does Tom play?", "Tom, who sang on Monday, plays on Friday.", False),
        (
            "Who built the Orca?",
            "The Marguerite was built at Hobb's yard. Before her there was the Orca.",
            True,
        ),
        ("Who built the Orca?", "The Orca was built by Hobb, the Marguerite by his son.", False),
    ],
)
def test_what_another_does_is_missing(query: str, quoted: str, is_missing: bool) -> None:
    assert bool(unnamed_words(query, quoted)) == is_missing


def test_a_month_is_no_name() -> None:
    assert unnamed_words("What is the driver's name?", "17 June\nThe driver took no money.") == ["name"]
    assert unnamed_words("What is the driver's name?", "17 June\nThe driver was Otto.") == []
    assert unnamed_words("What is the driver's name?", "The driver is due in May.") == ["name"]


def test_the_rest_of_a_name_that_is_known_is_no_other() -> None:
    quoted = "Hanne Vestergaard is away, puppy due on Monday."
    assert unnamed_words("What is the name of Hanne's puppy?", quoted) == ["name"]
    assert unnamed_words("What is the name of Hanne's puppy?", f"{quoted} It is Hanne's Bosse.") == []


@pytest.mark.parametrize(
    "quoted",
    [
        "We would also like to know who pays for the skip.",
        "Rolf wonders who pays for the skip.",
        "Rolf asked Jette who pays for the skip.",
    ],
)
def test_what_somebody_else_asks_is_no_answer(quoted: str) -> None:
    assert unnamed_words("Who pays for the skip?", quoted) == [""]
    assert unnamed_words("Who pays for the skip?", f"{quoted} Jette pays for the skip.") == []
    assert unnamed_words("Who pays for the skip?", f"{quoted.rstrip('.')}: Jette does.") == []
    assert unnamed_words(
        "Who wants to know who pays for the skip?", quoted.replace("wonders", "wants to know")
    ) != [""]


def test_to_be_reminded_is_not_to_ask() -> None:
    assert unnamed_words("Who has to be reminded of the keys?", "Otto sends the keys.") == ["reminded"]
    assert unnamed_words("Remind me who sends the keys?", "Otto sends the keys.") == []


def test_a_form_is_said_without_quotation_marks() -> None:
    missing = unnamed_words("What did the pump cost?", "The pump runs.")
    assert describe_missing(missing) == ", which does not say how much or “cost”"


@pytest.mark.parametrize(
    ("query", "quoted", "is_denied"),
    [
        ("Who did we buy the van from?", "We decided not to buy a van from anybody.", True),
        ("Who did we buy the van from?", "We did not buy the first; we buy the van from Tudge's.", False),
        ("Did we buy the van?", "We decided not to buy the van.", False),
        ("Why did we not buy the van?", "We decided not to buy the van because of its age.", False),
        ("How do I lift the van?", "Never lift the van by its bumper.", False),
    ],
)
def test_what_is_only_denied_is_no_answer(query: str, quoted: str, is_denied: bool) -> None:
    missing = unnamed_words(query, quoted)
    assert ("" in missing) == is_denied
    assert not is_denied or describe_missing([""]) == ""


def test_that_no_reason_stands_there_is_not_said_where_something_follows() -> None:
    query = "Why was the van sold?"
    assert unnamed_words(query, "The van was sold in May. It had failed its test.") == [""]
    assert unnamed_words(query, "The van was sold in May.") == ["why"]


def test_words_of_closed_classes_are_not_told_as_missing() -> None:
    missing = unnamed_words("Until when is his own van someone else's?", "The bus goes.")
    assert describe_missing(missing) == ", which does not say when or “van”"


def test_what_another_has_is_missing() -> None:
    quoted = "Ines Roth's boat lies in Bergen, Omar Dietz has a car."
    assert unnamed_words("What happened to Omar Dietz's boat?", quoted) == ["it of Omar Dietz"]
    assert unnamed_words("Who has seen Omar Dietz's boat?", f"{quoted} They have seen it.") == []


def test_all_cells_of_a_row_are_about_one_thing() -> None:
    row = "Figure: Watchman; Made by: Feliks Moravec; Height: 62 cm"
    assert unnamed_words("How tall is the Watchman?", row) != []
    assert unnamed_words("How tall is the Watchman?", row, is_row=True) == []


def test_a_name_that_begins_a_sentence_is_known_from_elsewhere() -> None:
    text = "Gethin steps down in March. Bettina Okafor is asked."
    assert unnamed_words("When does Bettina step down?", text) == []
    assert unnamed_words("When does Bettina step down?", text, known=frozenset(["gethin"])) == [
        "it of Bettina"
    ]


def test_a_question_behind_another_sentence_is_no_answer() -> None:
    assert unnamed_words("Who waters chamber 3?", "Hi Bo. Who waters chamber 3?") == [""]
    assert unnamed_words("Who waters chamber 3?", "Who waters chamber 3? Bo does.") == []
    assert unnamed_words("Who waters chamber 3?", "Bo waters chamber 3. Is that fine?") == []


def test_until_when_asks_for_a_day() -> None:
    assert unnamed_words("Until when is the lease good?", "The lease is good till May.") == []


def test_and_since_when_asks_for_a_day() -> None:
    quoted = "Ruta took over as bell ringer on 1 July."
    assert unnamed_words("Who took over as bell ringer and since when?", quoted) == []


def test_for_and_against_are_votes() -> None:
    query = "How many votes did the motion for a new kiln get?"
    assert unnamed_words(query, "Motion for a new kiln. Rejected, 4 for, 29 against.") == []
    assert "number" in unnamed_words(query, "Motion for a new kiln, 300 kg. Rejected.")


@pytest.mark.parametrize(
    ("query", "quoted", "is_said"),
    [
        (
            "How deep is the well at Rowan?",
            "We drove to Rowan. The ditch was 40 cm deep. The well has a new lid.",
            False,
        ),
        ("How deep is the well at Rowan?", "We drove to Rowan. The well is 40 m deep.", True),
        ("How long is the ladder?", "The ladder came. It is 3 m long.", True),
        ("How many votes did the shed get?", "The shed was voted on. Passed, 9 votes.", True),
        ("What is the name of the smith's dog?", "Lunch with Irma and Rolf. The smith's dog barked.", False),
        ("What is the name of the smith's dog?", "The smith's dog barked, down, Hasso!", True),
    ],
)
def test_a_value_is_said_of_what_is_asked_about(query: str, quoted: str, is_said: bool) -> None:
    assert (unnamed_words(query, quoted) == []) is is_said


def test_a_title_says_what_all_sentences_are_about() -> None:
    query, quoted = "How deep is the well?", "We came at noon. Water stood at 40 m. The lid is new."
    assert unnamed_words(query, quoted, title="The well") == []


@pytest.mark.parametrize(
    ("quoted", "missing"),
    [
        ("Deeds: not in the house.", ["will"]),
        ("By the will Ann gets the house.", []),
    ],
)
def test_the_will_is_no_auxiliary(quoted: str, missing: list[str]) -> None:
    assert [word for word in unnamed_words("Who gets the house in the will?", quoted) if word] == missing


def test_a_task_to_ask_somebody_is_no_answer() -> None:
    assert unnamed_words(
        "May I use the kiln on Mondays?", "ask Dr. Brandt whether I may use the kiln on Mondays"
    )


@pytest.mark.parametrize(
    ("query", "quoted", "is_said"),
    [
        ("When do keys come back?", "Ida proposes that keys come back on Mondays.", False),
        ("When do keys come back?", "Ida proposes that keys come back on Mondays. Agreed.", True),
        ("When do keys come back?", "Rolf suggested new hooks. Keys come back on Mondays.", True),
        ("When does Ida propose that keys come back?", "Ida proposes that keys come back on Mondays.", True),
        ("Wann kommen die Schlüssel zurück?", "Ida schlägt Montag für die Schlüssel vor.", False),
    ],
)
def test_what_is_only_proposed_is_no_answer(query: str, quoted: str, is_said: bool) -> None:
    assert (unnamed_words(query, quoted) == []) is is_said


def test_words_for_the_present_need_not_stand_there() -> None:
    said = "The oven of the bakery is of brick. A loaf costs £3."
    assert unnamed_words("Of what is the oven at present?", said) == []
    assert unnamed_words("What does a loaf cost per piece now?", "Loaf: £3 a piece.") == []


def test_a_rate_is_no_length() -> None:
    assert unnamed_words("How long are letters?", "Letters: four a year.") == ["how long"]
    assert unnamed_words("How long are letters?", "Letters: half an hour of reading.") == []
    assert unnamed_words("How many letters are there?", "Letters\nAt the most four a year.") == []


@pytest.mark.parametrize(
    ("query", "quoted", "missing"),
    [
        ("How many kilometres was the ride?", "The ride: 26 days, 1,340 km.", []),
        ("How many kilos does the oven weigh?", "The oven weighs 310 kg.", []),
        ("How many watts has the oven?", "The oven has 3 W.", []),
        ("How many kilometres was the ride?", "The ride: 26 days.", ["number", "kilometres"]),
        ("How many metres is the ride?", "The ride: 12 km.", ["number", "metres"]),
    ],
)
def test_a_unit_is_told_by_its_sign(query: str, quoted: str, missing: list[str]) -> None:
    assert unnamed_words(query, quoted) == missing


def test_what_somebody_gets_must_be_said() -> None:
    assert unnamed_words("What does the drummer get for the dance?", "The drummer comes to the dance.") == [
        "get"
    ]
    assert (
        unnamed_words("What does the drummer get for the dance?", "The drummer gets £40 for the dance.") == []
    )
    assert unnamed_words("What do I get?", "A loaf.") == []


@pytest.mark.parametrize(
    ("query", "quoted"),
    [
        ("Where does the roof leak?", "The survey suggests that the roof leaks at the chimney."),
        ("When do keys come back?", "As Ida suggested, keys come back on Mondays."),
        ("Wo schlug der Blitz ein?", "Der Blitz schlug vor dem Haus ein."),
        ("How long is the walk?", "The walk is 30 minutes a day."),
    ],
)
def test_what_is_no_proposal_and_no_rate(query: str, quoted: str) -> None:
    assert unnamed_words(query, quoted) == []


def test_what_is_not_yet_accepted_is_a_proposal() -> None:
    said = "Ida proposes that keys come back on Mondays. Not yet approved."
    assert unnamed_words("When do keys come back?", said) == [""]


def test_presents_and_currents_are_things() -> None:
    assert unnamed_words("Where are the presents?", "The keys are in the cellar.") == ["presents"]
    assert unnamed_words("How strong is the current?", "The wind is strong.") != []


@pytest.mark.parametrize(
    ("query", "text", "missing"),
    [
        ("Which engine is in the ThinkPad?", "Lenovo ThinkCentre: the engine is an i7.", ["ThinkPad"]),
        ("Which engine is in the ThinkPad's case?", "The thinkpad: case and engine are old.", []),
        ("Where does the WireGuard box stand?", "The wire and the guard: the box stands in the hall.", []),
        ("Where does the Pi-hole stand?", "The Pi stands in the hall.", ["Pi-hole"]),
        ("Where does the Wi-Fi box stand?", "The wifi box stands in the hall.", []),
    ],
)
def test_a_name_of_several_parts_stands_there_whole(query: str, text: str, missing: list[str]) -> None:
    assert unnamed_words(query, text) == missing


@pytest.mark.parametrize(
    ("query", "text", "missing"),
    [
        ("Which engine does the UPS have?", "The server has an engine of Ann's.", ["UPS"]),
        ("Which engine does the UPS have?", "The UPS has an engine.", []),
        ("Which engine does the UPS have?", "The ups has an engine.", []),
        ("What do we sell in the US?", "Ann lets us sell jam.", ["US"]),
        ("What do we sell in the US?", "In the US we sell jam.", []),
    ],
)
def test_an_abbreviation_is_no_filler(query: str, text: str, missing: list[str]) -> None:
    assert unnamed_words(query, text) == missing


def test_what_is_missing_is_not_said_to_be_held() -> None:
    query, text = "What is in the ThinkPad?", "The ThinkCentre"
    assert (
        describe_held(query, text, unnamed_words(query, text), context=query)
        == "says no word of the question"
    )


def test_to_stay_somewhere_must_be_said() -> None:
    assert unnamed_words("Where did we stay in Lund?", "Museum in Lund, near the station.") == ["stay"]


def test_a_plan_lacks_what_came_of_it() -> None:
    assert unnamed_words("What did we sell at the fair?", "At the fair we sell the tent.") == [""]


def test_the_day_of_an_entry_is_that_of_all_its_sentences() -> None:
    quoted = "4 May 2026\nRain, the gate stuck. Mowed the orchard."
    query = "Which day did we mow the orchard?"
    assert "date or time" in unnamed_words(query, quoted)
    assert unnamed_words(query, quoted, entry="4 May 2026") == []
