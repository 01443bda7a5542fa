"""bench_levels: its sums, its peers, and its errors for wrong arguments."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from stones.tests.levels.chat_doubles import count_tokens, embed
from tools.benchmarks.measure_levels import (
    measure_folder,
    measure_references,
    ratio_to_best_peer,
    read_cases,
    specifics,
)
from tools.benchmarks.peer_methods import SimpleMethods

LONG = "# Uploads\n\n" + "\n\n".join(
    f"Worker {n} was moved to `src/part_{n}.py` and {n * 7} of its tests pass." for n in range(60)
)
CASE = {
    "id": "a",
    "corpus": "handoffs",
    "text": LONG,
    "lod0_refs": ["Worker 3 was moved.", "Nothing like it at all."],
    "lod1_refs": ["Worker 3 was moved to src/part_3.py and its tests pass."],
}


def test_costs_and_savings_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "long.md").write_text(LONG)
    (tmp_path / "short.txt").write_text("Ship it.")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    measured = measure_folder(tmp_path, embed=embed, count_tokens=count_tokens)
    long, short = measured["documents"]
    assert (long["name"], short["name"]) == ("long.md", "short.txt")
    assert len(long["levels"]) == 3
    assert short["levels"] == []
    read = long["header"] + sum(long["levels"][:2])
    assert long["saved"][1] == round(1 - read / long["whole"], 4)
    assert short["saved"][0] < 0
    assert measured["overall"]["documents"] == 2
    assert measured["most_lod0_tokens"] == long["levels"][0] <= 40


def test_a_folder_without_documents(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no document"):
        measure_folder(tmp_path, embed=embed, count_tokens=count_tokens)


def test_scores_stand_beside_simple_methods() -> None:
    measured = measure_references(
        [CASE, {**CASE, "id": "b", "corpus": "other", "lod0_refs": []}],
        embed=embed,
        count_tokens=count_tokens,
    )
    assert list(measured) == ["handoffs", "other"]
    assert list(measured["handoffs"]) == ["qastone", "lead", "centroid_position", "section_openings"]
    ours = measured["handoffs"]["qastone"]
    assert 0 < ours["lod0"]["rouge2"] <= ours["lod0"]["rouge1"] <= 1
    assert (ours["limits_broken"], ours["unsupported"], ours["documents"]) == (0, 0, 1)
    assert "lod0" not in measured["other"]["qastone"]


def test_whether_the_best_peer_is_beaten() -> None:
    def scored(figure: float) -> dict[str, Any]:
        return {"lod1": {"rouge1": figure, "rouge2": 0.1, "rougeL": figure / 2}}

    corpora = {"kep": {"qastone": scored(0.4), "lead": scored(0.2), "section_openings": scored(0.3)}}
    beside = ratio_to_best_peer(corpora)["kep"]
    assert list(beside) == ["lod1"]
    assert beside["lod1"]["rouge1"] == {"best_peer": "section_openings", "above": 0.1, "beaten": True}
    assert beside["lod1"]["rouge2"]["beaten"] is False


def test_section_openings_are_one_sentence_each() -> None:
    text = (
        "# Up\n\nThe first part was moved today. It is gone.\n\n## Down\n\nThe second part was kept here.\n"
    )
    levels = SimpleMethods(embed, count_tokens).section_openings({"text": text})
    assert levels.lod0 == "The first part was moved today."
    assert levels.lod1 == "The first part was moved today. The second part was kept here."


def test_what_counts_as_specific() -> None:
    assert specifics("Run pytest on src/a.py with PostgreSQL 18, API v1.2 and max_lod.") == {
        "src/a.py", "postgresql", "18", "api", "v1.2", "max_lod"
    }  # fmt: skip


def _run(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command("bench_levels", *arguments, "--json", stdout=out)
    lines = out.getvalue().strip().split("\n")
    assert len(lines) == 1
    result: dict[str, Any] = json.loads(lines[0])
    return result


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASE) + "\n\n")
    return path


def test_the_command_prints_one_line(tmp_path: Path, cases: Path) -> None:
    (tmp_path / "long.md").write_text(LONG)
    assert _run(str(tmp_path))["bench"] == "levels"
    assert _run("--references", str(cases))["corpora"]["handoffs"]["qastone"]["documents"] == 1


def test_the_command_prints_a_table(cases: Path) -> None:
    out = StringIO()
    call_command("bench_levels", "--references", str(cases), stdout=out)
    assert [line.split()[:2] for line in out.getvalue().strip().split("\n")] == [
        ["corpus", "method"], ["handoffs", "qastone"], ["handoffs", "lead"], ["handoffs", "centroid_position"],
        ["handoffs", "section_openings"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "arguments", [[], ["a", "--references", "b"], ["/nowhere"], ["--references", "/nowhere"]]
)
def test_wrong_arguments(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("bench_levels", *arguments)


def test_a_line_that_lacks_something(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "a", "corpus": "x", "text": "t"}\n{"id": "b"}\n')
    with pytest.raises(ValueError, match=r"line 2 of 'cases\.jsonl'"):
        read_cases(path)
