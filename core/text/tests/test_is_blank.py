"""Texts without visible characters are blank."""

import pytest

from core.text.is_blank import is_blank


@pytest.mark.parametrize(
    "text",
    ["", " \n\t", "\u200b\u200d\ufeff", "\u00a0\u3000\u2029", "\u2060\u00ad", "\u3164", "\x00", "\u2800"],
)
def test_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["x", " . ", "\u200b0", "👍", "木", "\u0301a", "…"])
def test_not_blank(text: str) -> None:
    assert not is_blank(text)
