"""bench_focus: what counts as found, what it costs, and what it says to wrong input."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from core.text.passages import split_passages
from stones.tests.levels.chat_doubles import count_tokens, embed
from tools.benchmarks.focus_questions import FocusQuestion, normalised, read_documents, read_questions
from tools.benchmarks.measure_focus import (
    METHODS,
    FocusResult,
    StoppedAnswer,
    measure,
    report,
    report_answers,
)
from tools.benchmarks.measure_two_parts import measure_two_parts

TEXT = "# Uploads\n\n" + "\n\n".join(
    f"Worker {n} was moved to the machine called {name} and {n * 7} of its tests pass there every night."
    for n, name in enumerate(
        ["amber", "birch", "cedar", "dogwood", "elder", "fir", "ginkgo", "hazel", "ivory", "kapok", "larch"],
        1,
    )
)


def measure_question(question: str, *answers: str) -> dict[str, FocusResult]:
    case = FocusQuestion("q", "d", question, tuple(map(normalised, answers)))
    ((_, found),) = measure({"d": TEXT}, [case], embed=embed, count_tokens=count_tokens)
    return found


def test_every_method_pays_header_scan_and_passages_until_the_answer() -> None:
    found = measure_question("Which machine is worker 7 on, ginkgo?", "no such machine", "ginkgo AND 49")
    assert set(found) == set(METHODS)
    paste = count_tokens(TEXT)
    assert all(each.paste == paste and not each.pasted for each in found.values())
    assert found["qastone"].tokens == found["bm25"].tokens < paste


def test_an_answer_over_the_end_of_a_passage_is_found_when_both_are_loaded() -> None:
    passages = split_passages(TEXT, count_tokens=count_tokens)
    over = f"{passages[1].text.split()[-1]} {passages[2].text.split()[0]} {passages[2].text.split()[1]}"
    found = measure_question("Which workers were moved?", over)
    assert not any(each.pasted for each in found.values())


def test_without_the_answer_everything_is_paid_and_then_pasted() -> None:
    found = measure_question("Which machine is worker 7 on?", "nowhere at all")
    assert all(each.pasted and each.tokens > 2 * each.paste for each in found.values())


def test_report_is_shares_of_the_sums() -> None:
    results = [
        dict.fromkeys(METHODS, FocusResult(tokens=100, paste=1000, pasted=False)),
        dict.fromkeys(METHODS, FocusResult(tokens=600, paste=3000, pasted=True)),
    ]
    expected = {
        "share": 0.175,
        "mean_tokens": 350,
        "paste_tokens": 2000,
        "found_256": 0.5,
        "found_512": 0.5,
        "found_1024": 1,
        "pasted": 0.5,
    }
    assert report(results) == dict.fromkeys(METHODS, expected)


def write(path: Path, *lines: Any) -> Path:
    path.write_text("\n".join(json.dumps(line) for line in lines))
    return path


def test_command_prints_one_line_of_json_or_a_table(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs.jsonl", {"id": "d", "text": TEXT})
    question = {"id": "q", "doc": "d", "question": "Which machine is worker 7 on?", "answers": ["ginkgo"]}
    questions = write(tmp_path / "questions.jsonl", question)
    out = StringIO()
    call_command("bench_focus", str(docs), str(questions), "--json", stdout=out)
    (line,) = out.getvalue().splitlines()
    result = json.loads(line)
    assert (result["bench"], result["documents"], result["questions"]) == ("focus", 1, 1)
    assert set(result["methods"]) == {"qastone", "bm25", "vectors"}
    assert result["answers"]["found"] == 1
    assert result["answers"]["tokens"] > 0
    table = StringIO()
    call_command("bench_focus", str(docs), str(questions), stdout=table)
    assert [row.split()[0] for row in table.getvalue().splitlines()] == [
        "method",
        "qastone",
        "bm25",
        "vectors",
        "answers",
    ]


def test_two_questions_in_one_are_found_where_both_are_answered() -> None:
    cases = [
        FocusQuestion(answer, "d", f"Which machine is worker {number} on?", (answer,))
        for number, answer in ((7, "ginkgo"), (3, "cedar"), (4, "no such machine"))
    ]
    found = list(measure_two_parts({"d": TEXT}, cases, embed=embed, count_tokens=count_tokens))
    assert [each.is_found for each in found] == [True, False]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "is empty"),
        ([{"id": "q", "doc": "d", "question": "?"}], "needs id, doc, question, answers"),
        ([{"id": "q", "doc": "e", "question": "?", "answers": ["x"]}], "asks of 'e', which is no document"),
        ([{"id": "q", "doc": "d", "question": "?", "answers": ["…"]}], "no answer of letters or digits"),
        (["text"], "needs id, doc, question, answers"),
    ],
)
def test_questions_that_cannot_be_read(tmp_path: Path, lines: list[Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_questions(write(tmp_path / "questions.jsonl", *lines), {"d": TEXT})


def test_no_json_and_no_file(tmp_path: Path) -> None:
    (tmp_path / "docs.jsonl").write_text('{"id": "d", "text": "t"}\n{')
    with pytest.raises(ValueError, match=r"line 2 of docs\.jsonl is no JSON"):
        read_documents(tmp_path / "docs.jsonl")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("bench_focus", str(tmp_path / "none.jsonl"), str(tmp_path / "none.jsonl"))


def test_errors_are_those_of_documents() -> None:
    answers = [
        StoppedAnswer("a", 100, True, True, None),
        StoppedAnswer("a", 100, True, True, None),
        StoppedAnswer("b", 300, False, False, True),
    ]
    found = report_answers(answers)
    assert (found["found"], found["tokens"]) == (0.6667, 166.7)
    # Two documents whose deviations from the mean are 2/3 and -2/3 of one question.
    assert found["found_error"] == pytest.approx((2 * (2 / 3) ** 2) ** 0.5 / 3, abs=1e-4)


def test_the_questions_about_handoffs_hold_their_answers() -> None:
    """Development questions: the documents stand beside the checkout, where they are there at all."""
    folder = Path(__file__).parents[4] / "shared" / "data" / "handoffs"
    if not folder.is_dir():
        pytest.skip(f"The documents of handoff_questions.jsonl are not at {folder}.")
    texts = {path.name: path.read_text() for path in folder.glob("*.md")}
    questions = read_questions(Path(__file__).parents[1] / "handoff_questions.jsonl", texts)
    assert len(questions) >= 60
    assert {question.doc for question in questions} == set(texts)
    for question in questions:
        assert all(answer in normalised(texts[question.doc]) for answer in question.answers), question.id
