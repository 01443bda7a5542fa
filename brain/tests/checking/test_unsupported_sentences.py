"""Locating unsupported sentences in an answer."""

import pytest

from brain.checking.sentence_support import measure_support
from brain.checking.unsupported_sentences import mark_unsupported
from brain.extracting.quote_response import CHANGED, DIFFERENT, UNSURE
from brain.reservation import NEAREST, name_part

ANSWER = "Roses **flower** in June [1]. They were bred in Rome. They want sun."


def test_each_is_marked_in_place() -> None:
    assert mark_unsupported(ANSWER, ["They were bred in Rome.", "They want sun."]) == (
        "Roses **flower** in June [1]. They were bred in Rome. (not supported) They want sun. (not supported)"
    )


def test_mark_up_inside_a_sentence_does_not_hide_it() -> None:
    assert mark_unsupported("They *want* sun. Or rain.", ["They want sun."]) == (
        "They *want* sun. (not supported) Or rain."
    )


def test_the_mark_follows_the_number_and_the_full_stop() -> None:
    assert mark_unsupported("Roses want sun [1]. [2] Or rain.", ["Roses want sun."]) == (
        "Roses want sun [1]. [2] (not supported) Or rain."
    )


def test_what_is_not_found_again_is_named_behind_the_answer() -> None:
    marked = mark_unsupported("Roses.", ["They want sun."])

    assert marked == "Roses.\n\nAlso not supported by any source:\n- They want sun."


def test_a_long_one_is_shortened_only_where_it_is_named_behind_the_answer() -> None:
    marked = mark_unsupported("Roses.", ["word " * 100])

    assert marked.endswith(f"\n- {'word ' * 59}word…")


def test_without_any_it_is_the_answer_itself() -> None:
    assert mark_unsupported(ANSWER, []) == ANSWER


@pytest.mark.parametrize("doubt", [CHANGED, DIFFERENT, UNSURE, ", which does not say “sugar”"])
def test_the_reserve_itself_is_no_claim(doubt: str) -> None:
    part = name_part("what does Mr. Roth ask for the Sunday trip of 1999")
    answer = f"{part}\n\n{NEAREST}{doubt}:\n\nThe van costs 12 euros a day. [1]"
    found = measure_support(answer, "The van costs 12 euros a day.", valid_numbers=[1])
    assert found.unsupported == ()
    assert measure_support(answer, "The van is blue.", valid_numbers=[1]).unsupported == (
        "The van costs 12 euros a day.",
    )
