"""Hints from a conversation's history: which prerequisites to name, and which overview to offer."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from quickstart.rendering.answer_content import EntryRef, OverviewOffer
from quickstart.tree_paths import SEPARATOR, key_of

PATTERN_LENGTH = 3
"""So many questions within a branch lead to an offer of its overview."""


@dataclass(frozen=True, slots=True)
class ConversationEntry:
    """The fields of an entry that a conversation needs. `prerequisites` are entry ids."""

    entry_id: str
    question: str
    level: int
    tree_path: Sequence[str]
    prerequisites: Sequence[str] = ()


def unmet_prerequisites(
    entry_id: str, entries: Mapping[str, ConversationEntry], explained_ids: Collection[str]
) -> list[EntryRef]:
    """The prerequisites not yet covered, each once, the nearest first; those behind a covered one are skipped. Cycles
    are safe.

    Ids that the collection lacks are skipped: an orphan must not prevent an answer.
    """
    unmet: list[EntryRef] = []
    met = {entry_id, *explained_ids}
    waiting = deque([entry_id])
    while waiting:
        at = entries.get(waiting.popleft())
        for prerequisite in at.prerequisites if at else ():
            if prerequisite in entries and prerequisite not in met:
                met.add(prerequisite)
                unmet.append(EntryRef(prerequisite, entries[prerequisite].question))
                waiting.append(prerequisite)
    return unmet


def find_overview_offer(
    answered_ids: Sequence[str],
    entries: Mapping[str, ConversationEntry],
    *,
    explained_ids: Collection[str],
    offered: Collection[str],
) -> OverviewOffer | None:
    """The overview of the narrowest branch with PATTERN_LENGTH different questions in this conversation.

    `answered_ids` are in order, the last one just answered; `explained_ids` are all entries shown, that one included;
    `offered` are the branches (`OverviewOffer.branch`) of earlier offers. A branch within a wider offered one may
    still be offered; the other way round only its other questions count, so that one run of questions is not offered
    twice.
    """
    answered_entries = [entries[each] for each in dict.fromkeys(answered_ids) if each in entries]
    if not answered_entries or answered_entries[-1].entry_id != answered_ids[-1]:
        return None
    path = answered_entries[-1].tree_path
    keys = {each.entry_id: key_of(each.tree_path) for each in entries.values()}
    done = [key_of(branch.split(SEPARATOR)) for branch in offered]
    for depth in range(len(path), 0, -1):
        branch, label = key_of(path[:depth]), SEPARATOR.join(path[:depth])
        if branch in done or label in offered:
            continue
        inner = [each for each in done if _is_in(each, branch)]
        in_branch = [each for each in answered_entries if _is_in(keys[each.entry_id], branch)]
        counted = [
            each for each in in_branch if not any(_is_in(keys[each.entry_id], other) for other in inner)
        ]
        overview = _overview_entry(each for each in entries.values() if _is_in(keys[each.entry_id], branch))
        if (
            len(counted) >= PATTERN_LENGTH
            and overview.entry_id not in explained_ids
            and _is_above(overview, counted)
        ):
            return OverviewOffer(label, len(counted), EntryRef(overview.entry_id, overview.question))
    return None


def _overview_entry(branch: Iterable[ConversationEntry]) -> ConversationEntry:
    """The entry of the lowest level; of several the one highest in the tree, then the first."""
    return min(branch, key=lambda each: (each.level, len(each.tree_path)))


def _is_above(overview: ConversationEntry, counted: Iterable[ConversationEntry]) -> bool:
    """An entry as detailed as the questions is no overview of them."""
    return all(overview.level < each.level for each in counted)


def _is_in(key: str, branch: str) -> bool:
    return key == branch or key.startswith(f"{branch}{SEPARATOR}")
