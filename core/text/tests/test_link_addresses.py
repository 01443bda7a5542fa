"""The figures in addresses of links and images state no number, measure, price or day."""

import pytest

from core.text.expected_form import expected_form
from core.text.link_addresses import mask_addresses
from core.text.stated_form import unstated_form
from core.text.stated_values import values_of

ADDRESSES = [
    "https://boats.example/2021/03/14-oars-90-euros-12m",
    "<https://boats.example/2021/03/14-oars-90-euros-12m>",
    "[the shop](https://boats.example/2021/03/14-oars-90-euros-12m)",
    "[the shop](/2021/03/14-oars_(12)-90-euros-12m)",
    "![the shop](../img/2021-03-14-oars-90-euros-12m.png)",
    "![[2021-03-14 oars 90 euros 12 m.png]]",
    '<img src="/2021-03-14/12-oars-90-euros-12m.png">',
    "www.boats.example/2021/03/14/12-oars",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_states_nothing(address: str) -> None:
    quoted = f"The oars were found by Ida, see {address} about them."
    assert len(mask_addresses(quoted)) == len(quoted)
    for query in (
        "When did Ida find the oars?",
        "How many oars did Ida find?",
        "How long are the oars?",
        "What did the oars cost?",
        "How old are the oars?",
    ):
        assert unstated_form(query, quoted, context=query), query
    form = expected_form("When did Ida find the oars?")
    assert form
    assert not form.is_in(quoted)
    assert not values_of(quoted)


def test_what_stands_beside_an_address_is_stated() -> None:
    quoted = "Ida found 3 oars on [14 March 2021](https://boats.example/7) for £90 (https://boats.example/8)."
    for query in ("When did Ida find the oars?", "How many oars did Ida find?", "What did the oars cost?"):
        assert not unstated_form(query, quoted, context=query), query


def test_a_server_is_told_by_its_address() -> None:
    assert not unstated_form(
        "Which port does Grafana run on?", "Grafana runs on http://nas:3000.", context=""
    )
    query = "What is the IP address of the printer?"
    assert not unstated_form(query, "The printer is at http://10.4.0.9/status.", context=query)


@pytest.mark.parametrize("unit", ["](", "](a(", "https://a(", "www.a ", "![[", "<img ", "https://a/b?c="])
def test_any_length_takes_linear_time(unit: str) -> None:
    text = unit * 20_000
    assert len(mask_addresses(text)) == len(text)
