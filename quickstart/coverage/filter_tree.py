"""The tree for a page: whole, or only the paths to its gaps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quickstart.coverage.coverage_model import NodeReport, Severity, walk


@dataclass(frozen=True, slots=True)
class CoverageLine:
    """A line of a nested list, in the order of output."""

    node: NodeReport
    depth: int
    closes: int
    """How many lists of children end after it."""


def nested_lines(roots: Sequence[NodeReport]) -> Iterator[CoverageLine]:
    """Every line with the number of lists that end after it: nesting without recursion, which is slow in a template."""
    walked = list(walk(roots))
    for at, (node, depth, _) in enumerate(walked):
        following = walked[at + 1][1] if at + 1 < len(walked) else 0
        yield CoverageLine(node, depth, max(depth - following, 0))


def only_gaps(roots: Sequence[NodeReport], severity: Severity | None = None) -> tuple[NodeReport, ...]:
    """The nodes with a gap (of this severity) and those above them. Percentages stay those of the whole tree."""
    done: dict[int, list[NodeReport]] = {-1: []}
    # Children before their parents: each depth collects lines until their parent comes.
    for node, depth, _ in reversed(list(walk(roots))):
        children = tuple(reversed(done.pop(depth + 1, [])))
        is_selected = node.gap is not None and severity in (None, node.gap.severity)
        if is_selected or children:
            done.setdefault(depth, []).append(replace(node, children=children))
    return tuple(reversed(done.get(0, [])))
