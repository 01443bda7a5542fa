"""What an import would change: the files' entries compared with the collection's."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from quickstart.parsing.parsed_content import ParsedEntry
from quickstart.parsing.qa_fields import FIELDS


@dataclass(frozen=True, slots=True)
class EntryDiff:
    """Ids, each in exactly one of the four; those of the files in their order, orphaned ones in the collection's."""

    new: tuple[str, ...]
    changed: Mapping[str, tuple[str, ...]]
    """With the names of the fields that differ."""
    unchanged: tuple[str, ...]
    orphaned: tuple[str, ...]
    """In the collection, in none of the files."""


def diff_entries(before: Mapping[str, ParsedEntry], after: Mapping[str, ParsedEntry]) -> EntryDiff:
    """`before` is the collection, `after` the files; both map an entry's id to it."""
    fields = {name: changed_fields(before[name], entry) for name, entry in after.items() if name in before}
    return EntryDiff(
        new=tuple(name for name in after if name not in before),
        changed={name: changed for name, changed in fields.items() if changed},
        unchanged=tuple(name for name, changed in fields.items() if not changed),
        orphaned=tuple(name for name in before if name not in after),
    )


def changed_fields(before: ParsedEntry, after: ParsedEntry) -> tuple[str, ...]:
    """Names of the fields that differ: the specification's in its order, then unknown ones.

    The order of unknown fields is ignored, because a database need not preserve it.
    """
    own = [name for name in FIELDS if getattr(before, name) != getattr(after, name)]
    others = dict.fromkeys([*before.extra, *after.extra])
    return (*own, *(name for name in others if _extra(before, name) != _extra(after, name)))


def _extra(entry: ParsedEntry, name: str) -> str | None:
    # As JSON, because 1, 1.0 and True are equal to Python.
    return json.dumps(entry.extra[name], sort_keys=True) if name in entry.extra else None
