from hypothesis import given
from hypothesis import strategies as st

from core.llm import count_tokens
from core.text.cut_to_tokens import cut_to_sentences, cut_to_tokens, last_fitting

TEXTS = st.text(st.sampled_from("ab ,.\n…éß漢👍🏽"), max_size=200)


def words(text: str) -> int:
    return len(text.split())


@given(TEXTS, st.integers(0, 40), st.booleans(), st.sampled_from(["…", ""]))
def test_a_cut_text_is_a_beginning_within_its_tokens(
    text: str, most: int, at_words: bool, ellipsis: str
) -> None:
    cut = cut_to_tokens(text, most, count_tokens, at_words=at_words, ellipsis=ellipsis)
    assert count_tokens(cut) <= most
    assert cut == text or text.lstrip().startswith(cut.removesuffix(ellipsis).lstrip())


def test_a_cut_stands_behind_a_word_or_within_it() -> None:
    assert cut_to_tokens("One, two, three", 12, len) == "One, two, t…"
    assert cut_to_tokens("One, two, three", 12, len, at_words=True) == "One, two…"


def test_a_first_word_that_is_too_long_is_cut() -> None:
    assert cut_to_tokens("x" * 500, 10, len, at_words=True) == "x" * 9 + "…"
    assert cut_to_tokens("x", 0, len) == ""


def test_sentences_come_whole() -> None:
    assert cut_to_sentences("One two. Three four. Five.", 4, words) == "One two. Three four."
    assert cut_to_sentences("One two three four five.", 2, words) == "One two…"


def test_the_last_that_fits() -> None:
    assert last_fitting([2, 4, 6], lambda end: end < 5) == 4
    assert last_fitting([2, 4, 6], lambda end: False) == 0
