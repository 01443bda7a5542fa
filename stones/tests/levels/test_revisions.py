"""What a later statement changes stands in no level, and what looks like a change but is none stays."""

import pytest

from stones.levels import write_extract
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
