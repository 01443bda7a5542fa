"""Which tests reach the line of each mutation: the suite runs once, with a probe before every such line."""

import ast
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from tools.benchmarks.mutations.draw_mutations import Mutation

MODULE = "mutation_probe"
# Appended by every process of the suite, so that one write is one line; each probe writes once for each test.
PROBE = """
import os
seen = set()
def hit(number):
    if number not in seen:
        seen.add(number)
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
        with open({hits!r}, "a", encoding="utf-8") as file:
            file.write(f"{{number}} {{test}}\\n")
"""
# What a test takes, its fixtures included.
CONFTEST = """

import collections, json, pathlib, mutation_probe
_taken = collections.Counter()
# An earlier pass that was interrupted is gone on with.
_done = set(json.loads(line)[0] for line in pathlib.Path({times!r}).read_text(encoding="utf-8").splitlines())
def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if item.nodeid not in _done]
def pytest_runtest_logstart():
    mutation_probe.seen.clear()
def pytest_runtest_logreport(report):
    _taken[report.nodeid] += report.duration
    if report.when == "teardown" and "PYTEST_XDIST_WORKER" not in os.environ:
        with open({times!r}, "a", encoding="utf-8") as file:
            file.write(json.dumps([report.nodeid, round(_taken.pop(report.nodeid), 3)]) + "\\n")
"""


def place_probes(tree: Path, mutations: Iterable[Mutation], hits: Path, times: Path) -> None:
    """Write them into a copy of the product. `hits` and `times` are written by the tests."""
    by_file: dict[str, list[tuple[int, Mutation]]] = defaultdict(list)
    for number, mutation in enumerate(mutations):
        by_file[mutation.file].append((number, mutation))
    for file, numbered in by_file.items():
        path = tree / file
        probed = with_probes(path.read_text(encoding="utf-8"), numbered, tree)
        path.write_text(probed, encoding="utf-8")
    hits.chmod(0o666)  # the database runs under an account of its own
    (tree / f"{MODULE}.py").write_text(PROBE.format(hits=str(hits)))
    with (tree / "conftest.py").open("a") as conftest:
        conftest.write(CONFTEST.format(times=str(times)))


def with_probes(text: str, numbered: Iterable[tuple[int, Mutation]], tree: Path) -> str:
    """Each finds its module where the file runs by itself, too: `python -I -S watchdog.py`."""
    module = ast.parse(text)
    for number, mutation in numbered:
        _put_before(module, mutation.line, number)
    first = 1 + max((at for at, each in enumerate(module.body) if _is_future(each)), default=0)
    module.body[first:first] = ast.parse(f"__import__('sys').path.append({str(tree)!r})").body
    return ast.unparse(ast.fix_missing_locations(module))


def _put_before(module: ast.Module, line: int, number: int) -> None:
    """Before the innermost statement that holds the line."""
    bodies = [
        body
        for node in ast.walk(module)
        for name in ("body", "orelse", "finalbody")
        if isinstance(body := getattr(node, name, None), list)
    ]
    holding = [
        (body, each)
        for body in bodies
        for each in body
        if _first_line(each) <= line <= (each.end_lineno or 0)
    ]
    body, statement = max(holding, key=lambda found: _first_line(found[1]))
    probe = ast.parse(f"__import__({MODULE!r}).hit({number})").body[0]
    at = body.index(statement)
    body.insert(at + _is_future(statement), probe)


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def read_reached(hits: Path, times: Path) -> dict[int, list[str]]:
    """For each mutation the tests that reach it, the fastest first. "" stands for a process outside of any test."""
    seconds_of = dict(json.loads(line) for line in times.read_text().splitlines())
    reached: dict[int, set[str]] = defaultdict(set)
    for line in hits.read_text(encoding="utf-8").splitlines():
        number, _, test = line.partition(" ")
        reached[int(number)].add(test)
    return {
        number: sorted(tests, key=lambda test: (seconds_of.get(test, 0.0), test))
        for number, tests in reached.items()
    }
