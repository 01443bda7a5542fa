"""Sentences of a text with what they lean on; no text takes long."""

from time import process_time

import pytest

from quickstart.rendering.excerpts import MAX_CHARACTERS, MAX_EXCERPT, MAX_EXCERPTS, excerpts_of

SECONDS = 0.5
LONG = f"The {'very ' * 50}long rule holds."


@pytest.mark.parametrize(
    ("text", "excerpts"),
    [
        ("Yes, you can. Towels are free.", ["Yes, you can. Towels are free."]),
        ("Yes. Towels are free. Soap costs 1 euro.", ["Yes. Towels are free.", "Soap costs 1 euro."]),
        ("No.", ["No."]),
        ("The pool closes at 8. This holds on Sundays, too.", ["The pool closes at 8. This holds on Sundays, too."]),
        ("Bring these:\n\n- A towel\n- A lock (1)", ["Bring these: A towel", "Bring these: A lock (1)"]),
        ("Bring a towel. You also need:\n1. Soap", ["Bring a towel.", "You also need: Soap"]),
        ("Bring these:\n- A towel\n\n> Children swim first.", ["Bring these: A towel", "Children swim first."]),
        (f"{LONG} This holds on Sundays, too.", [LONG, "This holds on Sundays, too."]),
        ("# Title\n\n```\ncode\n```\n\nUse one.", ["Use one."]),
        ("Do so:\n\n```\nx\n```", ["Do so."]),
        ("| lane | depth |\n|---|---|\n| one | 2 m |", ["lane: one; depth: 2 m"]),
        ("", [""]),
    ],
)  # fmt: skip
def test_each_sentence_has_what_it_leans_on(text: str, excerpts: list[str]) -> None:
    assert excerpts_of(text) == excerpts


def test_they_are_about_as_long_as_a_sentence() -> None:
    found = excerpts_of(" ".join(f"Lane {at} is closed. It opens at {at}." for at in range(40)))
    assert len(found) == MAX_EXCERPTS
    assert max(map(len, found)) <= MAX_EXCERPT


@pytest.mark.parametrize(
    "repeated", ["Yes! ", "Only so. ", "It opens at 8. ", "- No.\n", "word ", "x", "```\nx\n"]
)
def test_a_long_text_is_read_at_its_beginning(repeated: str) -> None:
    text = repeated * 20_000
    began = process_time()
    assert len(excerpts_of(text)) <= MAX_EXCERPTS
    assert process_time() - began < SECONDS


@pytest.mark.parametrize("between", [" ", "\n"])
def test_no_half_sentence_is_shown(between: str) -> None:
    sentences = [f"In lane {at} of the pool {'very ' * 45}good swimmers are at home." for at in range(16)]
    text = between.join(f"{each} {'and so on' * 30}." for each in sentences)
    assert len(text) > MAX_CHARACTERS
    assert all(each.endswith(".") for each in excerpts_of(text))
