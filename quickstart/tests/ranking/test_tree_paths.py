"""Labels that say the same, and questions that speak of a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.bm25_words import split_words
from quickstart.tree_paths import key_of, normalize_label, path_similarity

SAME = [
    ("Data Binding", "data-binding"),
    ("Data Binding", "data_bindings"),
    ("Browser Python (Pyodide)", "browser python"),
    ("Databases", "Database"),
    ("Libraries", "library"),
    ("Indexes", "index"),
    ("Classes", "class"),
    ("CSV/TSV", "csv, tsv"),
    ("Q & A", "q and a"),
    ("\N{FULLWIDTH LATIN CAPITAL LETTER G}o", "go"),
]
DIFFERENT = [
    ("C", "C#"),
    ("C", "C++"),
    ("bash", "Bash recursion"),
    ("process", "proces"),
    ("(others)", "(more)"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_labels_that_say_the_same(one: str, other: str) -> None:
    assert normalize_label(one) == normalize_label(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_labels_that_do_not(one: str, other: str) -> None:
    assert normalize_label(one) != normalize_label(other)


def test_a_key_keeps_the_labels_apart() -> None:
    assert key_of(["a b", "c"]) != key_of(["a", "b c"])
    assert key_of(["a › b"]) != key_of(["a", "b"])
    assert key_of([]) == ""


@given(st.text(min_size=1).filter(str.strip))
def test_a_label_is_never_lost(label: str) -> None:
    assert normalize_label(label)
    assert " › " not in normalize_label(label)


PATH = ["Compilation", "Targets", "bash"]


def test_the_last_label_tells_more_than_the_first() -> None:
    assert (
        path_similarity(split_words("to bash"), PATH)
        > path_similarity(split_words("about compilation"), PATH)
        > 0
    )


def test_all_labels_are_everything_and_none_nothing() -> None:
    assert path_similarity(split_words("compilation targets: bash"), PATH) == 1.0
    assert path_similarity(split_words("sourdough"), PATH) == path_similarity(split_words("bash"), []) == 0.0
