"""A label is quoted with what it leads to, or not at all."""

import pytest

from brain.extracting import NOT_IN_NOTES
from brain.tests.extracting.extracted_answers import extracted, source


@pytest.mark.parametrize(
    ("body", "held"),
    [
        ("Loudest birds of the pond:\n\nGeese, by far.\n", "Geese, by far."),
        ("**Loudest birds of the pond**\n\nGeese, by far.\n", "Geese, by far."),
        ("**Loudest birds of the pond:**\n* geese\n* coots\n", "coots"),
    ],
)
def test_a_label_is_quoted_with_what_follows(body: str, held: str) -> None:
    assert held in extracted("Which birds of the pond are loudest?", source(body, title="Pond")).answer


def test_a_label_of_nothing_is_not_quoted() -> None:
    body = "Loudest birds of the pond:\n\n## Plants\n\nReeds grow at the pond, and birds nest there.\n"
    found = extracted("Which birds of the pond are loudest?", source(body, title="Pond")).answer
    assert "Loudest" not in found
    assert "birds nest there" in found


def test_a_paragraph_is_not_quoted_up_to_a_label() -> None:
    body = "# Pond\n\nThe heron comes at dusk. What it eats:\n\n- frogs\n"
    found = extracted("When does the grey heron come?", source(body, title="Pond")).answer
    assert "The heron comes at dusk." in found
    assert "What it eats: [1]" not in found


def test_a_link_is_as_short_as_its_text() -> None:
    body = "Favourite bird of the pond: the heron.\n\n[Bo](https://birds.example/of/the/pond/bird)\n"
    found = extracted("What is the favourite bird of the pond?", source(body, title="Pond"))
    assert [each.excerpt for each in found.metadata.citations] == ["Favourite bird of the pond: the heron."]


def test_the_mark_of_a_quotation_is_not_quoted() -> None:
    found = extracted("Which grey birds did Ida see?", source("> Ida saw birds.\n", title="Pond"))
    assert "\n\nIda saw birds. [1]" in found.answer


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ("Odd has the plans of the weir", "Who has the plans of the weir?"),
        ("Odd mends the gate of the weir", "Who mends the gate of the weir?"),
    ],
)
@pytest.mark.parametrize(
    "body",
    [
        "# Weir\n\n**{}**\n",
        "- **{}**\n- **Bo took the saw home**\n",
        "**{}**\n\n## Saw\n\nThe saw of the weir is blunt.\n",
    ],
)
def test_a_sentence_in_bold_is_quoted(body: str, line: str, query: str) -> None:
    assert extracted(query, source(body.format(line), title="Weir")).answer == f"**{line}** [1]"


def test_a_label_with_every_word_is_better_than_nothing() -> None:
    body = "Loudest birds of the pond:\n\n## Plants\n"
    assert "Loudest" in extracted("Which birds of the pond are loudest?", source(body, title="Pond")).answer
    assert extracted("Which fish of the pond are loudest?", source(body, title="Pond")).answer == NOT_IN_NOTES
