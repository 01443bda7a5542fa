"""A sentence of a diary is told with the day of its entry where the question asks when that was, and cited with it."""

from datetime import date

import pytest

from brain.checking.answer_check import check_answer
from brain.tests.extracting.extracted_answers import extracted, source

DIARY = source(
    "## 3 April 2026\n\nThe new ferry sailed at noon, with nine goats on deck.\n\n"
    "## 17 April 2026\n\nThe plough broke on a stone. We bought another one on 20 April.\n\n"
    "## 2 May 2026\n\nRain all day long.\n",
    title="Diary",
    day=date(2026, 5, 2),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "When did the ferry sail?",
            "3 April 2026: The new ferry sailed at noon, with nine goats on deck. [1]",
        ),
        ("When was the plough broken?", "17 April 2026: The plough broke on a stone."),
        ("And when did the ferry sail?", "3 April 2026: The new ferry"),
    ],
)
def test_the_day_of_the_entry_is_told(question: str, answer: str) -> None:
    assert extracted(question, DIARY).answer.startswith(answer)


@pytest.mark.parametrize(
    "question",
    ["What did the ferry have on deck?", "What broke when we ploughed?", "When is the ferry to sail?"],
)
def test_it_is_not_told_where_nobody_asks_when_something_was(question: str) -> None:
    assert "April 2026:" not in extracted(question, DIARY).answer


def test_a_day_in_the_sentence_is_not_told_twice() -> None:
    own = source(
        "## 3 April\n\nOn 3 April the ferry sailed.\n\n## 5 April\n\nRain.\n",
        title="Diary 2026",
        day=date(2026, 4, 5),
    )
    assert extracted("When did the ferry sail?", own).answer == "On 3 April the ferry sailed. [1]"


def test_without_a_year_the_heading_is_told() -> None:
    own = source("## 3 April\n\nThe ferry sailed with goats.\n\n## 5 April\n\nRain.\n", title="Diary")
    answer = extracted("When did the ferry sail?", own)
    assert answer.answer == "3 April: The ferry sailed with goats. [1]"
    assert check_answer(answer, [own]).response.metadata.citations[0].label == "Diary"


def test_in_german() -> None:
    own = source(
        "## 3. April 2026\n\nDie Fähre ist mit Ziegen abgefahren.\n\n## 5. April 2026\n\nRegen.\n",
        title="Tagebuch",
        day=date(2026, 4, 5),
    )
    for question in ("Wann ist die Fähre abgefahren?", "Wann war die Fähre abgefahren?"):
        assert extracted(question, own).answer.startswith("3 April 2026: Die Fähre")
    assert not extracted("Wann fährt die Fähre?", own).answer.startswith("3 April")


def test_a_citation_has_the_day_of_its_entry() -> None:
    checked = check_answer(extracted("What did the ferry have on deck?", DIARY), [DIARY]).response
    assert [each.label for each in checked.metadata.citations] == ["Diary, 3 April 2026"]


def test_a_citation_has_the_day_of_its_line_or_message() -> None:
    log = source(
        "**K1 — 2026-01-14.** The ink is blue.\n\n**K2 — 2026-02-03.** The glue is white.\n",
        title="Decisions",
        day=date(2026, 2, 3),
    )
    answer = extracted("Which colour is the ink, blue?", log)
    labels = [each.label for each in check_answer(answer, [log]).response.metadata.citations]
    assert labels[0] == "Decisions, 14 January 2026"
    chat = source(
        "29.04.26, 15:32 - Ana: the ink is blue\n30.04.26, 15:32 - Bo: ok\n30.04.26, 15:33 - Ana: so\n",
        title="Chat",
    )
    answer = extracted("Which colour is the ink, blue?", chat)
    assert check_answer(answer, [chat]).response.metadata.citations[0].label == "Chat, 29 April 2026"


def test_a_citation_outside_the_entries_has_the_day_of_the_note() -> None:
    own = source("The cellar is dry.\n\n## 3 April 2026\n\nRain.\n", title="House", day=date(2026, 5, 2))
    answer = extracted("Is the cellar dry?", own)
    assert check_answer(answer, [own]).response.metadata.citations[0].label == "House, 2 May 2026"


def test_an_earlier_item_tells_its_day_once() -> None:
    log = source(
        "**K1 — 2026-01-14.** The ink costs 9 euros.\n\n**K2 — 2026-02-03.** The ink costs 12 euros now.\n",
        title="Decisions",
    )
    assert (
        "Earlier, K1 — 2026-01-14: The ink costs 9 euros." in extracted("What does the ink cost?", log).answer
    )


GERMAN = source(
    "## 3. April 2026\n\nDer Kater verschwand.\n\n## 5. April 2026\n\nDie Elbe fror zu.\n\n"
    "## 9. April 2026\n\nOpa schrieb einen Brief.\n\n## 11. April 2026\n\nDie Mühle brannte.\n",
    title="Tagebuch",
    day=date(2026, 4, 11),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Wann verschwand der Kater?", "3 April 2026: Der Kater verschwand. [1]"),
        ("Wann fror die Elbe zu?", "5 April 2026: Die Elbe fror zu. [1]"),
        ("An welchem Tag schrieb Opa einen Brief?", "9 April 2026: Opa schrieb einen Brief. [1]"),
        ("Wann genau brannte die Mühle?", "11 April 2026: Die Mühle brannte. [1]"),
    ],
)
def test_german_verbs_of_the_past(question: str, answer: str) -> None:
    assert extracted(question, GERMAN).answer == answer


@pytest.mark.parametrize(
    "question", ["Wann verschwindet der Kater?", "Wann schreibt Opa?", "Wo fror die Elbe zu?"]
)
def test_other_german_questions_have_no_day(question: str) -> None:
    assert "April 2026:" not in extracted(question, GERMAN).answer


def test_an_entry_does_not_say_at_which_mast() -> None:
    log = source("2026-04-03: Fahne hing.\n2026-04-05: Regen fiel.\n2026-04-09: Sturm.\n", title="Logbuch")
    assert "“welchem”" in extracted("An welchem Mast hing Fahne?", log).answer


def test_without_an_entry_a_german_text_does_not_say_when() -> None:
    answer = extracted("Wann verschwand der Kater?", source("Der Kater verschwand.", title="Kater")).answer
    assert "“Wann”" in answer
