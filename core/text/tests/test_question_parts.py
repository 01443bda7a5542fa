"""A question of two questions is split; everything else is one."""

import pytest

from core.text.question_parts import is_held_by, split_question


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How do I export a map, and what does it cost?",
            ("How do I export a map", "what does it cost"),
        ),
        ("What is a stone and who invented it?", ("What is a stone", "who invented it")),
        ("Where are the logs? And how long are they kept?", ("Where are the logs", "how long are they kept")),
        (
            "How do I add a user; can a user have two roles?",
            ("How do I add a user", "can a user have two roles"),
        ),
        (
            "Wie exportiere ich eine Karte und was kostet das?",
            ("Wie exportiere ich eine Karte", "was kostet das"),
        ),
    ],
)
def test_two_clauses_that_ask_are_two_parts(question: str, parts: tuple[str, ...]) -> None:
    assert split_question(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "How do I import and export a map?",
        "Who read a stone and when?",
        "Do you know how the limits work and when they reset?",
        "Can I use it from Java or do I need Python?",
        "I closed the window and can't find it. Where is it?",
        "When my card expires, will I get a new one?",
        "how do i know what and how much was read",
        "maps and what they cost",
        "",
    ],
)
def test_one_question_is_left_whole(question: str) -> None:
    assert split_question(question) == ()


@pytest.mark.parametrize(
    ("part", "text", "held"),
    [
        ("what does it cost", "It is free of charge.", True),
        ("do we have to pay for the guide", "Guides are free.", True),
        ("is there a fee", "It costs 5.", True),
        ("how do I pay", "It costs 5.", False),
        ("what does it cost", "Choose Export, then the format.", False),
        ("which formats are there", "The formats are PNG and PDF.", True),
        ("how do I use it", "Anything.", True),
    ],
)
def test_a_text_answers_a_part_if_it_has_its_words(part: str, text: str, held: bool) -> None:
    assert is_held_by(part, text) is held


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("What did Ann quote and what did Bo?", "what did Bo quote"),
        ("How much does Ann pay, and how much does Bo?", "how much does Bo pay"),
        ("What did Ann quote and what did Bo say?", "what did Bo say"),
        ("What is a stone and what is memory?", "what is memory"),
        ("When is the fair and when is Easter?", "when is Easter"),
        ("What does it cost to build and what does rent?", "what does rent"),
    ],
)
def test_the_second_part_has_the_verb_of_the_first_where_it_names_only_another(
    question: str, second: str
) -> None:
    assert split_question(question)[1:] == (second,)
