import json
from pathlib import Path

import pytest

from core.text.follow_up import (
    is_held,
    leans_on_previous,
    standing_question,
    with_topic,
    without_announcement,
)

STACKFAQ = Path(__file__).parents[4] / "shared/data/bench/faq/stackfaq/queries.jsonl"
LEANS = [
    "and from Java?",
    "and how do I undo that?",
    "which languages can do this?",
    "how would that look in typescript?",
    "why not?",
    "was he right?",
    "in Java?",
    "give me an example",
    "how many megabytes does it get?",
    "does it work with XMind too?",
    "what did it cost to print?",
    "what is nature's antidote to them?",
    "I moved the folders around, is it still valid?",
    "und welcher Nachteil steckt darin?",
    "Was ist mit Java?",
    "no, in Flask",
    "also Word?",
    "how do I change that on small screens?",
    "what if I want three of them to get it?",
    "I want newer items first there",
    "where do I put the passwords then?",
    "which one should I read first?",
    "how do I tag one?",
    "how long should one be?",
    "and what does one cost?",
]
STANDS = [
    "How do I compile Prolog to a Go binary?",
    "How do I register a remote service under a name so that I can reuse it?",
    "ok, something else: how do I show a toast when saving has worked?",
    "is it possible to delete an account?",
    "How long does it take to embed a note?",
    "What did it cost to redo the signs?",
    "Does it make sense to store short texts?",
    "Does this website collect my information?",
    "How can I make sure that no token leaks?",
    "it seems my webhook gets nothing, why?",
    "Can I export a stone and delete it afterwards?",
    "What tools are there?",
    "Only the owner may read my stone, why?",
    "I lost the token of my agent, how do I get another one?",
    "Which one-time codes are accepted?",
    "No webhook arrives at my server",
    "webhooks",
    "How should one prepare for an interview?",
    "How many passwords should one have?",
    "Can one take dogs on the ferry?",
    "Did they find bacteria again after the treatment of my ulcer?",
    "How many pupils put their names down for the film club?",
    "",
]


@pytest.mark.parametrize("question", LEANS)
def test_a_question_that_leaves_something_out_leans(question: str) -> None:
    assert leans_on_previous(question)


@pytest.mark.parametrize("question", STANDS)
def test_a_question_that_says_what_it_is_about_stands_alone(question: str) -> None:
    assert not leans_on_previous(question)


def test_the_latest_question_that_stood_alone_is_followed() -> None:
    assert (
        standing_question(["and in Go?", "How do I call Python?", "What is a stone?"])
        == "How do I call Python?"
    )
    assert standing_question(["and in Go?", "why?"]) == ""
    assert standing_question([]) == ""


def test_the_topic_is_the_content_words_of_what_stood_alone() -> None:
    assert with_topic("and from Java?", "What is the best way to use Python from Rust?") == (
        "best way use Python Rust: from Java?"
    )
    assert with_topic("why?", "ok, something else: export a stone") == "export stone: why?"
    assert with_topic("why?", "") == "why?"


@pytest.mark.parametrize(
    ("question", "standing", "searched"),
    [
        ("And in June?", "How many came in May?", "came: in June?"),
        ("and on Friday?", "Who opens the hall on Monday in March?", "opens hall March: on Friday?"),
        ("and in 2024", "What was the rent in 2023?", "rent: in 2024"),
        ("and for the cat?", "What did the vet cost in March?", "vet March: for the cat?"),
    ],
)
def test_another_month_day_or_year_takes_the_place_of_the_earlier_one(
    question: str, standing: str, searched: str
) -> None:
    assert with_topic(question, standing) == searched


def test_an_announcement_is_no_part_of_a_question() -> None:
    assert without_announcement("Okay, another question: what is a note?") == "what is a note?"
    assert without_announcement("something else") == "something else"


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("how many megabytes does it get?", "The binary runs anywhere.", False),
        ("how many megabytes does it get?", "The binary has 8 megabytes.", True),
        ("what does that cost a month?", "Deploy to a cluster.", False),
        ("does it work with XMind too?", "It links a mind map.", False),
        ("and for Java?", "Java calls Python by JPype.", True),
        ("why not?", "Because.", True),
        ("und welcher Nachteil steckt darin?", "It is vague.", True),
        ("which languages can do this?", "Go and Rust.", True),
    ],
)
def test_names_and_what_is_counted_must_be_held(question: str, text: str, *, held: bool) -> None:
    assert is_held(question, text) is held


@pytest.mark.skipif(not STACKFAQ.exists(), reason="the real data lies beside the project, in ../shared/data")
def test_ordinary_questions_are_rarely_taken_for_leaning_ones() -> None:
    questions = [json.loads(line)["text"] for line in STACKFAQ.read_text().splitlines()]
    assert sum(map(leans_on_previous, questions)) <= 0.02 * len(questions)


@pytest.mark.parametrize(
    ("question", "leans"),
    [
        ("Which room?", True),
        ("what time", True),
        ("whose turn?", True),
        ("Which room is free?", False),
        ("What changed?", False),
        ("What happened?", False),
        ("Room?", False),
    ],
)
def test_a_bare_which_leans(question: str, leans: bool) -> None:
    assert leans_on_previous(question) is leans
