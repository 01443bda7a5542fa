"""Whether the tests that reach a mutation's line fail with it."""

import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tools.benchmarks.mutations.draw_mutations import Mutation, mutated

# What pytest's exit code means (pytest.ExitCode): a test failed; no test could be collected.
CAUGHT = {1: "caught", 2: "caught while tests were collected", 4: "caught while pytest started"}
AT_ONCE = 200


def copy_of(tree: Path, folder: Path) -> Path:
    """A copy of the checkout without files of earlier runs; made once."""
    if not folder.exists():
        ignored = shutil.ignore_patterns("var", ".git", ".venv", "__pycache__", ".hypothesis", ".*_cache")
        shutil.copytree(tree, folder, ignore=ignored)
    return folder


def judge(tree: Path, mutation: Mutation, tests: Sequence[str], seconds: float) -> tuple[str, float]:
    """Run the tests, in their order, on a copy of the product that has this one mutation, until one fails."""
    path = tree / mutation.file
    text = path.read_text(encoding="utf-8")
    path.write_text(mutated(text, mutation), encoding="utf-8")
    started = time.monotonic()
    try:
        return _outcome(tree, tests, started + seconds), time.monotonic() - started
    finally:
        path.write_text(text, encoding="utf-8")


def _outcome(tree: Path, tests: Sequence[str], until: float) -> str:
    # In portions that a command line takes.
    for first in range(0, len(tests), AT_ONCE):
        outcome = run_tests(tree, tests[first : first + AT_ONCE], until - time.monotonic())
        if outcome != "survived":
            return outcome
    return "survived"


def run_tests(tree: Path, tests: Sequence[str], seconds: float) -> str:
    options = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--reuse-db", "--hypothesis-seed=0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=tree,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with suppress(subprocess.TimeoutExpired):
        code = process.wait(max(seconds, 1.0))
        return CAUGHT.get(code, "survived" if code == 0 else f"pytest ended with {code}")
    process.kill()
    process.wait()
    return "caught: too slow"
