"""Tokens in texts: found by their checksum, refused before anything is stored."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rest.agent_tokens import (
    FoundToken,
    TokenInContent,
    find_tokens,
    hide_tokens,
    new_token,
    refuse_tokens,
)
from core.rest.problems import status_of

# 36 digits of which the last six are not the checksum of the first.
LOOKALIKE = "qas_" + "0" * 36
DIGITS = string.digits + string.ascii_letters


def test_tokens_with_their_places() -> None:
    first, second = new_token(), new_token()
    text = f"key: {first}\n\n{LOOKALIKE}\nAuthorization: Bearer {second}\n"
    assert find_tokens(text) == [FoundToken(1, first[-4:]), FoundToken(4, second[-4:])]


@pytest.mark.parametrize(("before", "after"), [("", ""), ("x", "9"), ("'", "'"), ("qas_", "_"), ("é", "\n")])
def test_found_whatever_surrounds_it(before: str, after: str) -> None:
    token = new_token()
    assert find_tokens(before + token + after) == [FoundToken(1, token[-4:])]


def test_a_token_inside_a_false_match() -> None:
    token = new_token()
    assert find_tokens("qas_" + "0" * 33 + token) == [FoundToken(1, token[-4:])]


@pytest.mark.parametrize("text", ["", "qas_…", "qas_", "Bearer qas_x", LOOKALIKE, LOOKALIKE[:-1]])
def test_look_alikes_are_accepted(text: str) -> None:
    assert find_tokens(text) == []
    refuse_tokens(text, where="content")


@given(st.text(DIGITS, min_size=1, max_size=1), st.integers(0, 35))
def test_one_other_character_and_it_is_none(digit: str, place: int) -> None:
    token = new_token()
    changed = token[: 4 + place] + digit + token[5 + place :]
    assert bool(find_tokens(changed)) is (changed == token)


def test_the_error_says_where_and_what_to_do_without_the_token() -> None:
    tokens = [new_token() for _ in range(5)]
    with pytest.raises(TokenInContent) as raised:
        refuse_tokens("\n".join(["Here:", *tokens]), where="history")
    message = raised.value.message
    assert f"The history has an agent's token in it: line 2 (qas_…{tokens[0][-4:]}), line 3" in message
    assert "and 2 more. Nothing was stored." in message
    assert "revoke" in message
    assert raised.value.extra["tokens"] == [
        {"line": line, "last4": token[-4:]} for line, token in enumerate(tokens[:3], 2)
    ]
    assert not any(token in f"{message}{raised.value.extra}" for token in tokens)
    assert (status_of(raised.value), raised.value.code) == (422, "token_in_content")


def test_a_megabyte_of_prefixes_is_scanned_in_linear_time() -> None:
    # 25,000 candidates with wrong checksums: each costs 36 characters, wherever it stands.
    assert find_tokens(LOOKALIKE * 25_000) == []
    assert find_tokens("qas_" * 250_000) == []


def test_a_token_is_hidden_and_its_end_still_tells_which() -> None:
    token = new_token()
    assert hide_tokens(f"'{token}' and qas_…7K0s") == f"'qas_…{token[-4:]}' and qas_…7K0s"
    assert hide_tokens(token[:20]) == "qas_…"
