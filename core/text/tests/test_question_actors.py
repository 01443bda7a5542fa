"""Who does what a question asks about."""

import pytest

from core.text.question_actors import has_other_actor, lacks_subject, question_subject


@pytest.mark.parametrize(
    ("question", "wordings"),
    [
        ("What happens if I delete a stone that an agent needs?", ["What can an agent delete or change?"]),
        ("Can I cancel a booking?", ["When may the hotel cancel a booking?"]),
        ("What becomes of it when I sell the car?", ["Can a dealer sell the car?", "may the dealer sell it"]),
        ("What if we close the window?", ["Does the robot close the window?"]),
        ("May I read her letters?", ["May a postman read letters?"]),
    ],
)
def test_the_asker_does_what_others_do_in_the_text(question: str, wordings: list[str]) -> None:
    assert has_other_actor(question, wordings)


@pytest.mark.parametrize(
    ("question", "wordings"),
    [
        ("What happens if I delete it?", ["What can an agent delete?", "delete a stone"]),
        ("Can I delete a stone?", ["Can you delete a stone?"]),
        ("Can I delete a stone?", ["Can people delete a stone?"]),
        ("What happens if I delete it?", ["What can an agent delete?", "is it possible to delete it"]),
        ("Can an agent delete a stone?", ["How do I delete a stone?"]),
        ("What if I lose the key?", ["What happens when a key is lost?"]),
        ("I want to know if the mail that I sent was read", ["Has the receiver read what was sent?"]),
        ("Do I have to pay?", ["Who has to pay?"]),
        ("How do I change my address?", ["Has the address changed?"]),
        ("Are there fees when I pay abroad?", ["Does the shop pay?"]),
        ("Are there fees if I use my card abroad?", ["Does my card have fees for use abroad?"]),
        ("", [""]),
    ],
)
def test_the_same_may_do_it(question: str, wordings: list[str]) -> None:
    assert not has_other_actor(question, wordings)


@pytest.mark.parametrize(
    ("question", "wording", "lacks"),
    [
        ("Can other people on this site read my notes?", "Can the administrator read my texts?", True),
        ("Can my colleague read it?", "Can an agent read it?", True),
        ("Does the boss see what I write?", "Does staff see it?", True),
        ("Is a stone encrypted?", "Is a message encrypted?", True),
        ("Can somebody else read it?", "Can an agent read it?", True),
        ("Can other people read my notes?", "can other people read", False),
        ("Can people read it?", "Can an agent read it?", False),
        ("Can I read it?", "Can an agent read it?", False),
        ("Is there an app?", "Does it work on a phone?", False),
        ("Is everything encrypted?", "Is the stored data encrypted?", False),
        ("Does the site cost anything?", "What does QA.Stone cost?", False),
        ("How do others read it?", "Can an agent read it?", False),
        ("Can", "", False),
    ],
)
def test_of_whom_a_yes_or_no_question_is(question: str, wording: str, lacks: bool) -> None:
    assert lacks_subject(question, [wording]) is lacks


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("who exported the ledger", "who"),
        ("Who has opened it?", "who"),
        ("Who's opened it?", "who"),
        ("Who can open it?", "who can"),
        ("Can a porter make keys?", "porter"),
        ("does the other porter see everything", "porter"),
        ("Can I make keys?", ""),
        ("Does it make keys?", ""),
        ("How do I make a key for the porter?", ""),
        ("export the ledger", ""),
        ("", ""),
    ],
)
def test_who_does_it(question: str, subject: str) -> None:
    assert question_subject(question) == subject
