"""What is quoted first, and what is quoted beside it."""

import numpy as np
import pytest

from brain.extracting.choose_quotes import choose_quotes
from brain.extracting.source_sentences import split_source_sentences
from brain.reservation import NEAREST
from brain.tests.extracting.extracted_answers import extracted, quotes_of, source
from core.llm import count_tokens

TOUR = """The tour opens on 12 June. The museum wants 42 stops of the audio tour.

Keeping the stops of the tour short paid off: most of those who start a stop of the tour hear it to the end.

We tried stops of the tour with Ana, and the stops of the tour were liked."""


def test_the_sentence_that_counts_them_answers_how_many() -> None:
    answer = extracted("How many stops has the audio tour?", source(TOUR, title="Work"), embed=True).answer
    assert quotes_of(answer) == ["The museum wants 42 stops of the audio tour."]


def test_the_best_is_quoted_first() -> None:
    text = source("Roses want much air.\n\nTulips rest.\n\nBeds want compost in May.")
    sentences = split_source_sentences([text], count_tokens=count_tokens)
    quotes = choose_quotes(sentences, np.array([0.9, 0.1, 1.0]), max_tokens=300, count_tokens=count_tokens)
    assert [each.line for each in quotes] == ["Beds want compost in May.", "Roses want much air."]
    summary = choose_quotes(
        sentences, np.array([0.1, 0.9, 1.0]), max_tokens=300, count_tokens=count_tokens, as_summary=True
    )
    assert summary[0].line.startswith("Roses want much air.")


def test_what_holds_the_whole_question_stands_alone() -> None:
    text = "The rose bed has clay.\n\nThe rose bed was dug in May.\n\nA rose bed wants sun."
    answer = extracted("When was the rose bed dug?", source(text), embed=True).answer
    assert answer == "The rose bed was dug in May. [1]"


def test_two_sentences_behind_the_best_are_quoted_for_a_reason() -> None:
    text = "The cellar is damp at the wall. Lunde looked at the drain. Roots of the plum tree clog it.\n\nWe ate fish."
    answer = extracted("Why is the cellar damp?", source(text, title="House"), embed=True).answer
    assert answer.startswith(NEAREST)
    assert quotes_of(answer)[0].endswith("Roots of the plum tree clog it.")
    assert (
        "Roots" not in extracted("Where is the cellar damp?", source(text, title="House"), embed=True).answer
    )


def test_who_somebody_is_stands_before_what_is_said_of_them() -> None:
    """However much nearer the question the others are: they share its only word, and are shorter."""
    notes = [
        source("Pernille, Oskar and I walked to the mill.\n\nPernille laughed.", title="Pernille", id="A"),
        source(
            "The concert is on 21 June in the boat house. Pernille conducts the choir since March.",
            title="Summer",
            id="B",
        ),
    ]
    answer = extracted("Who is Pernille?", *notes, embed=True).answer
    assert quotes_of(answer) == ["Pernille conducts the choir since March."]
    assert not answer.startswith(NEAREST)
    assert extracted("Who is Pernille?", notes[0], embed=True).answer.startswith(NEAREST)


def test_the_value_behind_a_denial_is_quoted_with_it() -> None:
    text = source("The boat will not be ready on 30 May. I promise 4 July. The oars are lost.", title="Boat")
    answer = extracted("When will the boat be ready?", text).answer
    (quote,) = quotes_of(answer)
    assert quote.startswith("The boat will not be ready on 30 May. I promise 4 July.")


@pytest.mark.parametrize(
    ("behind", "is_quoted"),
    [
        (" Boot buttons look alive.", True),
        (f" {'Boot buttons look alive, and ' * 12}so on.", False),
        ("\n\n**Beak:** it is lime.", False),
    ],
)
def test_what_only_comes_near_is_quoted_with_a_short_sentence_behind_it(behind: str, is_quoted: bool) -> None:
    near = "We gave up glass for the eyes of the owl."
    answer = extracted("What do the owl's eyes consist of?", source(f"{near}{behind}", title="Owl")).answer
    assert answer.startswith(NEAREST)
    assert quotes_of(answer)[0] == (f"{near}{behind}" if is_quoted else near)


def test_what_only_comes_near_is_quoted_with_its_short_paragraph() -> None:
    reason = "The insurer wants a second door."
    text = source(f"Tea at nine.\n\n{reason} We give no evening classes.", title="Classes")
    answer = extracted("What became of classes for adults in the evening?", text).answer
    assert answer.startswith(NEAREST)
    assert quotes_of(answer)[0] == f"{reason} We give no evening classes."


SERVERS = "# Machines\n\n## otter\n\nLogin on port 71. Debian.\n\n## stoat\n\nLogin on port 88. Debian.\n"


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("What is the login port of stoat?", "stoat: Login on port 88."),
        ("What is the login port of otter?", "otter: Login on port 71."),
    ],
)
def test_a_section_says_what_its_sentences_are_about(question: str, quoted: str) -> None:
    assert quotes_of(extracted(question, source(SERVERS, title="Machines"), embed=True).answer)[0].startswith(
        quoted
    )


def test_the_heading_of_the_whole_text_is_not_told() -> None:
    answer = extracted(
        "What does the tea machine cost?", source("# Tea machine\n\nIt costs 90 euro.", title="Tea machine")
    )
    assert quotes_of(answer.answer) == ["It costs 90 euro."]


def test_the_list_is_quoted_with_what_announces_it() -> None:
    text = source("The judges look for:\n\n- even size\n- clean roots\n\nTea is at four.", title="Show")
    answer = extracted("What do the judges look for?", text).answer
    assert quotes_of(answer) == ["The judges look for:\n- even size\n- clean roots"]


MAIL = (
    "From: {sender}\nTo: Ada Poe\nDate: 4 May 2026\n\nDear Ada,\n"
    "I am head of the third year. The school opens at 8.\n"
)


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        ("Rosa Lund <rosa@school.example>", "Rosa Lund: "),
        ('"Lund, Rosa" <rosa@school.example>', "Lund: "),
        ("rosa@school.example", ""),
    ],
)
def test_who_sent_a_mail_says_i(sender: str, name: str) -> None:
    mail = source(MAIL.format(sender=sender), title="School")
    answer = extracted("Who is head of the third year?", mail).answer
    assert quotes_of(answer)[0].startswith(f"{name}I am head of the third year.")


def test_what_is_not_of_the_sender_is_told_without() -> None:
    answer = extracted(
        "When does the school open?", source(MAIL.format(sender="Rosa Lund"), title="School")
    ).answer
    assert quotes_of(answer)[0].startswith("The school opens")
