"""Which node a path means."""

import pytest

from quickstart.coverage.node_locator import WHOLE_TREE, NodeLocator
from quickstart.tests.coverage.coverage_samples import TREE

BASH = ("Compilation", "Targets", "bash")


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (BASH, (BASH, True)),
        (("compilation", "TARGETS", "Bash"), (BASH, True)),
        (("bash",), (BASH, False)),
        (("Targets", "bash"), (BASH, False)),
        (("Quickstart", "bash"), (BASH, False)),
        (("Quickstart", "Targets", "bash"), (BASH, False)),
        (("Mindmap", "JSON"), (("Mindmap", "Index Formats", "JSON"), False)),
        (("Data", "JSON"), (("Compilation", "Data", "Input Sources", "JSON"), False)),
        (("root",), (WHOLE_TREE, True)),
        (("Quickstart", "Bash target"), (BASH, False)),
        (("Compilation", "Target: Bash (shell)"), (BASH, False)),
        (("Mindmap", "Mindmap Linking"), (("Mindmap", "Linking"), False)),
    ],
)
def test_a_path_finds_its_node(path: tuple[str, ...], found: tuple[tuple[str, ...], bool]) -> None:
    assert NodeLocator(TREE).find(path) == found


@pytest.mark.parametrize(
    "path",
    [
        (),
        ("JSON",),  # two nodes
        ("Quickstart", "JSON"),
        ("Mindmap", "bash"),  # under another root
        ("Compilation", "Targets", "cobol"),
        ("Targets", "bash", "flags"),  # below a leaf
        ("Mindmap", "Bash target"),  # under another root
        ("Quickstart", "Cobol target"),
        ("Quickstart", "Compilation of a bash target"),
    ],
)
def test_what_is_unclear_or_missing_finds_nothing(path: tuple[str, ...]) -> None:
    assert NodeLocator(TREE).find(path) == (None, False)


def test_a_node_named_root_is_a_node() -> None:
    assert NodeLocator([("root",), ("root", "bash")]).find(("root",)) == (("root",), True)


def test_the_nearest_node_above_a_missing_place() -> None:
    places = NodeLocator(TREE)
    assert places.nearest_above(("compilation", "Targets", "cobol", "flags")) == ("Compilation", "Targets")
    assert places.nearest_above(("Elsewhere", "cobol")) == ()


def test_of_two_nodes_with_equal_labels_the_first_is_used() -> None:
    assert NodeLocator([("Bash",), ("bash",)]).find(("BASH",)) == (("Bash",), True)
