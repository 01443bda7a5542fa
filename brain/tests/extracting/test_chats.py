"""Messages of a chat are quoted with who says them and when; their heads say nothing themselves."""

from dataclasses import replace
from datetime import date

from brain.answer_sources import SourcePassage
from brain.extracting import NOT_IN_NOTES
from brain.reservation import NEAREST
from brain.tests.extracting.extracted_answers import extracted, source

CHAT = source(
    "04/07/2026, 18:13 - Dev: me + Ottoline. Bram has the afternoon\n"
    "04/07/2026, 18:15 - Ottoline: can someone fetch me\n"
    "04/07/2026, 19:01 - Ines: Reminder!! Regatta is 25 July, we run 8 to 22\n"
    "05/07/2026, 07:20 - Dev: rowed\n"
    "09/07/2026, 12:03 - Ines: Change: regatta moved to 1 August, same hours\n",
    title="Crew",
)

SAID = (
    "the reader says that its contract ends soon, and that whoever wants another may buy one in the town on Monday",
    "no",
    "in the cellar we find two crates",
)


def test_a_later_message_stands_before_an_earlier_one() -> None:
    answer = extracted("When is the regatta?", CHAT).answer
    assert answer.split("\n\n") == [
        "09/07/2026, 12:03 - Ines: Change: regatta moved to 1 August, same hours [1]",
        "Earlier, 04/07/2026, 19:01 - Ines: Reminder!! Regatta is 25 July, we run 8 to 22 [2]",
    ]


def test_the_time_of_a_message_is_no_phone_number() -> None:
    assert extracted("What is Ottoline's phone number?", CHAT).answer == NOT_IN_NOTES


def test_who_says_it_is_named_before_all_of_a_short_message() -> None:
    answer = extracted("Who has the afternoon?", CHAT)
    assert answer.answer == "04/07/2026, 18:13 - Dev: me + Ottoline. Bram has the afternoon [1]"
    (citation,) = answer.metadata.citations
    assert citation.excerpt == "me + Ottoline. Bram has the afternoon"


def test_a_message_has_its_own_day_and_a_mail_below_it_that_of_the_mail() -> None:
    dated = source(
        "From: Ann\nTo: Bo\nDate: 3 May 2026\n\nThe shed costs 40 euros.\n",
        title="Shed",
        day=date(2026, 1, 1),
    )
    later = source("The shed costs 50 euros.", id="B", title="Shed", day=date(2026, 4, 1))
    answer = extracted("What does the shed cost?", dated, later).answer
    assert answer.startswith("The shed costs 40 euros. [1]\n\nEarlier, 1 April 2026: ")


def test_one_message_of_a_chat_that_goes_on_elsewhere_is_one() -> None:
    first, second = (
        CHAT.passages[0].text[:60],
        "09/07/2026, 12:10 - Lotte: the boat is sold\n09/07/2026, 12:11 - Dev: ok",
    )
    parts = (CHAT.passages[0], SourcePassage(500, 500 + len(second), second, 1.0))
    assert first
    answer = extracted("Is the boat sold?", replace(CHAT, passages=parts)).answer
    assert answer == "09/07/2026, 12:10 - Lotte: the boat is sold [1]"


def test_messages_without_line_ends_between_sentences_are_all_read() -> None:
    text = "".join(f"[0{n}/01/2026, 18:0{n}] Nuria: {said}\n" for n, said in enumerate(SAID, start=1))
    answer = extracted("What did we find in the cellar?", source(text, title="Desk")).answer
    assert "[03/01/2026, 18:03] Nuria: in the cellar we find two crates" in answer


def test_a_question_that_somebody_asked_is_no_sure_answer() -> None:
    said = ("Nuria: who does the door on Friday?", "Bo: not me", "Al: ok")
    text = "\n".join(f"01/02/2026, 18:0{n} - {each}" for n, each in enumerate(said))
    assert extracted("Who does the door on Friday?", source(text, title="Desk")).answer.startswith(NEAREST)


def test_nobody_says_what_stands_below_a_heading() -> None:
    said = "".join(f"09:1{n} - Ines: the van is late again\n" for n in range(3))
    text = f"{said}\n## Decisions\n\nThe boat costs 900 euros."
    assert (
        extracted("What does the boat cost?", source(text, title="Desk")).answer
        == "The boat costs 900 euros. [1]"
    )


def test_the_time_of_a_programme_answers() -> None:
    text = (
        "09:00 Welcome: coffee in the hall\n09:30 Keynote: Dr Braun on walls\n11:00 Lunch: soup and bread\n"
    )
    answer = extracted("When is the keynote?", source(text, title="Day")).answer
    assert answer.startswith("09:30 Keynote: Dr Braun on walls [1]")


def test_a_chat_that_is_cut_into_passages_is_read_as_one() -> None:
    lines = ["04/06/2026, 09:00 - Ines: the van costs 10 euros a day", "04/06/2026, 09:01 - Bo: fine"]
    more = ["25/06/2026, 09:00 - Ines: the van costs 12 euros a day", "25/06/2026, 09:01 - Bo: fine then"]
    passages = tuple(
        SourcePassage(at, at + len(text), text, 1.0)
        for at, text in ((0, "\n".join(lines)), (500, "\n".join(more)))
    )
    body = "\n".join([*lines, " " * (499 - len("\n".join(lines))), *more])
    whole = source(body, day=date(2026, 6, 25))
    chat = replace(CHAT, passages=passages, day=whole.day, dated=whole.dated)
    assert extracted("What does the van cost a day?", chat).answer.split("\n\n") == [
        "25/06/2026, 09:00 - Ines: the van costs 12 euros a day [1]",
        "Earlier, 04/06/2026, 09:00 - Ines: the van costs 10 euros a day [2]",
    ]


def test_a_short_message_with_its_head_is_of_its_own_day_and_speaker() -> None:
    chat = source(
        "Mae, 3 May 2026 19:12: can I come in July\n"
        "Odile, 4 May 2026 19:15: of course. The attic has the bed\n"
        "Mae, 4 May 2026 19:16: yes\n",
        title="Mae",
    )
    answer = extracted("Who has the attic?", chat).answer
    assert answer.startswith("Odile, 4 May 2026 19:15: of course. The attic has the bed [1]")


def test_a_message_that_asks_is_quoted_with_the_one_that_follows() -> None:
    chat = source(
        "Mae, 4 May 2026 19:12: who has the key of the boat shed?\n"
        "Odile, 4 May 2026 19:15: me, on the nail\n"
        "Mae, 4 May 2026 19:16: thanks\n",
        title="Mae",
    )
    assert "19:15: me, on the nail" in extracted("Who has the key of the boat shed?", chat).answer


def test_a_name_with_an_emoji_is_a_speaker_and_a_notice_is_nobodys() -> None:
    chat = source(
        "11/02/2025, 18:04 - Messages and calls are end-to-end encrypted.\n"
        "11/02/2025, 18:05 - Milo: The kayak stays on the upper rack\n"
        "19/02/2025, 07:30 - Ruta \N{SNAKE}: The kayak has a hole below the seat\n"
        "19/02/2025, 07:31 - Milo added Jonas\n"
        "20/02/2025, 12:00 - Jonas W: I have glue for such a hole\n",
        title="Boats",
    )
    assert extracted("Where is the hole in the kayak?", chat).answer.startswith(
        "19/02/2025, 07:30 - Ruta \N{SNAKE}: The kayak has a hole below the seat [1]"
    )
    assert "added" not in extracted("Where does the kayak stay?", chat).answer
