"""What holds for the check whatever the text: words taken from it claim nothing new, and it never fails."""

import string

from hypothesis import example, given
from hypothesis import strategies as st

from stones.levels.summary import SummarySource, check_summary
from stones.levels.summary.clauses import read_clauses
from stones.levels.summary.demand_words import MAY_DEMAND, UNDONE, find_prohibition
from stones.levels.summary.denials import may_deny
from stones.levels.summary.word_stems import content_stems
from stones.tests.levels.chat_doubles import count_tokens

_WORDS = (
    "Ann Zoë Müller `make x` src/a.py ORDER_LIMIT #41 18/18 1,204 v0.3.1 2026-01-30 January 3, 2026 12ms 5 of 10 "
    "62.9% $5 20k 3-7 10:30 do not merge never until tests pass in stage B2 CVE-2025-47287 不要 合并 30件 nicht"
)
_TOKENS = st.sampled_from(_WORDS.split(" "))
_SENTENCE = st.lists(_TOKENS, min_size=3, max_size=14).map(" ".join)
_TEXT = st.lists(_SENTENCE, min_size=1, max_size=8)
_CLAIMS = {"number", "path", "command", "identifier", "name"}


@given(sentences=_TEXT, data=st.data())
def test_a_sentence_of_the_text_claims_nothing_new(sentences: list[str], data: st.DataObject) -> None:
    content = "# Title\n\n" + "\n\n".join(f"{sentence}." for sentence in sentences)
    taken = data.draw(st.sampled_from(sentences)) + "."
    report = check_summary(taken, taken, content, count_tokens=count_tokens)
    assert {fault.code for fault in report.faults} & _CLAIMS == set()


@given(st.text(alphabet=string.printable + "äß不要。、⚠‘’“”–—", max_size=400), st.text(max_size=200))
def test_nothing_makes_it_fail(content: str, words: str) -> None:
    report = check_summary(words, content, content, count_tokens=count_tokens)
    assert len(report.left_out) <= 5
    assert all("\n" not in message for message in report.messages)
    assert all(each.line >= 1 for each in report.left_out)
    lines = content.count("\n") + 1
    assert all(fault.line is None or 1 <= fault.line <= lines for fault in report.faults)


@given(st.text(alphabet=string.digits + "., :/-%#$v", max_size=40))
def test_a_number_of_the_text_stands_in_it(number: str) -> None:
    sentence = f"It is {number} now"
    assert SummarySource(f"{sentence}.").missing(sentence) == []


@given(st.text(alphabet=string.ascii_letters + " ,.;:'’-不未ない", max_size=300))
@example("--B")
@example("-A’")
def test_what_is_denied_stands_in_its_clause(sentence: str) -> None:
    clauses = read_clauses(sentence)
    assert {stem for clause in clauses for stem in clause.stems} <= set(content_stems(sentence))
    assert all(clause.denied <= clause.stems for clause in clauses)
    assert may_deny(sentence) or not any(clause.denials for clause in clauses)


@given(_SENTENCE)
def test_the_quick_look_misses_nothing(sentence: str) -> None:
    if find_prohibition(sentence) or UNDONE.search(sentence):
        assert MAY_DEMAND.search(sentence)
