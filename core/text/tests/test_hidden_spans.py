"""Comments and lines of images are told from text, wherever they stand."""

import pytest

from core.text.hidden_spans import (
    BLANK,
    blank_comments,
    comment_spans,
    hidden_spans,
    mask_comments,
    without_blanks,
)


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Oats <!-- buy more --> and rye.", ["<!-- buy more -->"]),
        ("Oats.\n<!--\nrye\n\nspelt\n-->\nBarley.", ["<!--\nrye\n\nspelt\n-->"]),
        ("Write `<!-- so -->` there.", []),
        ("```\n<!-- so -->\n```\nOats <!-- a --><!-- b -->", ["<!-- a -->", "<!-- b -->"]),
        ("~~~\n<!-- so -->", []),
        ("Oats <!-- never closed", []),
        ("![a mill](mill.png)", ["![a mill](mill.png)"]),
        ("- ![a mill](mill_(old).png) ![b][2]\nOats.", ["- ![a mill](mill_(old).png) ![b][2]"]),
        ("Oats.\n![[mill 3.png]]\n", ["![[mill 3.png]]"]),
        ("[![a mill](mill.png)](https://mill.example)", ["[![a mill](mill.png)](https://mill.example)"]),
        (
            '<p align="center"><img src="mill.png" width="3"></p>',
            ['<p align="center"><img src="mill.png" width="3"></p>'],
        ),
        ("The mill: ![a mill](mill.png)", []),
        ("![a mill](mill.png) stood here.", []),
        ("[a mill](mill.png)", []),
    ],
)
def test_what_is_hidden(text: str, hidden: list[str]) -> None:
    assert [text[slice(*each)] for each in hidden_spans(text)] == hidden


def test_comments_are_masked_at_their_place() -> None:
    assert mask_comments("Oats <!-- a\nb -->!") == "Oats       \n     !"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Oats <!-- a\nb --> and rye.", "Oats and rye."),
        ("Oats.\n<!-- a -->\nBut no rye.", "Oats.\nBut no rye."),
        ("Oats. <!-- a\n\nb -->\n  <!-- c -->\n  But no rye.", "Oats.\n  But no rye."),
        ("Oats.\n<!-- a --> But no rye.", "Oats.\nBut no rye."),
        ("<!-- a -->\nOats", "Oats"),
        ("Write `<!-- so -->` there.", "Write `<!-- so -->` there."),
    ],
)
def test_what_is_said_without_comments(text: str, said: str) -> None:
    blank = blank_comments(text)
    assert without_blanks(blank) == said
    assert [at for at, each in enumerate(blank) if each.isalpha()] == [
        at for at, each in enumerate(mask_comments(text)) if each.isalpha()
    ]


def test_what_is_apart_stays_apart() -> None:
    assert blank_comments("Oats\n\n<!-- a -->\n\nRye").split(BLANK)[0] == "Oats\n\n"
    assert blank_comments("Oats\n\n<!-- a -->\nRye").endswith(f"{BLANK}\n\nRye")
    assert blank_comments("```\nOats\n```\n<!-- a -->\nRye").startswith("```\nOats\n```\n")


@pytest.mark.parametrize(
    "unit",
    [
        "<!-- ",
        "<!-- a -->",
        "```\n",
        "`",
        "![a](",
        "<p>\n",
        "[![a](b)",
        "- ",
        "<img ",
        "![a](b) ",
        "![a](b) x ",
        "<p> <p> ",
    ],
)
def test_any_length_takes_linear_time(unit: str) -> None:
    text = unit * 20_000
    assert len(mask_comments(text)) == len(text)
    assert len(hidden_spans(text)) >= len(comment_spans(text))
