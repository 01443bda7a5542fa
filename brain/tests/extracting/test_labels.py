"""A label is quoted with what it leads to, or not at all."""

import pytest

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
