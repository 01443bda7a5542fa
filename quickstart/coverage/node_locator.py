"""Which node of a tree a path means.

1. The node with the same path (labels compared as quickstart.tree_paths compares them).
2. Otherwise the longest end of the path that is the end of a node's path: "bash" and "Targets › bash" both find
   Compilation › Targets › bash. If several nodes match, only one whose labels include the path's others ("Mindmap ›
   JSON" finds Mindmap › Index Formats › JSON, although there are other JSONs). A path that begins with a root of the
   tree never leaves that root.
3. Otherwise the only node whose label and the label above it hold, together, the words of the path's last label: "SQL
   target" is Compilation › Targets › sql, "Mindmap linking" is Mindmap › Linking. Roots bind here, too.
4. Otherwise none: an orphan.

The single label "root" means the tree as a whole, unless a node has that name.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from quickstart.tree_paths import key_of

Path: TypeAlias = tuple[str, ...]
"""Labels, from the root."""

WHOLE_TREE: Path = ()
"""The place of what describes the whole project."""

_WHOLE_LABEL = "root"
_GENERAL_LABEL = "general"


class NodeLocator:
    """The nodes of one tree, indexed for many lookups."""

    def __init__(self, paths: Iterable[Sequence[str]]) -> None:
        """`paths` are those of all nodes. Of two with equal labels the first is used."""
        self._labels: dict[str, str] = {}
        self.nodes: dict[Path, Path] = {}
        for path in paths:
            self.nodes.setdefault(self._key(path), tuple(path))
        self._roots = {key[0] for key in self.nodes}
        self._ends: dict[str, list[Path]] = {}
        self._full_names: dict[frozenset[str], list[Path]] = {}
        for key in self.nodes:
            self._ends.setdefault(key[-1], []).append(key)
            if len(key) > 1:
                self._full_names.setdefault(_words(*key[-2:]), []).append(key)

    def find(self, path: Sequence[str]) -> tuple[Path | None, bool]:
        """The node (WHOLE_TREE for the tree) or None, and whether the path is exactly its own."""
        key = self._key(path)
        if key in self.nodes:
            return self.nodes[key], True
        if key == (_WHOLE_LABEL,):
            return WHOLE_TREE, True
        found = (self._by_end(key) or self._by_full_name(key)) if key else None
        return (None if found is None else self.nodes[found]), False

    def general_of(self, node: Path) -> Path:
        """The child `General` of `node` if the tree has one, else `node`."""
        return self.nodes.get((*self._key(node), _GENERAL_LABEL), node)

    def nearest_above(self, path: Sequence[str]) -> Path:
        """The deepest existing node on the path; empty if there is none."""
        key = self._key(path)
        above = (self.nodes[key[:size]] for size in range(len(key) - 1, 0, -1) if key[:size] in self.nodes)
        return next(above, ())

    def _by_end(self, key: Path) -> Path | None:
        candidates = self._under_its_root(key, self._ends.get(key[-1], []))
        for size in range(len(key), 0, -1):
            ending = [node for node in candidates if node[-size:] == key[-size:]]
            if len(ending) > 1:
                ending = [node for node in ending if _holds(node, key)]
            if len(ending) == 1:
                return ending[0]
        return None

    def _by_full_name(self, key: Path) -> Path | None:
        named = self._under_its_root(key, self._full_names.get(_words(key[-1]), []))
        return named[0] if len(named) == 1 else None

    def _under_its_root(self, key: Path, nodes: Iterable[Path]) -> list[Path]:
        return [node for node in nodes if key[0] not in self._roots or node[0] == key[0]]

    def _key(self, path: Sequence[str]) -> Path:
        return tuple(self._label(label) for label in path)

    def _label(self, label: str) -> str:
        """Cached: normalizing is expensive, and labels recur."""
        if label not in self._labels:
            self._labels[label] = key_of([label])
        return self._labels[label]


def _words(*labels: str) -> frozenset[str]:
    return frozenset(" ".join(labels).split())


def _holds(node: Path, labels: Path) -> bool:
    """Whether all labels occur in the node's, in their order."""
    rest: Iterator[str] = iter(node)
    return all(label in rest for label in labels)
