"""The report as text and as JSON."""

import json

from quickstart.coverage.coverage_model import CoverageStatus, NodeReport
from quickstart.coverage.node_percentages import mean, status_of
from quickstart.coverage.render_report import CoverageFigures, as_json, as_text, tree_text
from quickstart.tests.coverage.coverage_samples import MONDAY, TUESDAY, cover, entry, skill

# As in the specification, its dots (nodes that it does not name) left out.
SPECIFICATION = """\
Compilation [85%]
├── General [100%] ✓
├── Targets [90%]
│   ├── bash [100%] ✓
│   ├── go [100%] ✓
│   └── rust [50%] !
├── Recursion Patterns [80%]
└── Data [70%]

Mindmap [95%]
├── Linking [100%] ✓
├── Organization [100%] ✓
└── Cross-References [85%]"""


def node(label: str, percent: float, *children: NodeReport) -> NodeReport:
    return NodeReport((label,), label, percent, status_of(percent), children=children)


def test_the_layout_of_the_specification() -> None:
    targets = node("Targets", 90, node("bash", 100), node("go", 100), node("rust", 50))
    compilation = [node("General", 100), targets, node("Recursion Patterns", 80), node("Data", 70)]
    mindmap = [node("Linking", 100), node("Organization", 100), node("Cross-References", 85)]
    roots = [
        node(label, mean([child.percent for child in children]), *children)
        for label, children in (("Compilation", compilation), ("Mindmap", mindmap))
    ]
    assert tree_text(roots) == SPECIFICATION


def test_the_whole_text() -> None:
    nodes = [("A",), ("A", "b"), ("A", "b", "c"), ("A", "d"), ("E",)]
    report = cover([entry("E"), entry("Nowhere", name="lost", level=1)], [skill("A", "d")], nodes)
    trend = [CoverageFigures(MONDAY, 41.7, 5, 1, 2, 3, 4)]
    assert as_text(report, trend) == (
        "Capability Tree Coverage\n"
        "========================\n\n"
        "A [25%] !\n"
        "├── b [0%] !\n"
        "│   └── c [0%] !\n"
        "└── d [50%] !\n\n"
        "E [100%] ✓\n\n"
        "Legend: ✓ = fully covered, ! = needs attention\n\n"
        "Gaps (4)\n"
        "--------\n\n"
        "- high: A › b: Add Q&A or skill for b\n"
        "- high: A › b › c: Add Q&A or skill for c\n"
        "- medium: A: Add Q&A entry (skill exists: 1)\n"
        "- medium: A › d: Add Q&A entry (skill exists: 1)\n\n"
        "Orphans: at no place of the tree (1)\n"
        "------------------------------------\n\n"
        "- entry lost: Nowhere\n\n"
        "Places without a skill (2)\n"
        "--------------------------\n\n"
        "- A › b › c\n"
        "- E\n\n"
        "Balance over levels\n"
        "-------------------\n\n"
        "- level 0 Identity: 0 (1–3; 1 too few)\n"
        "- level 1 Capabilities: 1 (5–10; 4 too few)\n"
        "- level 2 General Task: 0 (10–20; 10 too few)\n"
        "- level 3 Specific Task: 1 (50–100; 49 too few)\n"
        "- level 4 Details: 0 (any number; on target)\n\n"
        "Trend\n"
        "-----\n\n"
        "- 2026-03-02: 42%, 1 of 5 places covered, gaps: 2, entries: 3, skills: 4\n"
    )


def test_nearly_placed_and_stale_entries_are_listed() -> None:
    entries = [entry("d", skills=("skill_x.md",), reviewed=MONDAY)]
    text = as_text(cover(entries, [skill("A", "d", changed=TUESDAY)], [("A",), ("A", "d")]))
    assert "- entry qa: d → A › d\n" in text
    assert "- qa: reviewed 2026-03-02, skill_x changed 2026-03-03\n" in text
    assert "- low: A › d: Review Q&A again: its skill has changed since (1 entry)\n" in text


def test_a_long_list_says_how_much_it_leaves_out() -> None:
    text = as_text(cover(nodes=[(f"Node {number}",) for number in range(250)]))
    assert "Gaps (250)" in text
    assert "- … and 50 more\n" in text


def test_a_deep_tree_is_drawn_without_recursion() -> None:
    deepest = node("x", 0)
    for _ in range(3000):
        deepest = node("x", 0, deepest)
    assert len(tree_text([deepest]).splitlines()) == 3001


def test_json_holds_everything() -> None:
    report = cover([entry("E", level=1), entry("Nowhere")], [skill("A")], [("A",), ("A", "b"), ("E",)])
    rendered = as_json(report, [CoverageFigures(MONDAY, 50, 3, 1, 2, 1, 0)])
    assert json.loads(json.dumps(rendered)) == rendered
    assert rendered["percent"] == 50.0
    tree = rendered["tree"]
    assert isinstance(tree, list)
    assert isinstance(tree[0], dict)
    assert (tree[0]["label"], tree[0]["status"]) == ("A", str(CoverageStatus.NEEDS_ATTENTION))
    assert rendered["gaps"] == [
        {"path": ["A", "b"], "severity": "high", "suggestion": "Add Q&A or skill for b"},
        {"path": ["A"], "severity": "medium", "suggestion": "Add Q&A entry (skill exists: 1)"},
    ]
    assert rendered["orphans"] == [{"kind": "entry", "id": "qa", "path": ["Nowhere"], "node": []}]
    assert rendered["nodes_without_skill"] == [["A", "b"], ["E"]]
    assert isinstance(rendered["trend"], list)
    assert len(rendered["trend"]) == 1
