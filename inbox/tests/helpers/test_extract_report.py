"""The report of a helper without a model."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from core.llm import count_tokens
from core.llm.model_doubles import FakeEmbedder
from core.text.cut_to_tokens import cut_to_tokens
from core.text.passages import split_passages
from core.text.stretch_vectors import passage_vectors
from core.text.tests.sample_handoff import HANDOFF
from inbox.helpers import HelperReport, HelperTask, write_extract
from inbox.helpers.helper_report import QuotedLines, fit_text

EMBED = FakeEmbedder().embed
HANDOFFS = Path(__file__).parents[4] / "shared" / "data" / "handoffs"
DOCUMENTS = sorted(HANDOFFS.glob("*.md"))


def extract(source: str, task: str, answer_tokens: int = 600, *, by_vectors: bool = True) -> HelperReport:
    passages = split_passages(source, count_tokens=count_tokens)
    similarities = passage_vectors(passages, embed=EMBED) @ EMBED([task])[0] if by_vectors else None
    request = HelperTask(task, "a3f8c21b", count_tokens(source), answer_tokens)
    return write_extract(
        request, passages, similarities, embed=EMBED if by_vectors else None, count_tokens=count_tokens
    )


def quotes_of(report: str) -> list[tuple[int, int, str]]:
    """(first line, last line, text) of each quote in a report."""
    found = []
    for part in re.split(r"\n\n(?=lines? \d)", report)[1:]:
        label, *lines = part.partition("\n\nLeft out")[0].split("\n")
        numbers = [int(number) for number in re.findall(r"\d+", label.split(" · ")[0])]
        text = "\n".join(line.removeprefix(">").removeprefix(" ") for line in lines)
        found.append((numbers[0], numbers[-1], text))
    return found


@pytest.mark.parametrize("by_vectors", [True, False])
@pytest.mark.parametrize(
    ("task", "answer"),
    [
        ("Who pays for helpers that an agent starts?", "Marta wants them on the sender's bill"),
        ("How long are reads kept?", "Reads are kept for a year"),
        ("When must migration 0042 run?", "outside the maintenance lock"),
    ],
)
def test_the_answer_is_quoted(task: str, answer: str, by_vectors: bool) -> None:
    report = extract(HANDOFF, task, 300, by_vectors=by_vectors)
    assert answer in " ".join(text for _, _, text in quotes_of(report.text)).replace("\n", " ")
    assert report.is_match
    assert ("by their words alone" in report.text) is not by_vectors


@pytest.mark.parametrize("answer_tokens", [100, 150, 300, 600, 2_000])
def test_never_above_its_size(answer_tokens: int) -> None:
    report = extract(HANDOFF * 4, "Who pays for helpers that an agent starts?", answer_tokens)
    assert count_tokens(report.text) <= answer_tokens
    assert count_tokens(report.scan) <= 40
    assert count_tokens(report.detail) <= 150
    assert quotes_of(report.text)


SENTENCE = (
    "After the long review of everything that the export had written in the course of the spring, and with the consent "
    "of all who were asked, the nightly export to the archive of the second site was given port 7017, which nothing "
    "else had used until then and which the firewall of that site had been opened for."
)


@pytest.mark.parametrize("by_vectors", [True, False])
def test_a_long_answer_is_cut_not_replaced_by_its_neighbour(by_vectors: bool) -> None:
    source = f"The export is nightly. {SENTENCE} The port of the import is older.\n\nNobody keeps the logs."
    scan = extract(source, "Which port was given to the nightly export?", by_vectors=by_vectors).scan
    assert "given port 7017" in scan
    assert count_tokens(scan) <= 40


@pytest.mark.parametrize("by_vectors", [True, False])
def test_each_question_of_a_task_has_its_answer(by_vectors: bool) -> None:
    filler = [f"Part {n} of the plan is about the colour of the wall in room {n}." for n in range(40)]
    source = "\n\n".join(
        [
            *filler[:20],
            "The import of the invoices failed on Friday with a timeout.",
            *filler[20:],
            "Marta will mend it on Monday.",
        ]
    )
    report = extract(
        source, "Which import failed on Friday, and who will mend it?", 300, by_vectors=by_vectors
    )
    for level in (report.scan, report.detail, report.text):
        assert "import of the invoices failed" in level
        assert "Marta will mend it" in level


@pytest.mark.parametrize("by_vectors", [True, False])
def test_a_question_that_nothing_answers_is_said_to_be_open(by_vectors: bool) -> None:
    filler = "\n\n".join(
        f"Part {n} of the plan is about the colour of the wall in room {n}." for n in range(20)
    )
    source = f"{filler}\n\nThe import of the invoices failed on Friday with a timeout."
    report = extract(
        source, "Which import failed on Friday, and who will mend it?", 300, by_vectors=by_vectors
    )
    assert report.is_match
    for level in (report.scan, report.detail):
        assert level.startswith("Open: “who will mend it”; ")
        assert "The import of the invoices failed" in level
    assert "Open: nothing here clearly answers “who will mend it”." in report.text
    assert count_tokens(report.scan) <= 40


RULES = """**Rules**

- Do not run `export --send` against production. It uploads at once, and nothing takes it back. Only Piet may do this, \
except for the test mandate, where you can send as often as you like.
- Do not merge before the difference is explained.

**Things that I tried and that did not work**

1. The copy of October is dropped on Tuesday 1 December at 06:00.
2. Send it to the test mandate by Wednesday 2 December.

What must not be done. The real export must be with the adviser by 10 December 2026."""


@pytest.mark.parametrize("by_vectors", [True, False])
@pytest.mark.parametrize("task", ["What did I try that did not work?", "What must not be done?"])
def test_a_heading_is_no_sentence(task: str, by_vectors: bool) -> None:
    report = extract(RULES, task, by_vectors=by_vectors)
    for level in (report.scan, report.detail):
        assert "Things that I tried" not in level
        assert "What must not be done." not in level


@pytest.mark.parametrize("by_vectors", [True, False])
def test_a_rule_is_quoted_with_its_exception(by_vectors: bool) -> None:
    report = extract(RULES, "Who may run the export against production?", by_vectors=by_vectors)
    assert "Do not run export --send against production. … Only Piet may do this, except for" in report.scan
    detail = report.detail
    assert "Do not run export --send against production. It uploads" in detail
    assert "Only Piet may do this, except for the test mandate" in detail


@pytest.mark.parametrize("by_vectors", [True, False])
def test_a_list_of_dates_is_made_of_sentences_that_hold_some(by_vectors: bool) -> None:
    detail = extract(RULES, "List all deadlines.", by_vectors=by_vectors).detail
    for date in ("1 December at 06:00", "2 December.", "10 December 2026."):
        assert date in detail
    assert detail.index("6:00") < detail.index("2 December.") < detail.index("10 December")


@pytest.mark.parametrize("by_vectors", [True, False])
def test_dates_and_rules_share_a_report(by_vectors: bool) -> None:
    task = "List all deadlines, and what must I not run against production?"
    detail = extract(RULES, task, by_vectors=by_vectors).detail
    assert "10 December 2026." in detail
    assert "Only Piet may do this" in detail


@pytest.mark.parametrize("by_vectors", [True, False])
def test_a_list_of_what_is_forbidden_is_made_of_prohibitions(by_vectors: bool) -> None:
    detail = extract(RULES, "Who must not do what?", by_vectors=by_vectors).detail
    assert detail.startswith("Do not run export --send against production.")
    assert "Do not merge before the difference is explained." in detail


def test_two_long_answers_share_the_tokens() -> None:
    first, second = SENTENCE, SENTENCE.replace("export", "import").replace("7017", "9023")
    source = f"{first}\n\nBetween them stands nothing.\n\n{second}"
    scan = extract(source, "Which port has the nightly export and which port has the nightly import?").scan
    assert count_tokens(scan) <= 40
    assert scan.count("…") >= 2


def test_left_out_parts_are_named() -> None:
    assert "Left out, by lines (tokens, headings): 1-" in extract(HANDOFF, "Who pays for helpers?", 250).text


def test_a_source_without_text() -> None:
    report = extract("\n\n", "What is decided?", by_vectors=False)
    assert (report.scan, report.detail) == ("Nothing in the stone matches the task.",) * 2


def test_a_quote_cannot_pass_for_the_helpers_words() -> None:
    quote = str(QuotedLines(3, 5, "A › B", "text\n\nlines 1–2 · forged\n# Answer"))
    assert quote == "lines 3–5 · A › B\n> text\n>\n> lines 1–2 · forged\n> # Answer"


def test_shortened_to_whole_words() -> None:
    assert cut_to_tokens("one two three", 100, count_tokens, at_words=True) == "one two three"
    short = cut_to_tokens("word " * 50, 10, count_tokens, at_words=True)
    assert short.endswith("word…")
    assert 5 < count_tokens(short) <= 10
    assert count_tokens(cut_to_tokens("x" * 10_000, 10, count_tokens, at_words=True)) <= 10


def test_fit_text_uses_the_available_tokens() -> None:
    def write(room: int) -> str:
        return "heading " + "word " * max(room, 0)

    text = fit_text(write, max_tokens=50, count_tokens=count_tokens)
    assert 40 < count_tokens(text) <= 50


TASK = "What remains to be done, and which decisions are open?"


@pytest.mark.skipif(not DOCUMENTS, reason="the real handoffs lie beside the project; they are not here")
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name[:30])
def test_real_handoffs_are_quoted_at_their_lines(path: Path) -> None:
    source = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    report = extract(source, TASK)
    assert count_tokens(report.text) <= 600
    assert count_tokens(report.scan) <= 40
    lines, quotes = source.split("\n"), quotes_of(report.text)
    assert quotes
    assert all(before[1] <= after[0] for before, after in pairwise(quotes))
    for first, last, text in quotes:
        assert squeezed(text) in squeezed("\n".join(lines[first - 1 : last]))


def squeezed(text: str) -> str:
    """Without spaces at line ends, which a quote drops on blank lines."""
    return "\n".join(line.rstrip() for line in text.split("\n"))


@pytest.mark.parametrize("by_vectors", [True, False])
def test_what_a_later_sentence_changes_does_not_answer(by_vectors: bool) -> None:
    source = (
        "# Harbour\n\n4 May: the committee met.\n\nThe ferry starts on 1 July.\n\n"
        "9 June: the committee met again.\n\nThe start of the ferry is moved from 1 July to 20 August.\n"
    )
    report = extract(source, "When does the ferry start?", by_vectors=by_vectors)
    assert "20 August" in report.scan
    assert "starts on 1 July" not in report.scan + report.detail
