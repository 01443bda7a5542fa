"""Which earlier sentence a change is of, by its words; and sentences with the same words that change nothing."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.text import change_words as words
from core.text.changes import (
    ChangeKind,
    corrects,
    forbidden_action,
    may_supersede,
    opposed_words,
    read_changes,
    supersedes,
    takes_back,
    updates,
)
from core.text.tests.machine_speed import is_within

WITHDRAWN = [
    ("Coats are hung in the lower hall.", "Never mind the coats, there is no rail."),
    ("We paint the fence of the yard on Friday.", "Scrap the fence; the wood is rotten."),
    ("We sell lemonade at the gate.", "We won't sell lemonade after all."),
    ("The canoe trip is for all classes.", "The canoe trip does not take place."),
    ("The inspection is on 4 May in the morning.", "4 May is off, the inspector is ill."),
    ("The regatta is on 6 September.", "6 September dropped, the boats are not ready."),
    ("The board wants a second kiln.", "The board has decided against a second kiln, it said."),
    ("Cyclists use the east gate.", "The rule about the east gate has been lifted."),
    ("The choir sings in the nave.", "The choir is too small, so we're dropping it."),
    ("Guests get a badge.", "There will be no badge for guests this year."),
    ("Wir bestellen neue Vorhänge.", "Wir bestellen doch keine neuen Vorhänge."),
    ("Der Ausflug geht nach Ulm.", "Der Ausflug fällt aus."),
]
VALUES = [
    ("The shift of Ines begins at 10:30.", "The shift of Ines was moved from 10:30 to 11:00."),
    ("The keys are kept by Rosalind.", "Tom takes over from Rosalind as of June, the keys too."),
    ("The north door is opened by hand.", "The north door is no longer opened by hand."),
    ("Tickets: 14 euro each.", "Tickets are now 16 euro each."),
    ("The heater in the chapel is enabled.", "As of Monday the heater in the chapel is disabled."),
    ("We order twelve benches.", "Correction: fifteen benches."),
    ("The weight is 40 kg.", "I wrote 40 kg above, the scale was broken."),
    ("The yard has 30 chairs.", "Bo rang about the yard: now 42 not 30."),
    ("Rehearsals in the barn are on Thurs.", "Rehearsals in the barn: Monday not Thurs."),
    ("The choir class is on Mon.", "The choir class is now on Wed."),
    ("The stamp costs £1.10.", "The stamp costs £1.35 a piece (was £1.10)."),
    ("Der Saal öffnet um 9.30.", "Der Saal öffnet um 10.15 (vorher 9.30)."),
    ("The bath opens on 2 June.", "The bath opens later than planned, on 9 June."),
    ("Uploads are limited to 5.", "Uploads are limited to 3 as of release 2.1."),
    ("The code of the gate is 4417.", "The code of the gate has changed, it is 9920."),
    ("The cabinet runs firmware 11.", "The cabinet was upgraded from firmware 11 to firmware 12."),
    ("Das Treffen beginnt am 3. Mai.", "Das Treffen wurde vom 3. Mai auf den 9. Mai verlegt."),
]
NO_CHANGES = [
    ("The switch of the lamp is on.", "Prohibited until further notice: switching off the lamp."),
    ("The noise of the oven is loud.", "Never mind the draught, it is normal."),
    ("We meet at the bus stop.", "If it rains, the meeting is moved from the bus stop to the school."),
    ("Rooms that are locked have a bell.", "Update the list of rooms on the door."),
    ("We go by bus.", "We go by bus after all."),
    ("Coffee is 2 euro.", "Correction: tea is 3 euro."),
    ("Old keys open the shed.", "Remove keys that are no longer needed."),
    ("Sales in the south stayed at 200.", "Sales rose from 200 to 260 in the north."),
    ("The library opens from Monday to Friday.", "The café is open from Monday to Thursday."),
]


@pytest.mark.parametrize(
    "text",
    [
        "The flat is number 21 not 23.",
        "Flats 6 and not 4 look on the river.",
        "We now show flats 6 and not 4.",
        "She was home at 6 (was 4 km off).",
        "There came 20 boats (was 25 hoped).",
    ],
)
def test_two_figures_of_a_kind_replace_nothing(text: str) -> None:
    assert ChangeKind.REPLACED not in {each.kind for each in read_changes(text)}


@pytest.mark.parametrize(
    "text",
    [
        "From May it is 45 not 30.",
        "We take 45 boats not 30 boats.",
        "It costs £45 not £30.",
        "It takes 45 boats (was 30 boats).",
        "It takes 45 (was 30 min).",
    ],
)
def test_a_figure_that_replaces_another(text: str) -> None:
    (change,) = (each for each in read_changes(text) if each.kind is ChangeKind.REPLACED)
    assert ("45" in change.new, "30" in change.old) == (True, True)


@pytest.mark.parametrize(("earlier", "change"), WITHDRAWN + VALUES)
def test_what_it_changes(earlier: str, change: str) -> None:
    assert any(supersedes(each, earlier) for each in read_changes(change))


@pytest.mark.parametrize(("earlier", "other"), NO_CHANGES)
def test_what_changes_nothing(earlier: str, other: str) -> None:
    assert not any(supersedes(each, earlier) for each in read_changes(other))


@pytest.mark.parametrize(
    ("earlier", "change"),
    [
        ("The newsletter goes out every week.", "As of October it is monthly."),
        ("The launch is on Friday.", "On second thoughts not on a Friday: Monday it is."),
        ("Die Probe beginnt um 18 Uhr.", "Wir fangen doch erst um 19 Uhr an."),
    ],
)
def test_a_change_without_its_subject_may_be_of_any(earlier: str, change: str) -> None:
    changes = read_changes(change)
    assert any(may_supersede(each, earlier) for each in changes)
    assert not any(may_supersede(each, "The door is green.") for each in changes)


def test_a_condition_is_no_more_than_a_loose_change() -> None:
    kinds = {each.kind for each in read_changes("When it rains use the hall instead of the yard.")}
    assert kinds == {ChangeKind.LOOSE}


@pytest.mark.parametrize(
    "text",
    [
        "I take that back: one will do.",
        "Never mind!",
        "Das nehme ich zurück.",
        "Wait, don't.",
        "ok, hold off for now",
        "Stop, don't send it!",
        "Please ignore that.",
        "Scratch that. We stay.",
        "Retiro lo dicho.",
    ],
)
def test_what_takes_back_the_sentence_before(text: str) -> None:
    assert takes_back(text)


@pytest.mark.parametrize(
    "text",
    [
        "Never mind the draught.",
        "Scratch the surface.",
        "Take it back to the shop.",
        "Sorry, don't know the answer.",
        "Hold off on the merge until Monday.",
        "Ignore this folder in backups.",
        'Say "I take that back" and it goes.',
    ],
)
def test_what_takes_nothing_back(text: str) -> None:
    assert not takes_back(text)


@pytest.mark.parametrize(
    "text",
    [
        "Correction: the pump is broken.",
        "Correction (9:40): the pump is broken.",
        "EDIT 12:40: the pump is broken.",
        "Edit: the pump is broken.",
        "Corrijo: la bomba no va.",
        "Korrektur – die Pumpe ist kaputt.",
        "Erratum to section 2: the pump is broken.",
        "Stop: do not run the pump on Sunday.",
    ],
)
def test_what_corrects_something(text: str) -> None:
    assert corrects(text)


@pytest.mark.parametrize(
    "text",
    ["Edit the file: all of it.", "Correction of typos.", "Corrections are welcome.", "Update: it runs."],
)
def test_what_corrects_nothing_for_sure(text: str) -> None:
    assert not corrects(text)


def test_a_short_update_may_correct_something() -> None:
    assert updates("Update 21:40: no restart any more.")
    assert not updates("Update the list of rooms.")
    assert not updates("Update: " + "there is more to say about it, " * 9)


@pytest.mark.parametrize(
    ("correction", "text", "shared"),
    [
        ("The pump does not run, call Ida.", "Use the pump, says Ida.", {"pump"}),
        ("The pump runs.", "Use the pump.", set()),
        ("The pump does not run.", "Never use the pump.", set()),
        ("The pump runs on Friday.", "The pump runs on Monday.", {"pump"}),
    ],
)
def test_of_what_a_correction_says_something_else(correction: str, text: str, shared: set[str]) -> None:
    assert opposed_words(correction, text) - {"run"} == shared


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Right, don't delete v1 before the 27th.", "delet"),
        ("You must not delete v1.", "delet"),
        ("Nobody may delete v1.", "delet"),
        ("Servers which do not delete v1 fail.", ""),
        ("We do not delete v1.", ""),
    ],
)
def test_what_nobody_shall_do(text: str, action: str) -> None:
    assert forbidden_action(text) == action


@pytest.mark.parametrize(
    "piece", ["a ", "no longer ", "instead of ", "not, ", "a: ", "from 1 ", "we not doch "]
)
def test_a_long_line_costs_little(piece: str) -> None:
    started = time.process_time()
    text = "moved " + piece * 5_000
    read_changes(text)
    corrects(text)
    forbidden_action(text)
    assert is_within(time.process_time() - started, 0.5)


@pytest.mark.parametrize(
    ("patterns", "stems"),
    [
        (words.REPLACED, words.REPLACED_STEMS),
        ([words.INSTEAD], words.INSTEAD_STEMS),
        (words.WITHDRAWN, words.WITHDRAWN_STEMS),
    ],
    ids=["replaced", "instead", "withdrawn"],
)
@settings(max_examples=100)
@given(data=st.data())
def test_each_pattern_has_one_of_its_stems(
    patterns: list[re.Pattern[str]], stems: re.Pattern[str], data: st.DataObject
) -> None:
    assert stems.search(data.draw(st.one_of([st.from_regex(pattern) for pattern in patterns])))


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("In May we lowered the fee to 12 euros.", "12 euros."),
        ("The doctor halved the drops to 5 a day.", "5 a day."),
    ],
)
def test_what_somebody_changes_to_another_value(text: str, new: str) -> None:
    assert [each.new for each in read_changes(text) if each.kind is ChangeKind.SET] == [new]
