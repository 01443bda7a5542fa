"""Without a model: a quotation keeps what qualifies it, and holds the number, date or address that was asked for."""

import pytest
from django.contrib.auth.models import User

from brain.extracting import NOT_IN_NOTES
from brain.services.answer_question import BrainQuestion, ask
from brain.tests.factories import index, make_note, new_account
from core.cli.tests.command_runner import RunCommand, run
from core.llm import get_embedder

__all__ = ["run"]

BODIES = {
    "Dental practice": "Petra wants reminders 24 hours before the visit. Not decided. New chairs come in April.",
    "Deployment": "Deploys run every night at two. Only on staging. Tuesdays are for production, by hand.",
    "Pricing": "We could raise the fee to 49 euro. That plan was rejected. Schools pay four fifths.",
    "Choir": "The choir rehearses in the town hall. The conductor is Ines Duarte. She lives in Porto.",
    "Plumber": "Otto Kranz repaired the boiler. His number is 0170 555 2341. He comes on Saturdays, too.",
    "Clients": "Nordlicht gets a new website. Budget 18,500 euro, of which 11,200 are spent. Must be live by 3 March. "
    "Colors: blue and white. The old site runs on Joomla; texts come from Dr. Hoffmann. Petra is at the front desk.",
}


@pytest.fixture
def desk(db: None) -> User:
    account = new_account()
    for title, body in BODIES.items():
        make_note(account, title=title, body=body)
    index(account, get_embedder())
    return account


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("When does Petra want reminders?", "Petra wants reminders 24 hours before the visit. Not decided."),
        ("When are deploys run?", "Deploys run every night at two. Only on staging."),
        ("How high could the fee be?", "We could raise the fee to 49 euro. That plan was rejected."),
        (
            "What is Otto Kranz's phone number?",
            "Otto Kranz repaired the boiler. His number is 0170 555 2341.",
        ),
        ("How much of the budget is left?", "Budget 18,500 euro, of which 11,200 are spent."),
        ("Where does the choir rehearse?", "The choir rehearses in the town hall."),
    ],
)
def test_what_qualifies_a_quotation_is_quoted(
    run: RunCommand, desk: User, question: str, quoted: str
) -> None:
    ran = run("brain", "ask", question)
    assert ran.status == 0
    assert quoted in ran.out


@pytest.mark.parametrize(
    ("question", "named", "lacking"),
    [
        ("What is the phone number of Ines Duarte?", "Ines Duarte", "phone number"),
        ("What's the email address of Otto Kranz?", "Otto Kranz", "email address"),
        ("When is the choir rehearsal?", "choir", "date or time"),
        ("How many people sing in the choir?", "choir", "number"),
    ],
)
def test_a_number_or_date_that_is_not_there_is_not_answered(
    run: RunCommand, desk: User, question: str, named: str, lacking: str
) -> None:
    ran = run("brain", "ask", question)
    assert ran.status == 1
    assert NOT_IN_NOTES in ran.out
    assert f"names “{named}”, but holds no {lacking}" in ran.out


def test_a_german_note_is_not_held_to_english_forms(db: None) -> None:
    account = new_account()
    make_note(account, title="Chor", body="Der Chor probt immer dienstags und wir singen im Rathaus.")
    index(account, get_embedder())
    assert "dienstags" in ask(account, BrainQuestion("When is Chor im Rathaus?")).response.answer
