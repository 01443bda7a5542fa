"""Whether a question wants something done that a text does not do."""

import pytest

from core.text.other_actions import lacks_action, wanted_actions

PADDLES = ["Where are the paddles?"]
RESTORE = ["How do I restore a container?", "get a container back"]


@pytest.mark.parametrize(
    ("question", "wordings", "rest"),
    [
        ("How do I delete a container?", RESTORE, ["Choose the snapshot."]),
        ("Can I move a container to another host?", RESTORE, ["Choose the snapshot."]),
        ("How do I set up a container?", RESTORE, ["It is set back to yesterday."]),
        ("How do I create a container?", RESTORE, ["It gets a new number."]),
        ("How do I update the radio?", ["How do I reach the radio from outside?"], []),
        ("Do you sell paddles?", PADDLES, ["They hang behind the door."]),
        ("Can I get a full refund for a paddle?", PADDLES, ["They hang behind the door."]),
        ("Can I get some refunds?", PADDLES, []),
        (
            "How do I bring my paddle back and get a refund?",
            ["What if my paddle breaks?"],
            ["Ask at the desk."],
        ),
        ("How do I recover a container and then rename it?", RESTORE, ["Choose the snapshot."]),
        ("Can I take pictures?", PADDLES, []),
        ("Can I lend my card?", ["How do I borrow a card?"], ["Cards are rented at the desk."]),
        ("Can I borrow a card?", ["May I lend my card?"], ["Never lend your card."]),
        ("Do they lend vests?", PADDLES, ["They hang behind the door."]),
        ("Are paddles rented on Mondays?", PADDLES, ["They hang behind the door."]),
        ("Are vests sold at the lake?", PADDLES, ["Who bought a season ticket shows it."]),
    ],
)
def test_another_action(question: str, wordings: list[str], rest: list[str]) -> None:
    assert lacks_action(question, wordings, rest)


@pytest.mark.parametrize(
    ("question", "wordings", "rest"),
    [
        ("How do I recover a container?", RESTORE, []),
        ("How do I delete a container?", RESTORE, ["It erases the one that was there."]),
        ("How do I create a container?", ["a new container"], []),
        ("How do I make sure that it runs?", RESTORE, []),
        ("How do I open the radio?", ["How do I reach the radio from outside?"], []),
        ("Where is the update of the radio?", ["How do I reach the radio from outside?"], []),
        ("swap a dead drive", ["disk died"], []),
        ("Do you sell paddles?", PADDLES, ["Ours can be bought at the kiosk."]),
        ("Can I get the book online?", ["Is the manual online?"], []),
        ("Can I get the print in colour?", PADDLES, []),
        ("Do you have a film of the lake?", PADDLES, []),
        ("Can I have my update by letter?", PADDLES, []),
        ("Can I take a picture?", ["Are cameras allowed?"], []),
        ("May I film the lake?", ["Are cameras allowed?"], []),
        ("Do you lend vests?", ["What do I need?"], ["Vests can be rented at the lake."]),
        ("Can I borrow a vest?", ["What do I need?"], ["We lend vests at the lake."]),
        ("Can I rent a vest?", ["What do I need?"], ["The club lends vests."]),
        ("May I lend my vest?", ["May I share my vest?"], []),
        ("Do I have to rent a vest?", ["What do I need?"], ["Vests can be hired at the lake."]),
        ("Is the lake closed on Mondays?", PADDLES, []),
        ("How do I recover a container and its data?", RESTORE, ["Choose the snapshot."]),
        (
            "How do I recover a container and delete the old one?",
            RESTORE,
            ["It erases the one that was there."],
        ),
    ],
)
def test_the_same_action_or_none_that_is_told(question: str, wordings: list[str], rest: list[str]) -> None:
    assert not lacks_action(question, wordings, rest)


def test_words_that_mean_it() -> None:
    assert wanted_actions("How do I best reboot it?") == wanted_actions("way to restart it")
    assert wanted_actions("How do I change it?") == []
