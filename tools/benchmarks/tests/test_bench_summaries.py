"""bench_summaries: what it plants, what it counts, and what it says to wrong arguments."""

import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from stones.levels.summary import SummaryReport, check_summary
from stones.tests.levels.chat_doubles import count_tokens
from tools.benchmarks.measure_sender_words import KINDS, measure, read_cases
from tools.benchmarks.plant_faults import FAULTS_PER_KIND, SenderCase, plant
from tools.benchmarks.put_in_rules import put_bans_in, put_rules_in

TEXT = """# Uploads

**Do not restart the upload queue before Ann has answered.** 42 workers moved to `src/part.py`.

## Archived: the first plan

- Copy all rows of the orders table to the archive bucket by hand.
"""
ROW: dict[str, Any] = {
    "id": "a",
    "lod0": "Uploads: 42 workers moved. Do not restart the upload queue before Ann has answered.",
    "lod1": "The workers moved to src/part.py.",
    "facts": [
        {
            "level": 0,
            "type": "warning",
            "spans": ["Do not restart the upload queue before Ann has answered."],
            "core": ["restart the upload queue"],
        }
    ],
    "never": [
        {"span": "Copy all rows of the orders table to the archive bucket by hand.", "why": "superseded"}
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(TEXT)
    (tmp_path / "facts.jsonl").write_text(json.dumps(ROW) + "\n" + json.dumps({**ROW, "id": "b"}) + "\n")
    return tmp_path


def _case() -> SenderCase:
    return SenderCase("a", TEXT, ROW["lod0"], ROW["lod1"], ROW["facts"], ROW["never"])


def test_each_kind_is_planted_and_found(folder: Path) -> None:
    cases = read_cases(folder / "facts.jsonl", [folder / "docs"])
    assert [case.id for case in cases] == ["a"]
    measured = measure(cases, count_tokens=count_tokens)
    assert (measured["false_fault_share"], measured["left_out"], measured["faults"]) == (0, 0, {})
    assert measured["planted"].keys() == set(KINDS)
    own = {kind: measured["planted"][kind] for kind in KINDS[:6]}
    assert {kind: (each["planted"], each["caught"], each["false"]) for kind, each in own.items()} == {
        **dict.fromkeys(KINDS[:5], (1, 1, 0)),
        "unknown name": (FAULTS_PER_KIND, FAULTS_PER_KIND, 0),
    }


def test_rules_of_another_text_are_put_in_and_found() -> None:
    rules, steps = ["Never run the old importer on Friday."], ["Delete the temporary table of last week."]
    for each in put_rules_in(_case(), rules, steps, Random(1)):
        assert rules[0] in each.text
        assert steps[0] in each.text
        report = check_summary(each.summary, each.detail, each.text, count_tokens=count_tokens)
        assert each.is_caught(report) is not each.is_honest, each.kind


def test_bans_are_put_in_and_their_commands_found() -> None:
    planted = list(put_bans_in(_case(), Random(2)))
    assert [each.is_honest for each in planted] == [False, True, True, True] * FAULTS_PER_KIND
    for each in planted:
        report = check_summary(each.summary, each.detail, each.text, count_tokens=count_tokens)
        assert each.is_caught(report) is not each.is_honest, each.what


def test_what_its_author_ticked_off_is_not_dropped() -> None:
    text = TEXT.replace("**Do not restart", "- [x] **Do not restart")
    case = SenderCase("a", text, ROW["lod0"], ROW["lod1"], ROW["facts"], ROW["never"])
    assert "dropped prohibition" not in {each.kind for each in plant(case, SummaryReport(), Random(1))}


def test_the_same_faults_are_planted_each_time() -> None:
    once, again = ([each.what for each in plant(_case(), SummaryReport(), Random(1))] for _ in range(2))
    assert once == again


def test_what_is_planted_differs_from_the_words() -> None:
    for each in plant(_case(), SummaryReport(), Random(1)):
        assert (each.summary, each.detail) != (ROW["lod0"], ROW["lod1"])


def test_the_command_prints_a_table_or_json(folder: Path) -> None:
    arguments = ["bench_summaries", "--keyfacts", str(folder / "facts.jsonl"), "--docs", str(folder / "docs")]
    out = StringIO()
    call_command(*arguments, "--json", stdout=out)
    assert json.loads(out.getvalue())["documents"] == 1
    out = StringIO()
    call_command(*arguments, stdout=out)
    assert "dropped prohibition" in out.getvalue()


@pytest.mark.parametrize(("line", "message"), [('{"id": "a"}', "cannot be read"), ("", "None of the texts")])
def test_wrong_files_are_reported(folder: Path, line: str, message: str) -> None:
    (folder / "facts.jsonl").write_text(line)
    with pytest.raises(CommandError, match=message):
        call_command(
            "bench_summaries", "--keyfacts", str(folder / "facts.jsonl"), "--docs", str(folder / "docs")
        )


def test_sentences_that_people_wrote_are_counted(tmp_path: Path) -> None:
    row = {
        "text": "# Cold store\n\nThe fan was replaced. Never turn off the alarm in bay 1.\n",
        "true": [{"say": "The fan was replaced."}, {"say": "The fan is blue, says Zoltan."}],
        "false": [
            {"kind": "forbidden as planned", "say": "The alarm in bay 1 gets turned off."},
            {"kind": "inverted", "say": "The fan is the old one."},
        ],
    }
    path = tmp_path / "claims.jsonl"
    path.write_text(json.dumps(row))
    out = StringIO()
    call_command("bench_summaries", "--claims", str(path), "--json", stdout=out)
    measured = json.loads(out.getvalue())
    assert (measured["true"]["claims"], measured["true"]["flagged"]) == (2, 1)
    assert measured["kinds"] == {
        "forbidden as planned": {"claims": 1, "found": 1},
        "inverted": {"claims": 1, "found": 0},
    }
    out = StringIO()
    call_command("bench_summaries", "--claims", str(path), stdout=out)
    assert "false ones that are found      1 of 2" in out.getvalue()


def test_wrong_claims_are_reported(tmp_path: Path) -> None:
    (tmp_path / "claims.jsonl").write_text('{"text": "a"}')
    with pytest.raises(CommandError, match="text, true and false"):
        call_command("bench_summaries", "--claims", str(tmp_path / "claims.jsonl"))
