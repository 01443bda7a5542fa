"""Which tests wait for the long run."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from qastone_site.tests.daily_tests import CASES, pytest_collection_modifyitems


def item(name: str, *marks: str, uses_database: bool = True) -> Any:
    return SimpleNamespace(
        nodeid=f"app/tests/test_a.py::{name}",
        fixturenames=["db"] if uses_database else [],
        get_closest_marker=lambda mark: mark if mark in marks else None,
    )


def daily(items: list[Any], monkeypatch: pytest.MonkeyPatch, *args: str) -> list[str]:
    monkeypatch.delenv("TEST_ALL", raising=False)
    left: list[Any] = []
    hook = SimpleNamespace(pytest_deselected=lambda items: left.extend(items))
    found = list(items)
    pytest_collection_modifyitems(cast(pytest.Config, SimpleNamespace(args=args, hook=hook)), found)
    assert sorted(each.nodeid for each in [*found, *left]) == sorted(each.nodeid for each in items)
    return [each.nodeid.partition("::")[2] for each in found]


def table(*marks: str, uses_database: bool = True) -> list[Any]:
    return [item(f"test_a[{case}]", *marks, uses_database=uses_database) for case in "abcdefghij"]


def test_what_is_long_waits_and_servers_are_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert daily([item("test_a"), item("test_b", "long"), item("test_c", "slow")], monkeypatch) == [
        "test_c",
        "test_a",
    ]


def test_of_a_long_table_the_same_few_rows_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = daily(table(), monkeypatch)
    assert tried == ["test_a[a]", "test_a[e]", "test_a[j]"]
    assert sorted(daily(table()[::-1], monkeypatch)) == tried
    assert len(daily(table()[:CASES], monkeypatch)) == CASES
    assert len(daily(table()[: CASES + 1], monkeypatch)) == CASES


def test_rules_and_cheap_rows_are_tried_all(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(daily(table("every_case"), monkeypatch)) == 10
    assert len(daily(table(uses_database=False), monkeypatch)) == 10


def test_what_is_named_by_its_id_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(daily([*table(), item("test_b", "long")], monkeypatch, "app/tests/test_a.py::test_b")) == 11
