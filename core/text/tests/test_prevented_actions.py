"""Whether a text tells how to do what a question wants prevented."""

import pytest

from core.text.opposite_actions import has_action, opposite_action
from core.text.prevented_actions import prevented_action


@pytest.mark.parametrize(
    ("question", "wording", "action"),
    [
        ("How do I stop an agent from reading my stones?", "Read a Stone by Levels", "read"),
        ("How can I prevent my phone from updating?", "How do I update my phone?", "updat"),
        ("How do I keep customers from seeing the price?", "Seeing the price of an article", "see"),
        ("How do I keep the lawn from being watered?", "Water the lawn", "water"),
        ("Can I forbid a tenant to sublet?", "How do I sublet a flat?", "sublet"),
        ("How do I avoid sending a receipt?", "Sending a receipt", "send"),
        ("How do I stop paying by card?", "How do I pay by card?", "pay"),
        ("I don't want my name to be printed", "Print a name", "print"),
        ("How do I not let guests edit the list?", "Edit a list", "edit"),
        ("make sure nobody exports the list", "How do I export the list?", "export"),
        ("How do I not share a calendar?", "Share a calendar", "share"),
        ("how do i leave the group without deleting it?", "How do I delete my data?", "delet"),
        ("How do I let an agent read?", "How do I keep an agent from reading?", "read"),
        ("How does an agent read?", "An agent must not read", "read"),
        ("how to rename a file", "How do I prevent a file from being renamed?", "renam"),
    ],
)
def test_a_recipe_for_what_is_to_be_prevented_is_the_opposite(
    question: str, wording: str, action: str
) -> None:
    assert prevented_action(question, [wording]) == action
    assert opposite_action(question, [wording]) is not None


def test_a_question_that_wants_something_prevented_has_an_action() -> None:
    assert has_action("How do I stop an agent from reading my stones?")
    assert not has_action("Why should an agent avoid reading?")


@pytest.mark.parametrize(
    ("question", "wording", "rest"),
    [
        ("How do I stop the server?", "How do I stop QA.Stone?", ""),
        ("How do I stop an agent from reading?", "How do I limit what an agent may read?", ""),
        (
            "How do I stop an agent from reading?",
            "Read a stone",
            "A token may be restricted in what it reads.",
        ),
        ("How do I keep an agent from writing to me?", "Keep an agent from writing to you", ""),
        ("How do I keep a picture from fading?", "Protect a picture", "It fades in the sun."),
        ("How do I export without losing tags?", "How do I export my notes?", ""),
        ("How do I close it without deleting messages?", "Close an account, or delete it", ""),
        ("Why should we avoid using bleach?", "Using bleach", ""),
        ("Why can't I read my stone?", "Read a stone", ""),
        ("How do I keep a stone forever?", "How long is a stone kept?", ""),
        ("Can I keep on paying monthly?", "Pay monthly", ""),
        ("How do I let an agent read my stones?", "Read a stone", ""),
        ("My lamp stops working after updating, what now?", "Update the lamp", ""),
        ("I do not want the drive to show my files, can I?", "Drive a car", ""),
        ("Is there a way to see who may read?", "How do I keep others from reading?", ""),
    ],
)
def test_what_is_not_the_opposite(question: str, wording: str, rest: str) -> None:
    assert opposite_action(question, [wording], [rest]) is None
