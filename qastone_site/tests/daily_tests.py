"""What is run daily, and what by the long run alone (a plugin of pytest, as conftest.py says).

Tests marked `long` wait for `--all`. So do most rows of a long table by which a test tries the database: daily CASES
of them are tried, evenly spread, unless `every_case` says that each row is a rule of its own. What is named by its
id (`test_a.py::test_b`) is run whatever it is.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest

CASES = 3


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Tests that start whole servers first: behind the others, one of them would be waited for alone.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    if os.environ.get("TEST_ALL") or any("::" in each for each in config.args):
        return
    left = {id(item) for item in _of_the_long_run(items)}
    config.hook.pytest_deselected(items=[item for item in items if id(item) in left])
    items[:] = [item for item in items if id(item) not in left]


def _of_the_long_run(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    tables: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("long"):
            yield item
        elif _is_of_a_table(item):
            tables[item.nodeid.partition("[")[0]].append(item)
    for cases in tables.values():
        # By their names: the order of the tests is another one in each run.
        cases.sort(key=lambda item: item.nodeid)
        step = max(1, (len(cases) - 1) / (CASES - 1))
        tried = {round(each * step) for each in range(CASES)}
        yield from (item for at, item in enumerate(cases) if at not in tried)


def _is_of_a_table(item: pytest.Item) -> bool:
    names = getattr(item, "fixturenames", ())
    uses_database = item.get_closest_marker("django_db") is not None or "db" in names
    return uses_database and "[" in item.nodeid and not item.get_closest_marker("every_case")
