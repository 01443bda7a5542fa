"""Alternatives that begin alike are tried together, and match what they did."""

import pytest

from core.text.grouped_patterns import group_alternatives, split_alternatives


@pytest.mark.parametrize(
    ("alternatives", "grouped"),
    [
        (["no", "nobody", "so"], "n(?:o(?:|body))|so"),
        # What one of them matches in full, another may match in part: their order stays.
        (["nobody", "no"], "n(?:o(?:body|))"),
        (["ab", "(?:a|b)c", "ac"], "ab|(?:a|b)c|ac"),
        (["a?b", "ab", "a+", "ac"], "a?b|ab|a+|ac"),
        (["[|]x", r"\|y", "e"], r"[|]x|\|y|e"),
    ],
)
def test_alternatives_that_begin_alike_are_tried_together(alternatives: list[str], grouped: str) -> None:
    assert split_alternatives("|".join(alternatives)) == alternatives
    assert group_alternatives("|".join(alternatives)) == grouped
