"""Which neighbours a sentence is not quoted without."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.qualifying_sentences import (
    leans,
    qualified_end,
    qualified_span,
    qualifies,
    sentence_after,
)


@pytest.mark.parametrize("name", ["Call it Marigold.", "We call this Marigold now.", "Nennt sie Marigold."])
@pytest.mark.parametrize("between", ["", "Not sweet. Good. "])
def test_what_is_named_by_a_pronoun_is_quoted_with_its_name(name: str, between: str) -> None:
    text = f"Two parts of rum, one of lime, ice. {between}{name}"
    assert qualified_span(text, text.index(name), len(text)) == (0, len(text))


@pytest.mark.parametrize(
    "call",
    ["Name them before the doors open.", "We call those who are late.", "Call that number on Tuesday."],
)
def test_who_is_called_is_not_named(call: str) -> None:
    assert not leans(call)


@pytest.mark.parametrize(
    "sentence",
    [
        "Not decided.",
        "**Not decided.**",
        "Only on staging.",
        "From 1 June: 15,800.",
        "Ab 1. Juni 950.",
        "Maybe.",
        "This was rejected.",
        "That idea was rejected in March.",
        "If it is not, two years.",
        "Unless the client pays first.",
        "The offer is no longer valid.",
        "But nobody has signed it.",
        "Nicht beschlossen.",
        "Mina and I considered this for a long time and rejected it: too much for three events a second.",
        "Somebody wrote it down on the first Monday of the month in good faith; it is no longer true.",
    ],
)
def test_what_turns_round_the_sentence_before_it(sentence: str) -> None:
    text = f"The client gets a discount of ten percent. {sentence}"
    assert qualifies(sentence)
    assert text[slice(*qualified_span(text, 0, 42))] == text


@pytest.mark.parametrize(
    "sentence",
    [
        "The fridge makes ice.",
        "Jonas is on leave this week.",
        "A new owner was found for the rejected chairs of the old office in town.",
    ],
)
def test_what_says_something_else(sentence: str) -> None:
    text = f"The client gets a discount. {sentence}"
    assert not qualifies(sentence)
    assert qualified_span(text, 0, 27) == (0, 27)


def test_what_leans_brings_the_sentence_before_it() -> None:
    text = "Otto repaired it twice in May. His number is 0170 555. The roof is next on the list."
    start = text.index("His")
    assert (
        text[slice(*qualified_span(text, start, text.index(" The roof")))] == text[: text.index(" The roof")]
    )


def test_a_rule_brings_the_exception_behind_its_reason() -> None:
    rule = "Do not send to production."
    text = f"{rule} Nothing takes it back. Only Piet may, except for the test mandate, where all may send at any time."
    assert qualified_span(text, 0, len(rule)) == (0, len(text))
    fact = "We sent to production."
    assert qualified_span(text.replace(rule, fact), 0, len(fact)) == (0, len(fact))


@pytest.mark.parametrize("between", ["\n\n", "\n- ", "\n# "])
def test_another_paragraph_item_or_heading_stands_alone(between: str) -> None:
    text = f"The client gets a discount.{between}Not decided."
    assert qualified_end(text, 27) == 27


@given(st.text(alphabet="aN. \n#-", max_size=60), st.integers(0, 60), st.integers(1, 60))
def test_a_span_only_grows(text: str, start: int, size: int) -> None:
    start = min(start, len(text))
    end = min(start + size, len(text))
    first, last = qualified_span(text, start, end)
    assert 0 <= first <= start <= end <= last <= len(text)


def test_a_short_sentence_that_ends_with_its_missing_subject_takes_the_one_before_it() -> None:
    text = "The spare anchor lies in the shed. Please don't bring one."
    assert qualified_span(text, 35, len(text)) == (0, len(text))
    long = (
        "The spare anchor lies in the shed. The harbour master says that those who visit need not bring one."
    )
    assert qualified_span(long, 35, len(long)) == (35, len(long))


def test_a_sentence_that_ends_by_pointing_back_brings_the_one_before_it() -> None:
    text = "The loan is fixed until October. Ann wants to pay off 8,000 of it long before that."
    assert qualified_span(text, text.index("Ann"), len(text)) == (0, len(text))
    text = "The loan is fixed until October. Ann wants to pay off 8,000 of it in May."
    assert qualified_span(text, text.index("Ann"), len(text)) == (text.index("Ann"), len(text))


def test_what_only_announces_what_follows_says_nothing_of_what_stands_before() -> None:
    assert not qualifies("What she wants:")


def test_a_label_in_bold_begins_anew() -> None:
    text = "**They pay:** 46 a day.\n**If we cannot run:** we tell the school."
    second = text.index("**If")
    assert qualified_span(text, 0, second - 1) == (0, second - 1)
    assert qualified_span(text, second, len(text)) == (second, len(text))


@pytest.mark.parametrize(
    "sentence",
    [
        "Elected in her place: Ruta Kalns (19 votes).",
        "Her successor is Ruta Kalns.",
        "Found in it: two lamps, a boot.",
    ],
)
def test_who_follows_and_what_was_found_belong_to_the_sentence_before(sentence: str) -> None:
    text = f"Odette leaves the old organ loft after nine years. {sentence} The rest of the day was dry."
    assert qualifies(sentence)
    assert text[slice(*qualified_span(text, 0, 50))].endswith(sentence)


def test_within_an_item_a_sentence_leans_on_the_one_before() -> None:
    text = "3. **Choir.** Ruta Kalns was elected. She begins on 1 July."
    start = text.index("She")
    quoted = text[slice(*qualified_span(text, start, len(text)))]
    assert quoted == "Ruta Kalns was elected. She begins on 1 July."


def test_a_sentence_without_a_subject_leans() -> None:
    text = "Juniors may hold the flag, not drive the van. Has to be 21. Is it insured?"
    start = text.index("Has")
    assert text[slice(*qualified_span(text, start, start + 14))].startswith("Juniors may")


def test_what_a_bare_answer_turns_goes_with_it() -> None:
    text = "Copies? No. One page for a turn is fine, and old editions are free."
    start = text.index("One page")
    assert text[slice(*qualified_span(text, start, len(text)))].startswith("Copies? No. One page")


WRAPPED = """**Upstream servers are public, deliberately not the house's.** If the
house is later pointed at this one, and this one points back,
that is a loop of questions. Asking the public ones avoids it."""


def test_the_next_sentence_runs_on_over_a_wrapped_line() -> None:
    end = WRAPPED.index(" If the")
    after = sentence_after(WRAPPED, end)
    assert after is not None
    assert WRAPPED[slice(*after)] == WRAPPED[end + 1 : WRAPPED.index(" Asking")]


def test_the_sentence_before_begins_before_a_wrapped_line() -> None:
    text = (
        "The servers are public. Once the house points at this one, and this one\npoints back, all turns in a loop. "
        "But asking them avoids it."
    )
    at = text.index("But")
    assert text[slice(*qualified_span(text, at, len(text)))] == text[text.index("Once") :]


@pytest.mark.parametrize(
    "text",
    [
        "Rent is paid. From June 900\nDeposit 1,800",
        "Rent is paid. Only in June\n- by Ann",
        "Rent is paid. Only in June\n\nby Ann",
        "Rent is paid. Only in June:\nby Ann",
    ],
)
def test_a_line_break_that_is_meant_ends_it(text: str) -> None:
    after = sentence_after(text, 13)
    assert after is not None
    assert after[1] == text.index("\n")


@pytest.mark.parametrize("mark", ["- ", "  * ", "> ", "> 1. ", "- [x] "])
def test_the_mark_of_an_item_is_no_sentence_before(mark: str) -> None:
    text = f"Doors\n{mark}Oak ones\n"
    start = text.index("Oak")
    assert qualified_span(text, start, len(text) - 1)[0] == start
