"""Capability trees: every way in which they are written, every fault, and a lossless round trip."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quickstart.parsing.parsed_content import TreeNode
from quickstart.parsing.tree_file import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_LINES,
    MAX_NODES,
    read_tree,
    walk,
    write_tree,
)
from quickstart.parsing.tree_labels import (
    MAX_LABEL_CHARACTERS,
    MAX_LINE_CHARACTERS,
    Label,
    Remark,
    read_label,
)
from quickstart.tests.parsing.corpus_files import CORPUS, expected_lines, shared


def documents(kind: str) -> list[Path]:
    files = sorted((CORPUS / "trees" / kind).iterdir())
    return [path for path in files if path.suffix in (".md", ".txt", ".json")]


def is_plain(text: str) -> bool:
    """Whether a text is a label and nothing more, so that it survives a round trip."""
    return bool(text) and text[0] not in "[{" and read_label(text) == Label(text)


words = st.text(st.characters(categories=["L", "N", "P", "Zs"]), min_size=1, max_size=12).map(
    lambda text: " ".join(text.split())
)
labels = words.filter(is_plain)
notes = st.just("") | labels.filter(
    lambda text: not set("()") & set(text) and not text.lower().startswith("see")
)
parts = st.lists(labels.filter(lambda text: not set(",;()") & set(text)), max_size=3, unique=True).map(tuple)


def siblings(nodes: st.SearchStrategy[TreeNode]) -> st.SearchStrategy[tuple[TreeNode, ...]]:
    return st.lists(nodes, max_size=3, unique_by=lambda node: node.label.casefold()).map(tuple)


def nodes(children: st.SearchStrategy[tuple[TreeNode, ...]]) -> st.SearchStrategy[TreeNode]:
    return st.builds(
        TreeNode,
        label=labels,
        note=notes,
        general=st.just("") | labels,
        examples=parts,
        prerequisites=parts,
        see=parts,
        children=children,
    )


trees = siblings(st.recursive(nodes(st.just(())), lambda inner: nodes(siblings(inner)), max_leaves=6))


@pytest.mark.parametrize("path", documents("valid"), ids=lambda path: path.stem)
def test_a_valid_file_reads(path: Path) -> None:
    read = read_tree(path.name, path.read_text())
    assert read.faults == ()
    assert write_tree(read.roots) == path.with_suffix(".expected").read_text()
    assert [str(warning) for warning in read.warnings] == expected_lines(path.with_suffix(".warnings"))


@pytest.mark.parametrize("path", documents("invalid"), ids=lambda path: path.stem)
def test_every_fault_of_an_invalid_file_is_reported(path: Path) -> None:
    faults = read_tree(path.name, path.read_text()).faults
    assert [str(fault) for fault in faults] == expected_lines(path.with_suffix(".faults"))


@given(trees)
def test_what_was_written_reads_back(roots: tuple[TreeNode, ...]) -> None:
    read = read_tree("tree.txt", write_tree(roots))
    assert read.roots == roots
    assert {str(fault) for fault in read.faults} <= ({"tree.txt: holds no tree"} if not roots else set())


@given(st.text(st.sampled_from('ab (:,→\n\t│├└─|`-{}[]"#'), max_size=80))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    read = read_tree("f", text)
    assert read.roots or read.faults


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("bash (stream, pipes)", Label("bash", "stream, pipes")),
        ("J = D / (1 + H)", Label("J = D /", "1 + H")),
        ("compile(Source)", Label("compile(Source)")),
        ("Cascade (coarse → fine)", Label("Cascade", "coarse → fine")),
        ("Models (see below)", Label("Models", "see below")),
        ("Objective → (see Search)", Label("Objective", see=("Search",))),
        ("Objective -> see Search, Data", Label("Objective", see=("Search", "Data"))),
        ("A → B", Label("A → B")),
        ("rye - dark (and strong)", Label("rye", "dark (and strong)")),
        ("src # the sources", Label("src", "the sources")),
        ("C# and re-use", Label("C# and re-use")),
        ("a (b - c)", Label("a", "b - c")),
        ("**Bold** and `code`", Label("Bold and code")),
        ("2. Second", Label("Second")),
        ("(other tools)", Label("")),
        ("…", Label("")),
        ("and so on", Label("")),
        ("General: j(x) = 1", Remark("general", "j(x) = 1")),
        ("Example: one", Remark("examples", "one")),
        ("Requires: a, b", Remark("prerequisites", "a, b")),
        ("General purpose", Label("General purpose")),
    ],
)
def test_a_label_is_separated_from_its_remarks(written: str, label: Label | Remark) -> None:
    assert read_label(written) == label


def test_a_node_knows_its_line() -> None:
    (root,) = read_tree("f", "\n```\n├── A\n│   └── B\n```\n").roots
    assert (root.line, root.children[0].line) == (3, 4)


def test_other_line_ends_and_a_byte_order_mark_are_read() -> None:
    assert read_tree("f", "\ufeffA\r\n  B\r\n").roots == read_tree("f", "A\n  B\n").roots


def test_exceeded_limits_are_reported() -> None:
    long = "x" * (MAX_LABEL_CHARACTERS + 1)
    deep = "".join(f"{' ' * level}n{level}\n" for level in range(MAX_DEPTH + 1))
    many = "".join(f"n{number}\n" for number in range(MAX_NODES + 1))
    texts = [
        long,
        "- " * MAX_LINE_CHARACTERS + "x",
        deep,
        many,
        "x" * (MAX_CHARACTERS + 1),
        "a\x07b",
        "a\n" * (MAX_LINES + 1),
    ]
    assert [str(read_tree("f", text).faults[0]) for text in texts] == [
        "f, line 1: its label is 201 characters long; 200 are allowed",
        "f, line 1: its label is 4,001 characters long; 200 are allowed",
        "f, line 21: lies deeper than 20 levels",
        "f, line 20001: is the first place beyond the 20,000 that are allowed",
        "f: is 1,000,001 characters long; 1,000,000 are allowed",
        "f, line 1: holds a control character or half of a surrogate pair",
        "f: has 50,001 lines; 50,000 are allowed",
    ]


def test_the_real_tree_reads_whole() -> None:
    """Counted by eye: 172 branches, of which 8 say `General:`, 5 `Examples:`, 1 `Prerequisites:`, 2 are "(others)"."""
    read = read_tree("tree.md", shared("unifyweaver/capability_tree_source.md").read_text())
    found = dict(walk(read.roots))
    assert (read.faults, read.warnings) == ((), ())
    assert [root.label for root in read.roots] == [
        "Compilation",
        "Semantic Search",
        "Mindmap",
        "GUI",
        "Security",
    ]
    assert len(found) == 172 - 16
    assert Counter(len(path) for path in found) == {1: 5, 2: 20, 3: 76, 4: 54, 5: 1}
    assert sum(bool(node.general) for node in found.values()) == 8
    assert sum(bool(node.examples) for node in found.values()) == 5
    assert found["Mindmap", "Organization", "Hierarchy objective"].see == ("Semantic Search",)
    assert found["Mindmap", "Linking"].prerequisites == ("federated model", "embeddings")
    assert read_tree("again", write_tree(read.roots)).roots == read.roots
