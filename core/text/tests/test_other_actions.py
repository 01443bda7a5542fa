"""Whether a question wants something done that a text does not do."""

import pytest

from core.text.other_actions import lacks_action, wanted_action

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
        ("Do I have to rent a vest?", ["What do I need?"], ["Vests can be hired at the lake."]),
        ("Is the lake closed on Mondays?", PADDLES, []),
    ],
)
def test_the_same_action_or_none_that_is_told(question: str, wordings: list[str], rest: list[str]) -> None:
    assert not lacks_action(question, wordings, rest)


def test_words_that_mean_it() -> None:
    assert wanted_action("How do I best reboot it?") == wanted_action("way to restart it")
    assert wanted_action("How do I change it?") == frozenset()
