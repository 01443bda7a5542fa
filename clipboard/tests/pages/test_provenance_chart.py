"""The graph of a chain: where its nodes stand, and that it is a picture that everybody can read."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from clipboard.analysis.provenance_chart import DESCRIBED, NodePosition, describe, draw, lay_out, shorten
from clipboard.queries.trace_provenance import ProvenanceEdge, ProvenanceGraph, ProvenanceNode

MORNING = datetime(2026, 1, 30, 8, 0, tzinfo=UTC)
SVG = "{http://www.w3.org/2000/svg}"


def node(number: int, kind: str = "entry", title: str = "", app: str = "") -> ProvenanceNode:
    when = MORNING + timedelta(minutes=number)
    return ProvenanceNode(kind, str(number), "ab" * 32, title or f"Text {number}", when, app, 1000 + number)


def edge(source: int, target: int, relation: str = "part", overlap: float | None = 1.0) -> ProvenanceEdge:
    return ProvenanceEdge(str(source), str(target), relation, overlap)


def chain(
    nodes: list[ProvenanceNode], edges: list[ProvenanceEdge], *, is_cut: bool = False
) -> ProvenanceGraph:
    return ProvenanceGraph(nodes[0].id if nodes else "", tuple(nodes), tuple(edges), is_cut)


def numbers(many: int) -> list[ProvenanceNode]:
    return [node(number) for number in range(many)]


def places(found: ProvenanceGraph) -> dict[str, tuple[int, int]]:
    return {name: (place.row, place.lane) for name, place in lay_out(found).places.items()}


def test_the_last_copy_of_a_text_stays_in_its_lane() -> None:
    found = chain(numbers(5), [edge(0, 1), edge(0, 2), edge(1, 3), edge(0, 4)])
    assert places(found) == {"0": (0, 0), "1": (1, 1), "3": (2, 1), "2": (3, 1), "4": (4, 0)}


def test_two_origins_stand_below_one_another() -> None:
    found = chain(numbers(3), [edge(1, 2)])
    assert places(found) == {"0": (0, 0), "1": (1, 0), "2": (2, 0)}


def test_a_second_origin_of_a_copy_crosses_and_a_circle_is_opened() -> None:
    layout = lay_out(chain(numbers(3), [edge(0, 2), edge(1, 2), edge(2, 0), edge(2, 9), edge(1, 1)]))
    assert [(each.source, each.target) for each in layout.tree] == [("0", "2")]
    assert [(each.source, each.target) for each in layout.cross] == [("1", "2"), ("2", "0")]
    assert set(layout.places) == {"0", "1", "2"}


@st.composite
def chains(draw_: st.DrawFn) -> ProvenanceGraph:
    """Any graph: most have several origins for one copy, many go in circles."""
    many = draw_(st.integers(1, 14))
    ends = st.integers(0, many - 1)
    pairs = draw_(st.lists(st.tuples(ends, ends), max_size=2 * many))
    return chain(numbers(many), [edge(*pair) for pair in pairs])


@given(chains())
def test_every_node_has_a_row_of_its_own_and_no_line_runs_through_another(found: ProvenanceGraph) -> None:
    layout = lay_out(found)
    assert set(layout.places) == {node.id for node in found.nodes}
    assert sorted(place.row for place in layout.places.values()) == list(range(len(found.nodes)))
    for each in layout.tree:
        source, target = layout.places[each.source], layout.places[each.target]
        assert source.row < target.row
        assert target.lane - source.lane in (0, 1)
        # The line runs in the lane of what was copied, beside the rows between.
        between = [place for place in layout.places.values() if source.row < place.row < target.row]
        assert all(place.lane > source.lane for place in between)
    edges = [(each.source, each.target) for each in (*layout.tree, *layout.cross)]
    assert sorted(edges) == sorted((e.source, e.target) for e in found.edges if e.source != e.target)


def test_a_long_chain_is_as_long_as_it_is_and_no_wider() -> None:
    # Longer than Python's own stack.
    many = 3_000
    found = chain(numbers(many), [edge(number, number + 1) for number in range(many - 1)])
    layout = lay_out(found)
    assert layout.lanes == 1
    assert layout.places[str(many - 1)] == NodePosition(many - 1, 0)
    short_chain = chain(numbers(2), [edge(0, 1)])
    assert ElementTree.fromstring(draw(found)).get("width") == ElementTree.fromstring(draw(short_chain)).get(
        "width"
    )


def family() -> ProvenanceGraph:
    return chain(
        [
            node(0, title="The whole text", app="firefox"),
            node(1, title="A part"),
            node(2, "stone", title="task by koda"),
        ],
        [edge(0, 1), edge(1, 2, "made", None)],
    )


def test_it_says_everything_in_words() -> None:
    svg = ElementTree.fromstring(draw(family(), current="1"))
    assert svg.get("role") == "img"
    named, described = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
    assert named is not None
    assert described is not None
    assert (svg.get("aria-labelledby"), svg.get("aria-describedby")) == (named.get("id"), described.get("id"))
    assert named.text == "Where it came from: 2 copies and 1 stone"
    assert described.text == (
        "Copy “The whole text”. Copy “A part”: a part of “The whole text”. Stone “task by koda”: made of “A part”."
    )
    assert [text.text for text in svg.iter(f"{SVG}text")] == [
        "The whole text",
        "firefox · 30 Jan 2026 08:00 · 1,000 tokens",
        "A part",
        "a part · 30 Jan 2026 08:01 · 1,001 tokens",
        "task by koda",
        "made of it · 30 Jan 2026 08:02 · 1,002 tokens",
    ]


def test_a_share_is_told_where_a_text_was_changed() -> None:
    found = chain(numbers(2), [edge(0, 1, "reworked", 0.834)])
    assert "reworked, 83% · 30 Jan 2026 08:01" in draw(found)
    assert "%" not in draw(chain(numbers(2), [edge(0, 1, "contains", 1.0)]))


def test_nodes_lead_to_their_pages_and_a_picture_holds_no_links() -> None:
    # A picture hides from a screen reader what is in it: links in one would be reached and not be heard.
    linked = ElementTree.fromstring(
        draw(family(), current="1", link=lambda each: f"/{each.kind}/{each.id}?a&b")
    )
    assert linked.get("role") == "group"
    links = list(linked.iter(f"{SVG}a"))
    assert [each.get("href") for each in links] == ["/entry/0?a&b", "/entry/1?a&b", "/stone/2?a&b"]
    assert [each.get("aria-current") for each in links] == [None, "page", None]
    assert [each.get("aria-label") for each in links] == ["The whole text", "A part", "task by koda"]
    assert not list(ElementTree.fromstring(draw(family())).iter(f"{SVG}a"))


def test_copies_and_stones_differ_in_shape_and_not_in_colour_alone() -> None:
    svg = ElementTree.fromstring(draw(family()))
    marks = [each for each in svg.iter() if each.get("class") == "chain-mark"]
    assert [each.tag.removeprefix(SVG) for each in marks] == ["circle", "circle", "path"]


def test_nothing_in_it_runs_or_styles() -> None:
    evil = '"><script>alert(1)</script><style>*{}</style>&amp;\x00\x0b\ud800\u202e'
    found = chain([node(0, title=evil, app=evil), node(1, title=evil)], [edge(0, 1, evil)])
    drawn = draw(found, current=evil, link=lambda each: f"/{evil.strip(chr(0))[:20]}")
    svg = ElementTree.fromstring(drawn)
    assert {each.tag.removeprefix(SVG) for each in svg.iter()} == {
        *("svg", "title", "desc", "path", "a", "g", "rect", "circle", "text"),
    }
    assert not any(each.get("style") or name.startswith("on") for each in svg.iter() for name in each.attrib)


def test_titles_are_cut_where_their_columns_end() -> None:
    assert shorten("a  b\n c\t") == "a b c"
    assert shorten("x" * 50) == "x" * 50
    assert shorten("x" * 51) == "x" * 49 + "…"
    assert shorten("文" * 26) == "文" * 24 + "…"  # two columns each
    assert shorten("over\u202eturned\x07") == "overturned"
    assert shorten("", 5) == ""


def test_a_long_description_ends() -> None:
    found = chain(numbers(DESCRIBED + 3), [])
    assert describe(found).endswith("Copy “Text 19”. And 3 more.")
    assert "3 copies" in draw(chain(numbers(3), []))
    assert "1 copy, and more" in draw(replace(chain(numbers(1), []), is_cut=True))
    assert "Where it came from: nothing" in draw(chain([], []))
