"""The shell around it: checks go on past a failing one, and a locked file has a hash for each package."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from .conftest import ROOT

SCRIPTS = [*(ROOT / "script").iterdir(), ROOT / ".ci" / "run"]


@pytest.mark.parametrize(
    "script", [path for path in SCRIPTS if path.suffix != ".py"], ids=lambda path: path.name
)
def test_the_script_is_sound_shell(script: Path) -> None:
    assert subprocess.run(["sh", "-n", str(script)]).returncode == 0
    assert script.suffix or script.stat().st_mode & 0o111


def test_every_failed_check_is_named_in_the_end() -> None:
    checks = (
        ". script/lib.sh; run first false; run second true; run third false; skip fourth 'no node'; report"
    )
    done = subprocess.run(["sh", "-euc", checks], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    report = r"Skipped:\n  fourth: no node\n\nFailed after \d+ s:\n  first\n  third\n\Z"
    assert re.search(report, done.stdout)


@pytest.mark.parametrize(
    ("last", "named"),
    [
        ("run third false", "  first\n  third\n"),
        ("exit 7", "  first\n  what ran in the background was cut short\n"),
    ],
)
def test_output_of_failed_background_checks_is_printed(last: str, named: str) -> None:
    checks = (
        f". script/lib.sh; beside() {{ run second echo said; skip fourth 'no node'; {last}; }}; "
        "in_background beside; run first false; report"
    )
    done = subprocess.run(["sh", "-euc", checks], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    printed = [line for line in done.stdout.splitlines() if line.startswith(("==", "said"))]
    assert printed[:4] == ["== first", "== second", "said", "== fourth"]
    assert done.stdout.endswith(f"s:\n{named}")


def test_success_says_how_long_it_took() -> None:
    checks = ". script/lib.sh; in_background run first sleep 1; run second true; report"
    done = subprocess.run(["sh", "-euc", checks], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert re.search(r"\nEverything passed, in [1-9]\d* s.\n\Z", done.stdout)


def test_compiled_files_are_written() -> None:
    asks = ". script/lib.sh; python -c 'import sys; print(sys.dont_write_bytecode)'"
    done = subprocess.run(
        ["sh", "-euc", asks],
        cwd=ROOT,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "False\n"


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_each_locked_package_has_its_hashes(name: str) -> None:
    entries = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())
    assert len(entries) > 80
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []
