"""References of entries to what does not exist."""

from collections.abc import Collection as AbstractCollection
from collections.abc import Iterator

from core.text.file_faults import Fault
from quickstart.models import Collection
from quickstart.parsing.parsed_content import ParsedEntry
from quickstart.parsing.skill_references import skill_named


def unknown_references(collection: Collection, entries: AbstractCollection[ParsedEntry]) -> Iterator[Fault]:
    """A warning for each prerequisite, follow-up and skill of these entries that is not in the collection.

    If the collection has no skills at all, skills are not checked: they may be imported later. The given entries
    count as present.
    """
    known_ids = {entry.id for entry in entries} | set(collection.entries.values_list("entry_id", flat=True))
    skills = set(collection.skills.values_list("skill_id", flat=True))
    for entry in entries:
        for name in ("prerequisites", "go_deeper"):
            for other in getattr(entry, name):
                if other not in known_ids:
                    yield Fault(entry.file, entry.line, name, f"there is no entry {other!r}")
        for skill in entry.related_skills if skills else ():
            if skill_named(skill) not in skills:
                yield Fault(entry.file, entry.line, "related_skills", f"there is no skill {skill!r}")
