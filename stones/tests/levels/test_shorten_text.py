"""Spans are cut at the borders of clauses, and only where what is dropped does not turn what is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stones.levels.extract.shorten_text import cut, cut_list, cut_words, shorten_title
from stones.tests.levels.chat_doubles import count_tokens

LONG = "that is a long tail of words which nobody needs to read at all today or tomorrow"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The worker fails every day", "The worker fails every day"),
        (f"The worker fails every day; {LONG}", "The worker fails every day"),
        (f"The worker fails every day — {LONG}", "The worker fails every day"),
        (f"The worker fails every day, which {LONG}", "The worker fails every day"),
        (f"The worker fails every day, else {LONG}", "The worker fails every day"),
        (f"Pause the worker at night, otherwise {LONG}", "Pause the worker at night"),
        (f"The worker fails every day ({LONG}).", "The worker fails every day"),
    ],
)
def test_the_longest_beginning_of_whole_clauses(text: str, kept: str) -> None:
    assert cut(text, 12, count_tokens) == kept


@pytest.mark.parametrize(
    "text",
    [
        f"The switch was planned for the 24th; after discussion the group moved it to 8 December, as {LONG}",
        f"The switch was planned for the 24th; {LONG}, so that in the end all of it was cancelled",
        f"Merge the branch today, and not before Ann has seen it because {LONG}",
        f"The first run worked; the second one did not, {LONG}",
        f"Push to main — unless Bob {LONG}",
        f"The object store (OSDs) is the heart of it, {LONG}",
        f"If the worker fails again, {LONG}",
        f"The roof of the north tower - on hold since May, {LONG}",
        f"Count the lamps of the yard — failed, {LONG}",
        f"Status: done; {LONG}",
        f"Run `make a; b and {LONG}`",
        f"The worker (called by Ann; {LONG})",
        f"It fails; {LONG}",
        f"Room: The balance is Income - Rent {LONG}",
        f"The worker has parts, queues, {LONG}",
        f"Use keyset pagination on (account_id, id), page size 2,000 and {LONG}",
        f"The values are handled by ignoring them with, for example, {LONG}",
        f"The worker reads parts from queues, tables, and files in the buckets of the {LONG}",
        LONG,
    ],
)
def test_it_is_left_whole_where_the_rest_turns_it_or_it_would_not_stand_alone(text: str) -> None:
    assert cut(text, 12, count_tokens) == ""


def test_languages_without_spaces() -> None:
    assert cut("上传服务在失败后会重试三次，之后会报告错误。", 15, len) == "上传服务在失败后会重试三次"


def test_no_list_or_clause_of_theirs_is_cut_within() -> None:
    assert cut("单设备的工作已完成实现、归因、最终回归和文档签收", 16, len) == ""
    assert cut("このサイトは値段を自動的に集め、一メートルの値段で並べる。", 18, len) == ""


def test_a_list_may_end_early_and_shows_it() -> None:
    text = f"A library and a command for models of one, two, three, four, {LONG}"
    assert cut_list(text, 16, count_tokens) == "A library and a command for models of one, two, three, four…"
    text = (
        "A library and a command for models of one, two, three, four, which are all that it reads, but slowly"
    )
    assert cut_list(text, 16, count_tokens) == "A library and a command for models of one, two, three, four…"
    assert cut_list(f"One, two, {LONG}", 8, count_tokens) == ""
    decided = "We decided on the 25th of November, with Olga and Piet, that all of them take key 94"
    assert cut_list(decided, 14, count_tokens) == ""
    assert cut(decided.replace(", with", "; with"), 10, count_tokens) == ""
    assert (
        cut_list(f"All of the parts of the worker are good, but it is slow: {LONG}", 14, count_tokens) == ""
    )


def test_what_must_be_told_is_cut_at_a_word() -> None:
    assert cut_words("The worker fails every day", 5, count_tokens) == "The worker fails every day"
    assert cut_words("The worker fails every day", 4, count_tokens) == "The worker fails…"
    assert cut_words("x" * 500, 5, count_tokens).endswith("x…")


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("12. Uploads", "Uploads"),
        ("Uploads.", "Uploads"),
        ("#11 Uploads", "#11 Uploads"),
        (f"The uploads of today — {LONG}", "The uploads of today"),
    ],
)
def test_a_title_is_made_short(title: str, short: str) -> None:
    assert shorten_title(title, 12, count_tokens) == short


@given(st.text(alphabet='ab c,;—()`."不，', max_size=120), st.integers(1, 20))
def test_it_fits_and_is_how_the_text_begins(text: str, room: int) -> None:
    kept = cut(text, room, count_tokens)
    assert text.startswith(kept)
    assert count_tokens(kept) <= room
    worded = cut_words(text, room, count_tokens)
    assert text.startswith(worded.removesuffix("…"))
    assert count_tokens(worded) <= max(room, 1)


def test_no_sign_that_leads_on_is_left_at_a_cut() -> None:
    assert (
        cut_words("Postgres 13 -> 16 move of the booking service", 4, count_tokens).rstrip("…")[-1].isalnum()
    )


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            f"Hosts that were set up in March and never since, as far as the list says, {LONG}, must not be restarted.",
            "Hosts that were set up in March and never since … must not be restarted.",
        ),
        (
            f"Servers which have an old version, and are upgrading to 3.9, ARE STILL OPEN, as nobody {LONG}.",
            "Servers which have an old version … ARE STILL OPEN",
        ),
        (
            f"Bücher, die vor 1850 gedruckt wurden, auch wenn {LONG}, dürfen nicht hinaus.",
            "Bücher, die vor 1850 gedruckt wurden … dürfen nicht hinaus.",
        ),
        (f"Hosts that are old, as {LONG} and {LONG}, need help with {LONG}.", ""),
        (f"The lists can be set in a file, or, in {LONG}, can be set by hand", ""),
    ],
)
def test_a_late_verb_stays_with_its_subject(text: str, kept: str) -> None:
    assert cut(text, 18, count_tokens) == kept
    assert count_tokens(cut(text, 18, count_tokens)) <= 18


def test_a_reason_that_denies_something_turns_nothing() -> None:
    assert (
        cut(f"Restart the worker today, because it does not {LONG}", 8, count_tokens)
        == "Restart the worker today"
    )
    assert cut(f"Restart the worker today, because, unless Ann {LONG}", 8, count_tokens) == ""
    assert cut(f"Link files so the old ones, et al, {LONG}", 9, count_tokens) == ""


def test_a_list_is_not_cut_before_a_late_verb() -> None:
    text = f"Guests who pay in cash, who are old, who came by train, who like tea, {LONG}, must not be sent away."
    assert cut_list(text, 16, count_tokens) == ""


def test_no_cut_drops_the_day_that_stands_now() -> None:
    text = f"The crane, which Bo promised for 3 May, comes on 10 May and lifts the boats out, and {LONG}"
    assert cut_list(text, 20, count_tokens) == ""
    assert cut(f"The crane comes on 3 May; for the boats 10 May remains, and {LONG}", 12, count_tokens) == ""


def test_a_list_is_not_cut_behind_the_first_words_of_a_condition() -> None:
    text = f"Could Bo bring the crane to the northern pier by noon today? If not, we lift all boats by hand, and {LONG}"
    assert not cut_list(text, 20, count_tokens).endswith("If not…")


def test_what_a_title_has_in_brackets_goes_first() -> None:
    assert shorten_title("Harbour lamps (3:1.0.2-4 of the second pier)", 3, count_tokens) == "Harbour lamps"
    assert shorten_title("Harbour lamps (second pier)", 9, count_tokens) == "Harbour lamps (second pier)"


@pytest.mark.parametrize(
    "bracket", ["cancelled", "postponed to June", "not the pier", "until the audit is over"]
)
def test_a_title_is_not_said_without_what_turns_it(bracket: str) -> None:
    assert shorten_title(f"Close the harbour lamps ({bracket})", 5, count_tokens) != "Close the harbour lamps"
