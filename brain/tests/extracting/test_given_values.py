"""The values that a sentence gives are those that a reader sees."""

from brain.extracting.given_values import given_values


def test_the_address_of_a_link_gives_no_value() -> None:
    link = "[the shop](https://boats.example/at-10:30/90-euros-12)"
    assert not given_values(f"Ida saw them in {link}.")
    assert given_values(f"£80 in {link}.") == {"sum": {"80"}}
