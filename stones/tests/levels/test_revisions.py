"""What a later statement changes stands in no level, and what looks like a change but is none stays."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.revisions import Statement, find_revisions
from stones.tests.levels.chat_doubles import count_tokens

MINUTES = """# Minutes of the harbour committee

4 May

Present: Ruth, Imke.
The ferry starts on 1 July with two boats. Tickets are sold by Portex. The deposit: 900 euro.

9 June

The start of the ferry is moved from 1 July to 20 August, since the second boat failed its inspection.
Portex is dropped; Ruth looks for another seller. The deposit was raised to 1,200 euro by the town.
"""


def _revised(*texts: str, sections: tuple[str, str] = ("", "")) -> list[str]:
    last = len(texts) - 1
    statements = [Statement(text, part, "", sections[part == last]) for part, text in enumerate(texts)]
    return [texts[at] for earlier in find_revisions(statements).values() for at in earlier]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The fair opens on 3 May.", "The opening of the fair is moved from 3 May to 10 May."),
        ("We keep to 3 May.", "The fair was postponed from 3 May to 10 May."),
        ("They want 240 mugs.", "Changed: 180 mugs instead of 240."),
        (
            "The cellar is let with heating included.",
            "The rent of the cellar changes: heating excluded, not heating included.",
        ),
        ("Price 31 euro each, agreed.", "Price goes to 34 euro each."),
        ("Delivery until 15 April.", "Delivery now 30 April."),
        ("Limit: 5 uploads a minute.", "The limit was raised to 8."),
        (
            "Nils checks the emergency lighting by 2 May.",
            "The emergency lighting is checked by Ida; new date 9 May.",
        ),
        ("Parcels go with Kestrel.", "Kestrel was withdrawn."),
        ("Otto orders chairs, 40 of them.", "Chairs: don't order any."),
        ("We lend skates to everybody.", "Never mind the skates, the ice is thin."),
        ("Der Chor singt am Abend.", "Der Chor singt doch nicht, der Saal ist zu."),
        (
            "Das Fest ist am 3. Mai auf der Wiese.",
            "Das Fest wird vom 3. Mai auf den 10. Mai verschoben.",
        ),
    ],
)
def test_a_later_statement_changes_an_earlier_one(earlier: str, later: str) -> None:
    assert _revised("The hall is dry.", earlier, later) == [earlier]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (
            "The invoice of the roofer, with all his extra hours, is due on 3 May.",
            "The fair is moved from 3 May to 10 May.",
        ),
        ("The red team has 240 members.", "Changed: 180 mugs instead of 240."),
        ("Never open the parcels of Kestrel.", "Kestrel was withdrawn."),
        ("The rate limit is 5.", "The cat is now 5 kilograms."),
        ("It opens at 8.", "Use the bell, not the key."),
        ("The limit was raised to 8.", "The limit was raised to 8."),
    ],
)
def test_other_statements_stay(earlier: str, later: str) -> None:
    assert _revised(earlier, later) == []


def test_a_change_that_names_no_subject_is_of_the_only_statement_that_it_contradicts() -> None:
    change = "As of October it's monthly."
    assert _revised("The letter is sent every week.", "The hall is dry.", change) == [
        "The letter is sent every week."
    ]
    assert _revised("The letter is sent every week.", "The bins are emptied every week.", change) == []


def test_notes_with_the_latest_first_are_not_turned_round() -> None:
    notes = ("Price 34 euro each.", "Price goes to 31 euro each.")
    assert _revised(*notes, sections=("12 May", "3 March")) == []
    assert _revised(*notes, sections=("3 March", "12 May")) == [notes[0]]


def test_no_level_tells_the_old_state() -> None:
    for level in write_extract(MINUTES, count_tokens=count_tokens, count=4).texts:
        assert not any(old in level for old in ("starts on 1 July", "sold by Portex", "900 euro"))
    assert "moved from 1 July to 20 August" in level


def test_what_a_speaker_takes_back_is_left_out() -> None:
    chat = (
        "# Support\n\n"
        "Lena (support), 09:10: Unplug the pump and open the lower valve.\n"
        "Amir (guest), 09:20: Done, and the water is still running into the yard.\n"
        "Lena (support), 09:31: I should not have said that: the lower valve floods the yard.\n"
    )
    levels = write_extract(chat, count_tokens=count_tokens, count=4).texts
    assert not any("open the lower valve" in level for level in levels)
    assert "I should not have said that" in levels[1]


def test_a_wish_stands_with_the_sentence_that_takes_it_back() -> None:
    text = "# Review\n\nFirst I asked for a switch for each shop. I take that back: one switch will do for all shops.\n"
    for level in write_extract(text, count_tokens=count_tokens, count=4).texts:
        assert ("switch for each shop" in level) <= ("I take that back" in level)


REST = "The hall has three bays, and the northern one is dry.\n\nSeeds are sorted by month in the cupboard.\n"


@pytest.mark.parametrize(
    ("order", "correction", "said"),
    [
        (
            "Guests can pay by card at the bar.",
            "Correction: the card reader is broken. Nobody can pay by card.",
            "is broken",
        ),
        (
            "We open on Friday at 18:00.",
            "EDIT 12:40: the cook is ill, we open on Sunday at 11:00.",
            "on Sunday",
        ),
        (
            "We open on Friday at 18:00.",
            "Scratch that. The cook is ill. We open on Sunday at 11:00.",
            "on Sunday",
        ),
        ("Pueden pagar con tarjeta en el bar.", "Corrijo: la tarjeta no funciona.", "no funciona"),
        (
            "Restart the pump on error 12.",
            "Update 21:40: no restart of the pump, it is cracked.",
            "is cracked",
        ),
    ],
)
def test_a_correction_is_told_and_not_what_it_corrects(order: str, correction: str, said: str) -> None:
    text = f"Notes\n\n{order}\n\n{REST}\n{correction}\n"
    levels = write_extract(text, count_tokens=count_tokens, count=4).texts
    assert not any(order.rstrip(".") in level for level in levels)
    assert all(said in level for level in levels)


@pytest.mark.parametrize(
    "correction", ["Correction: the lawn is flooded.", "Wait, don't. The lawn is flooded."]
)
def test_where_nobody_knows_what_is_corrected_the_correction_stands_first(correction: str) -> None:
    text = f"# Parking\n\nPlease park behind the hall.\n\n{REST}\n{correction}\n"
    for level in write_extract(text, count_tokens=count_tokens, count=4).texts:
        assert "lawn is flooded" in level
    scan = write_extract(text, count_tokens=count_tokens, count=4).texts[0]
    assert scan.find("lawn is flooded") < (scan.find("park behind") + 1 or len(scan))


def test_a_later_message_stops_what_an_earlier_one_asks_for() -> None:
    chat = (
        "[09:00] ann: please drop the table carts_old on prod today, nobody uses it any longer\n"
        "[09:05] bo: will do that after lunch, when the backup of last night is through\n"
        "[09:20] ann: the dashboards are in the folder logistics, and they are read every morning\n"
        "[11:20] ann: wait, hold off. billing still reads it, so do not drop carts_old\n"
        "[11:21] bo: ok, then I am not touching it before somebody from billing says so\n"
        "[11:30] bo: the report of the night is late, as it waits for the warehouse\n"
    )
    for level in write_extract(chat, count_tokens=count_tokens, count=4).texts:
        assert "please drop" not in level
        assert "do not drop carts_old" in level


def test_a_message_that_forbids_stands_before_what_an_earlier_one_allows() -> None:
    chat = "".join(
        f"[09:0{minute}] {line}\n"
        for minute, line in enumerate(
            (
                "ines: the old worker can be deleted right after the switch, nobody uses it",
                "teo: and the file from the bank, is it parsed by the new one as well by now?",
                "ines: it is parsed since yesterday, the pull request with the number 2291 did that",
                "teo: the rate for the forint is missing in staging, as it was in the spring",
                "ines: then don't delete v1 before the 27th, and only after Paula says so",
                "teo: I write it on the board for all who come to work on Monday",
            )
        )
    )
    for level in write_extract(chat, count_tokens=count_tokens, count=3).texts:
        assert ("can be deleted" in level) <= ("don't delete v1" in level)


def test_of_the_turns_of_a_speaker_the_one_of_the_same_matter_is_taken_back() -> None:
    turns = (
        ("vera", "vera: Cancel the subscription of Baltic Foods."),
        ("tom", "tom: It will be gone within the hour."),
        ("vera", "vera: The office closes at four today."),
        ("vera", "vera: Scratch that, keep the subscription."),
    )
    statements = [Statement(text, part, speaker, "") for part, (speaker, text) in enumerate(turns)]
    assert find_revisions(statements) == {3: [0]}


@pytest.mark.parametrize("line", ["[09:02] ines: The file is parsed.", "ines 09:02: The file is parsed."])
def test_a_line_of_a_chat_has_its_speaker(line: str) -> None:
    (part,) = read_document(line).parts
    assert (part.label, part.plain) == ("ines", line)
