"""Answers that tell how something is done on a page."""

import pytest

from quickstart.rendering.page_steps import names_page


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ("By page: *Stones*, then its line.", True),
        ("Tick it in *Settings › Apps*.", True),
        ("On the page of the stone press it.", True),
        ("On *Analytics*, over 30 days.", True),
        ("Run `make`; it is *fast*.", False),
        ("On *no* account.", False),
        ("```\na › b\n```", False),
        ("", False),
    ],
)
def test_names_page(answer: str, names: bool) -> None:
    assert names_page(answer) is names
