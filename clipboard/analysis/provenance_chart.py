"""A chain as an SVG graph: time runs downwards, the newest copy of a thing stays in its lane, others branch off.

Pure: the same chain is always the same text. Colours come from the page's stylesheet by class; the attributes beside
them are for whoever gets the file alone. Nothing in it is a style or a script, so a strict policy has nothing to stop.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Protocol

LANE = 26
"""Pixels between two lanes; below, those of a row and of the words in it."""
ROW = 56
WORDS = 430
MARGIN = 18
TITLE_WIDTH = 50
"""Columns of a title: a character of East Asian width takes two."""
CURRENT_WIDTH = 42
"""Of the one that is looked at, which is bold."""
DESCRIBED = 20
RELATIONS: Mapping[str, str] = {
    "repeats": "the same text as",
    "part": "a part of",
    "contains": "contains all of",
    "reworked": "reworked from",
    "made": "made of",
}
_SHORT: Mapping[str, str] = {
    "repeats": "the same",
    "part": "a part",
    "contains": "all and more",
    "reworked": "reworked",
    "made": "made of it",
}
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class ChartNode(Protocol):
    """A copy ("entry"), or a stone that something was copied from or that was made of a copy."""

    @property
    def kind(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def when(self) -> datetime: ...
    @property
    def app(self) -> str: ...
    @property
    def tokens(self) -> int: ...


class ChartEdge(Protocol):
    """`target` was copied from, or made of, `source`."""

    @property
    def source(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def relation(self) -> str: ...
    @property
    def overlap(self) -> float | None: ...


class ChartGraph(Protocol):
    """`is_cut`: there are more nodes than these."""

    @property
    def nodes(self) -> Sequence[ChartNode]: ...
    @property
    def edges(self) -> Sequence[ChartEdge]: ...
    @property
    def is_cut(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class NodePosition:
    """Where a node stands: row from above, lane from the left."""

    row: int
    lane: int

    @property
    def x(self) -> int:
        return MARGIN + self.lane * LANE

    @property
    def y(self) -> int:
        return MARGIN + ROW // 2 + self.row * ROW


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of all nodes in the order of their rows; `tree` are the edges along the lanes, `cross` the others."""

    places: Mapping[str, NodePosition]
    tree: tuple[ChartEdge, ...]
    cross: tuple[ChartEdge, ...]

    @property
    def lanes(self) -> int:
        return max((place.lane for place in self.places.values()), default=0) + 1


def lay_out(chain: ChartGraph) -> Layout:
    """Every node once, each below what it was copied from; no two in one row, and no line through a node."""
    nodes_by_id = {node.id: node for node in chain.nodes}
    first: dict[str, ChartEdge] = {}
    cross: list[ChartEdge] = []
    for edge in chain.edges:
        if edge.source not in nodes_by_id or edge.target not in nodes_by_id or edge.source == edge.target:
            continue
        if edge.target in first or _is_ancestor(first, edge.source, edge.target):
            cross.append(edge)
        else:
            first[edge.target] = edge
    copies: dict[str, list[str]] = {}
    for node in sorted(chain.nodes, key=_age):
        if node.id in first:
            copies.setdefault(first[node.id].source, []).append(node.id)
    origins = [node.id for node in sorted(chain.nodes, key=_age) if node.id not in first]
    places = {name: NodePosition(row, lane) for row, (name, lane) in enumerate(_rows(origins, copies))}
    return Layout(places, tuple(first[name] for name in places if name in first), tuple(cross))


def _age(node: ChartNode) -> tuple[float, str]:
    return node.when.timestamp(), node.id


def _is_ancestor(first: Mapping[str, ChartEdge], name: str, ancestor: str) -> bool:
    """Whether `wanted` is what `name` was copied from, at whatever distance: an edge back would close a circle."""
    while name in first and name != ancestor:
        name = first[name].source
    return name == ancestor


def _rows(origins: Sequence[str], copies: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, int]]:
    """Depth first: earlier copies with all that came of them one lane further right, the last one straight below."""
    # A stack, as a chain may be longer than Python's own.
    waiting = [(name, 0) for name in reversed(origins)]
    while waiting:
        name, lane = waiting.pop()
        yield name, lane
        branches = copies.get(name, ())
        waiting += [(each, lane if at == 0 else lane + 1) for at, each in enumerate(reversed(branches))]


def draw(chain: ChartGraph, *, current: str = "", link: Callable[[ChartNode], str] | None = None) -> str:
    """The graph. `current` is the id of the node that is looked at; `link` gives the address of a node.

    With links it is a group of them, out of the tab order: whoever shows it lists the nodes beside it. Without, one
    picture.
    """
    layout = lay_out(chain)
    nodes = {node.id: node for node in chain.nodes}
    gutter = LANE if layout.cross else 0
    width = gutter + 2 * MARGIN + (layout.lanes - 1) * LANE + WORDS
    height = 2 * MARGIN + ROW * len(nodes)
    related = {edge.target: edge for edge in layout.tree}
    parts = [
        f'<svg class="chain-graph" xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{-gutter} 0 {width} {height}" role="{"group" if link else "img"}" '
        'aria-labelledby="chain-title" aria-describedby="chain-desc" font-family="sans-serif">',
        f'<title id="chain-title">{_text(_title(chain))}</title>',
        f'<desc id="chain-desc">{_text(describe(chain))}</desc>',
        *(_line(layout.places[edge.source], layout.places[edge.target]) for edge in layout.tree),
        *(_arc(layout.places[edge.source], layout.places[edge.target]) for edge in layout.cross),
        *(
            _node(nodes[name], place, related.get(name), name == current, link)
            for name, place in layout.places.items()
        ),
        "</svg>",
    ]
    return "\n".join(parts)


def describe(chain: ChartGraph) -> str:
    """The chain in sentences, oldest first, at most DESCRIBED of them."""
    nodes = {node.id: node for node in chain.nodes}
    layout = lay_out(chain)
    related = {edge.target: edge for edge in layout.tree}
    sentences = []
    for name in list(layout.places)[:DESCRIBED]:
        words = f"{nodes[name].kind.replace('entry', 'copy').capitalize()} “{shorten(nodes[name].title, 40)}”"
        if edge := related.get(name):
            relation = RELATIONS.get(edge.relation, "copied from")
            words += f": {relation} “{shorten(nodes[edge.source].title, 40)}”"
        sentences.append(f"{words}.")
    if more := len(nodes) - len(sentences):
        sentences.append(f"And {more} more.")
    return " ".join(sentences)


def _title(chain: ChartGraph) -> str:
    copies = sum(node.kind == "entry" for node in chain.nodes)
    stones = len(chain.nodes) - copies
    found = [_count(copies, "copy", "copies")] if copies else []
    if stones:
        found.append(_count(stones, "stone", "stones"))
    return f"Where it came from: {' and '.join(found) or 'nothing'}{', and more' if chain.is_cut else ''}"


def _count(many: int, one: str, several: str) -> str:
    return f"{many} {one if many == 1 else several}"


def _line(source: NodePosition, target: NodePosition) -> str:
    """Down the lane of what was copied; out of it at the copy's own row, where that stands in the next lane."""
    path = f"M{source.x} {source.y}V{target.y}"
    if source.lane != target.lane:
        path = f"M{source.x} {source.y}V{target.y - 14}Q{source.x} {target.y} {source.x + 14} {target.y}H{target.x}"
    return f'<path class="chain-line" d="{path}" fill="none" stroke="#69645b" stroke-width="2"/>'


def _arc(source: NodePosition, target: NodePosition) -> str:
    """Beside the lanes, for what was copied from a second thing as well."""
    path = f"M{source.x} {source.y}C{-LANE} {source.y} {-LANE} {target.y} {target.x} {target.y}"
    return (
        f'<path class="chain-line chain-cross" d="{path}" fill="none" stroke="#69645b" stroke-width="2" '
        'stroke-dasharray="4 4"/>'
    )


def _node(
    node: ChartNode,
    place: NodePosition,
    edge: ChartEdge | None,
    is_current: bool,
    link: Callable[[ChartNode], str] | None,
) -> str:
    x, y = place.x + 20, place.y
    facts = [_relation(edge) if edge else "", shorten(node.app, 24)]
    facts += [f"{node.when:%d %b %Y %H:%M}", f"{node.tokens:,} tokens"]
    name = shorten(node.title, CURRENT_WIDTH if is_current else TITLE_WIDTH)
    # A drawing of its own cuts off what no counting of characters foresees.
    words = (
        f'<svg x="{x}" y="{y - ROW // 2}" width="{WORDS}" height="{ROW}">'
        f'<text class="chain-name" y="{ROW // 2 - 3}" font-size="14" fill="#1c1a17">{_text(name)}</text>'
        f'<text class="chain-facts" y="{ROW // 2 + 15}" font-size="12" fill="#4f4b44">'
        f"{_text(shorten(' · '.join(filter(None, facts)), 62))}</text></svg>"
    )
    body = f"{_area(place)}{_mark(node, place)}{words}"
    classes = f"chain-node chain-{node.kind}{' chain-current' if is_current else ''}"
    label = f'<g class="{classes}">{body}</g>'
    if link is None:
        return label
    here, sentences = ' aria-current="page"' if is_current else "", _text(shorten(node.title) or node.kind)
    return f'<a href="{_text(link(node))}" tabindex="-1"{here} aria-label="{sentences}">{label}</a>'


def _relation(edge: ChartEdge) -> str:
    share = f", {edge.overlap:.0%}" if edge.relation == "reworked" and edge.overlap is not None else ""
    return f"{_SHORT.get(edge.relation, edge.relation)}{share}"


def _area(place: NodePosition) -> str:
    """What is pressed, and lit under the pointer."""
    return (
        f'<rect class="chain-area" x="{place.x + 12}" y="{place.y - ROW // 2 + 3}" width="{WORDS + 6}" '
        f'height="{ROW - 6}" rx="6" fill="#ffffff"/>'
    )


def _mark(node: ChartNode, place: NodePosition) -> str:
    """A disc for a copy, a square on its corner for a stone: told apart without colours."""
    x, y = place.x, place.y
    fill = 'fill="#ffffff" stroke="#1c1a17" stroke-width="2"'
    if node.kind == "stone":
        return f'<path class="chain-mark" d="M{x} {y - 9}L{x + 9} {y}L{x} {y + 9}L{x - 9} {y}Z" {fill}/>'
    return f'<circle class="chain-mark" cx="{x}" cy="{y}" r="7" {fill}/>'


def shorten(text: str, width: int = TITLE_WIDTH) -> str:
    """On one line, in at most so many columns, without characters that are none in XML or that turn others round."""
    visible = "".join(
        character
        for character in " ".join(text.split())
        if character not in _TURNING and unicodedata.category(character) not in ("Cc", "Cs", "Cn")
    )
    used_width = 0
    for at, character in enumerate(visible):
        used_width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if used_width > width:
            return f"{visible[: max(at - 1, 1)].rstrip()}…"
    return visible


def _text(text: str) -> str:
    return escape(text)
