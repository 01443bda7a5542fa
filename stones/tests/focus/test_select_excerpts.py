from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.llm import count_tokens
from core.text.passages import Passage, split_passages
from core.text.tests.sample_handoff import HANDOFF, PASSAGES
from stones.focus import Focus, rank, select, whole_excerpt

LINES = HANDOFF.split("\n")


def chosen(question: str, max_tokens: int) -> Focus:
    return select(PASSAGES, rank(question, PASSAGES, None), max_tokens=max_tokens, count_tokens=count_tokens)


def test_gives_the_answer_with_its_line_and_headings() -> None:
    focus = chosen("How long does migration 0042 take?", 90)
    (excerpt,) = focus.passages
    assert "forty minutes" in excerpt.text
    assert LINES[excerpt.start_line - 1 : excerpt.end_line] == excerpt.text.split("\n")
    assert focus.text.startswith(f"{excerpt.start_line}:")
    assert focus.is_match


def test_says_what_was_left_out() -> None:
    focus = chosen("How long does migration 0042 take?", 90)
    given_lines = {at for e in focus.passages for at in range(e.start_line, e.end_line + 1)}
    left_lines = {at for gap in focus.left_out for at in range(gap.start_line, gap.end_line + 1)}
    with_text = {number for number, line in enumerate(LINES, 1) if line.strip()}
    assert with_text <= given_lines | left_lines
    assert not given_lines & left_lines & with_text
    assert "Left out: 1-" in focus.text
    total = sum(count_tokens(passage.text) for passage in PASSAGES)
    assert 0 < sum(gap.tokens for gap in focus.left_out) < total


def test_a_large_budget_gives_everything_as_one_stretch() -> None:
    focus = chosen("How long do leases last?", 5_000)
    (excerpt,) = focus.passages
    assert excerpt.text == HANDOFF.strip()
    assert focus.left_out == ()
    assert (excerpt.start_line, excerpt.end_line) == (1, len(LINES) - 1)


def test_excerpts_come_in_document_order_and_do_not_touch() -> None:
    focus = chosen("Who pays, and how long do leases last?", 260)
    ends = [(excerpt.start, excerpt.end) for excerpt in focus.passages]
    assert ends == sorted(ends)
    ordinals = [p.ordinal for p in PASSAGES if any(e.start <= p.start < e.end for e in focus.passages)]
    runs = 1 + sum(after - before > 1 for before, after in pairwise(ordinals))
    assert len(focus.passages) == runs


def test_passages_of_one_line_are_joined_as_they_stood() -> None:
    text = "This sentence has some eight words in it. " * 30
    passages = split_passages(text, count_tokens=count_tokens)
    scores = np.zeros(len(passages))
    scores[1:3] = 1
    focus = select(passages, scores, max_tokens=200, count_tokens=count_tokens)
    (excerpt,) = focus.passages
    assert excerpt.text == text[excerpt.start : excerpt.end]


def test_no_match_gives_nothing_and_says_so() -> None:
    focus = chosen("sourdough bread recipe", 300)
    assert not focus.is_match
    assert focus.passages == ()
    assert focus.text.startswith("Nothing here matches the question.")
    (gap,) = focus.left_out
    assert (gap.start_line, gap.end_line) == (1, len(LINES) - 1)
    assert gap.headings


def test_when_no_passage_fits_the_beginning_of_the_best_is_given() -> None:
    focus = chosen("How long does migration 0042 take?", 30)
    (excerpt,) = focus.passages
    assert excerpt.text == HANDOFF[excerpt.start : excerpt.end]
    assert excerpt.text.startswith("## Database")
    assert focus.tokens <= 30


def test_nothing_fits_into_nothing() -> None:
    focus = chosen("How long do leases last?", 0)
    assert (focus.passages, focus.text, focus.tokens) == ((), "", 0)
    assert focus.left_out


def test_no_passages() -> None:
    focus = select([], np.zeros(0), max_tokens=100, count_tokens=count_tokens)
    assert focus == Focus((), (), 0, "", True, frozenset(), None)


def test_label_names_the_section_unless_the_text_begins_with_it() -> None:
    labels = [whole_excerpt(passage).label for passage in PASSAGES]
    assert labels[0] == "1:"
    assert all(label.count("\n") == 0 for label in labels)
    inner = split_passages(
        "# Title\n\n## Setup\n\n" + "Install it with care. " * 60, count_tokens=count_tokens
    )[1]
    assert whole_excerpt(inner).label == "5: Setup"


@given(
    st.lists(st.floats(-3, 3), min_size=len(PASSAGES), max_size=len(PASSAGES)),
    st.integers(0, 700),
)
def test_never_above_the_budget(scores: list[float], max_tokens: int) -> None:
    focus = select(PASSAGES, np.array(scores), max_tokens=max_tokens, count_tokens=count_tokens)
    assert focus.tokens == count_tokens(focus.text) <= max_tokens
    assert all(str(excerpt) in focus.text for excerpt in focus.passages)
    assert focus == select(PASSAGES, np.array(scores), max_tokens=max_tokens, count_tokens=count_tokens)


@given(st.text(max_size=300), st.integers(0, 120))
def test_never_above_the_budget_for_any_text(text: str, max_tokens: int) -> None:
    passages = split_passages(text, count_tokens=count_tokens)
    focus = select(
        passages, np.arange(len(passages), dtype=float), max_tokens=max_tokens, count_tokens=count_tokens
    )
    assert count_tokens(focus.text) == focus.tokens <= max_tokens


@given(
    st.lists(st.floats(-3, 3), min_size=len(PASSAGES), max_size=len(PASSAGES)),
    st.sets(st.integers(0, len(PASSAGES) - 1)),
    st.floats(0, 4),
)
def test_a_margin_keeps_what_is_near_the_best_and_skips_what_was_read(
    scores: list[float], skip: set[int], margin: float
) -> None:
    focus = select(
        PASSAGES, np.array(scores), max_tokens=8_000, count_tokens=count_tokens, margin=margin, skip=skip
    )
    rest = [score for at, score in enumerate(scores) if at not in skip]
    near = {at for at, score in enumerate(scores) if at not in skip and score >= max(rest) - margin}
    assert focus.delivered == near | skip
    given_text = "".join(excerpt.text for excerpt in focus.passages)
    assert all((passage.text in given_text) is (passage.ordinal in near) for passage in PASSAGES)


LONG_BLOCK = "line of a long log with many words in it\n" * 40
HEADED = f"# Move\n\nFirst words.\n\n## Risks\n\n{LONG_BLOCK}\n## Owners\n"


def test_a_heading_alone_is_no_answer() -> None:
    passages = split_passages(HEADED, count_tokens=count_tokens)
    *_, last = passages
    assert last.text == "## Owners"
    scores = np.array([float(passage is last) for passage in passages])
    focus = select(passages, scores, max_tokens=80, count_tokens=count_tokens)
    assert [excerpt.text for excerpt in focus.passages] != [last.text]
    assert "## Owners" not in focus.text
    only = select(passages, np.where(scores > 0, scores, -np.inf), max_tokens=80, count_tokens=count_tokens)
    assert only.passages == ()


def test_a_heading_stands_with_what_follows_it() -> None:
    text = f"# Move\n\nFirst words.\n\n## {'Risks of the move ' * 40}\n\nThe standby has no copy of it.\n"
    passages = split_passages(text, count_tokens=count_tokens)
    assert [passage.text[:8] for passage in passages] == ["# Move\n\n", "## Risks", "The stan"]
    focus = select(passages, np.array([0.0, 1.0, -1.0]), max_tokens=400, count_tokens=count_tokens)
    assert "The standby has no copy of it." in focus.text


PIERS = "\n".join(
    f"* a boat of {name}, with its trailer, its tarpaulin and all of its ropes" for name in "ABCDEFGHIJ"
)
QUAY = f"# Quay\n\nThe quay is open from seven to nine.\n\nWhat may not be left here\n\n{PIERS}\n\nAsk Ida.\n"


def test_an_item_carries_the_line_that_leads_in_to_its_list() -> None:
    passages = split_passages(QUAY, count_tokens=count_tokens)
    scores = np.array([float("boat of H" in passage.text) for passage in passages])
    (excerpt,) = select(passages, scores, max_tokens=500, count_tokens=count_tokens, margin=0.5).passages
    assert "What may not" not in excerpt.text
    assert excerpt.label.endswith(": What may not be left here")
    assert QUAY[excerpt.start : excerpt.end] == excerpt.text


def test_text_above_a_list_that_does_not_lead_in_is_not_carried() -> None:
    text = QUAY.replace("What may not be left here", "The quay is broad.")
    passages = split_passages(text, count_tokens=count_tokens)
    scores = np.array([float("boat of H" in passage.text) for passage in passages])
    (excerpt,) = select(passages, scores, max_tokens=500, count_tokens=count_tokens, margin=0.5).passages
    assert excerpt.trail == "Quay"


def test_a_passage_that_only_leads_in_brings_the_first_item() -> None:
    above, item = "Must be done before the opening", "- The lamp on the crane is dark."
    start = len(above) + 2
    passages = [
        Passage(0, 1, 1, "", above, 0, len(above)),
        Passage(1, 3, 3, "", item, start, start + len(item)),
    ]
    (excerpt,) = select(
        passages, np.array([1.0, 0.0]), max_tokens=500, count_tokens=count_tokens, margin=0.5
    ).passages
    assert excerpt.text.endswith(item)
