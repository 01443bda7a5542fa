"""Whether a text is about the opposite of what is asked."""

import pytest

from core.text.opposite_actions import OppositeAction, has_action, opposite_action, turns_round


@pytest.mark.parametrize(
    ("question", "wording"),
    [
        ("how do i import a mindmap?", "How do I export a mindmap?"),
        ("export my map", "importing a map"),
        ("how do i remove a member", "add a member"),
        ("how do I store a fact?", "How do I make it forget a fact?"),
        ("how can I stop the service?", "start the service"),
        ("turn the alarm off", "How do I switch the alarm on?"),
        ("how do I log out?", "logging in"),
        ("What time is check-out?", "When can I check in?"),
        ("how do I check in?", "checking out"),
        ("how do I cancel my booking", "How do I book a court?"),
        ("can I unsubscribe from the letter?", "How do I subscribe to the letter?"),
        ("how do I register for the course?", "How do I unregister from the course?"),
        ("Can I lend my card?", "How do I borrow a card?"),
        ("How do I borrow a boat?", "May I lend my boat to a friend?"),
        ("When does the coach come back?", "Where and when does the coach leave?"),
        ("how do I unlock a file?", "lock a file"),
        ("how do I lock a file?", "The file is locked: how do I unlock it?"),
        ("how do I disconnect a calendar?", "connect my calendar"),
        ("how do I deactivate a licence?", "activate a licence"),
        ("make my board private", "make a board public"),
        ("Can the table be made wider?", "Do you narrow tables?"),
        ("Could you make this belt looser?", "How do I tighten a belt?"),
        ("make the picture smaller", "How do I enlarge a picture?"),
        ("how do I back up a disk?", "restore a disk from a backup"),
        ("how do I restore the data?", "How do I make a backup?"),
    ],
)
def test_the_opposite_is_found(question: str, wording: str) -> None:
    assert opposite_action(question, [wording]) is not None


@pytest.mark.parametrize(
    ("question", "wordings", "rest"),
    [
        ("how do i export a map?", ["How do I export a map?"], ()),
        ("how do i import and export maps?", ["export a map"], ()),
        ("how do i delete a map?", ["How do I create a map?"], ("… and delete it again by Del.",)),
        ("how do i remove a map?", ["How do I create a map?"], ("Erase it by Del.",)),
        ("show me how to import a map", ["hide imported maps", "import"], ()),
        ("how do i keep an agent from deleting a map?", ["create a map"], ()),
        ("my account was deleted, what now?", ["How do I create an account?"], ()),
        ("how do I design a page?", ["sign a page"], ()),
        ("Wie lösche ich eine Karte?", ["Eine Karte anlegen"], ()),
        ("what is a map?", ["export a map"], ()),
        ("How do I check in?", ["When is check-in?"], ()),
        ("Could you make the rope shorter?", ["Do you shorten ropes?"], ()),
        ("Could you make the rope longer?", ["Do you shorten ropes?"], ("We lengthen them, too.",)),
        ("Does that make the wait longer than a day?", ["Can I shorten the wait?"], ()),
        ("Do you lend boats?", ["How do I borrow a boat?"], ()),
        ("Can I borrow a boat?", ["Does the club lend boats?"], ("It lends them on Sundays.",)),
        ("Can my friend borrow my card?", ["May I lend my card?"], ()),
        ("Can you lend me a boat?", ["How do I borrow a boat?"], ()),
        ("Can I borrow a boat?", ["They lend boats"], ()),
        ("When does the bus depart?", ["When does the bus leave?"], ()),
        ("where do backups go?", ["restore a disk from a backup"], ()),
        ("how do I bring the server back up?", ["restore a server"], ()),
    ],
)
def test_what_is_no_opposite(question: str, wordings: list[str], rest: tuple[str, ...]) -> None:
    assert opposite_action(question, wordings, rest) is None


def test_the_rest_is_read_only_where_the_wordings_are_opposite() -> None:
    rest = iter(["nothing of the kind"])
    assert opposite_action("export it", ["export it"], rest) is None
    assert next(rest, None) == "nothing of the kind"
    assert opposite_action("import it", ["export it"], ["nothing"]) == OppositeAction("import", "export")


def test_only_a_question_with_an_action_has_an_opposite() -> None:
    assert has_action("how do I export it?")
    assert has_action("unsubscribe me")
    assert not has_action("what is a stone?")


def test_a_title_may_turn_round_what_a_question_asks_for() -> None:
    assert turns_round("How do I unlock a document?")
    assert turns_round("How do I keep a cat from scratching?")
    assert not turns_round("How do I lock a document?")
