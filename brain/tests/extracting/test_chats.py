"""Messages of a chat are quoted with who says them and when; their heads say nothing themselves."""

from datetime import date

from brain.extracting import NOT_IN_NOTES
from brain.tests.extracting.extracted_answers import extracted, source

CHAT = source(
    "04/07/2026, 18:13 - Dev: me + Ottoline. Bram has the afternoon\n"
    "04/07/2026, 18:15 - Ottoline: can someone fetch me\n"
    "04/07/2026, 19:01 - Ines: Reminder!! Regatta is 25 July, we run 8 to 22\n"
    "05/07/2026, 07:20 - Dev: rowed\n"
    "09/07/2026, 12:03 - Ines: Change: regatta moved to 1 August, same hours\n",
    title="Crew",
)


def test_a_later_message_stands_before_an_earlier_one() -> None:
    answer = extracted("When is the regatta?", CHAT).answer
    assert answer.split("\n\n") == [
        "09/07/2026, 12:03 - Ines: Change: regatta moved to 1 August, same hours [1]",
        "Earlier, 04/07/2026, 19:01 - Ines: Regatta is 25 July, we run 8 to 22 [2]",
    ]


def test_the_time_of_a_message_is_no_phone_number() -> None:
    assert extracted("What is Ottoline's phone number?", CHAT).answer == NOT_IN_NOTES


def test_who_says_it_is_named() -> None:
    answer = extracted("Who has the afternoon?", CHAT)
    assert answer.answer == "04/07/2026, 18:13 - Dev: Bram has the afternoon [1]"
    (citation,) = answer.metadata.citations
    assert citation.excerpt == "Bram has the afternoon"


def test_a_message_has_its_own_day_and_a_mail_below_it_that_of_the_mail() -> None:
    dated = source(
        "From: Ann\nTo: Bo\nDate: 3 May 2026\n\nThe shed costs 40 euros.\n",
        title="Shed",
        day=date(2026, 1, 1),
    )
    later = source("The shed costs 50 euros.", id="B", title="Shed", day=date(2026, 4, 1))
    answer = extracted("What does the shed cost?", dated, later).answer
    assert answer.startswith("The shed costs 40 euros. [1]\n\nEarlier, 1 April 2026: ")
