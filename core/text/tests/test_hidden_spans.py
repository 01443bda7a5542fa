"""Comments and lines of images are told from text, wherever they stand."""

import pytest

from core.text.hidden_spans import comment_spans, hidden_spans, mask_comments


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
