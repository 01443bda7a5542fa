"""Import a folder of skill files into a collection. Manual triggers are kept."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from core.text.file_faults import Fault
from quickstart.models import Collection, Skill, Trigger
from quickstart.parsing.parsed_content import SkillFile, TriggerSource
from quickstart.parsing.skill_folder import read_folder
from quickstart.services.change_collection import changing, open_locked
from quickstart.services.index_texts import write_texts
from quickstart.tree_paths import key_of

TEXTS = ("file", "title", "description", "quick_command", "body")
LISTS = ("tree_path", "prerequisites", "related")
EDITABLE = {"title", "description", "quick_command", *LISTS}
REASON = "imported from its file"
MAX_CHARACTERS = {"file": 500, "skill_id": 200, "title": 300, "tree_path": 200}
MAX_FILE_BYTES = 1_000_000
MAX_KEY_CHARACTERS = 1_000
MAX_PHRASE_CHARACTERS = 500
"""Of a trigger or a prerequisite: a longer one is no phrase."""


@dataclass(frozen=True)
class SkillImportResult:
    """What an import did or, after a fault or in a dry run, would do. Skill ids in the order of their files."""

    new: tuple[str, ...] = ()
    changed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """With the names of the fields that differ."""
    unchanged: tuple[str, ...] = ()
    orphaned: tuple[str, ...] = ()
    """In the collection, not in the folder; they are not deleted."""
    indexes: tuple[str, ...] = ()
    """Files that describe skills and are none."""
    others: tuple[str, ...] = ()
    """Markdown files that were skipped."""
    warnings: tuple[Fault, ...] = ()
    faults: tuple[Fault, ...] = ()
    """If there are any, nothing was written, and the four groups are empty."""
    skipped: tuple[Fault, ...] = ()
    """Faults of the files that `skip_invalid` left out."""


def import_skills(
    *,
    account: User,
    name: str,
    files: Mapping[str, str],
    unreadable: Sequence[Fault] = (),
    dry_run: bool = False,
    skip_invalid: bool = False,
) -> SkillImportResult:
    """Import the skills of a folder (paths within it to texts) into the account's collection.

    All or nothing, safe to repeat. A skill's review state and its manual triggers stay; everything else becomes what
    its file says, with a warning for each local edit that this undoes. `unreadable`: faults of further files that
    could not be read. `skip_invalid`: files with faults are skipped, unless all have some. Raises InvalidCollection and
    CollectionNotFound.
    """
    parsed = read_folder(files)
    faults = (*unreadable, *parsed.faults, *(fault for skill in parsed.skills for fault in _too_long(skill)))
    at_fault = {fault.file for fault in faults}
    skills = [skill for skill in parsed.skills if skill.file not in at_fault]
    with transaction.atomic():
        collection = open_locked(account=account, name=name)
        if faults and not (skip_invalid and skills):
            transaction.set_rollback(True)
            return SkillImportResult(faults=faults, warnings=parsed.warnings)
        compared = _SkillComparison(collection, skills)
        edited = tuple(compared.edited())
        if dry_run:
            transaction.set_rollback(True)
        elif compared.new or compared.changed:
            with changing(collection) as locked:
                write_texts(skills=compared.write(locked, timezone.now()))
    return SkillImportResult(
        new=tuple(compared.new),
        changed=compared.changed,
        unchanged=compared.unchanged,
        orphaned=tuple(key for key in compared.orphaned if compared.rows[key].file not in at_fault),
        indexes=parsed.indexes,
        others=parsed.others,
        warnings=(*parsed.warnings, *edited, *(fault for skill in skills for fault in _left_out(skill))),
        skipped=faults,
    )


class _SkillComparison:
    """The skills of a collection and those of a folder, both by id."""

    def __init__(self, collection: Collection, found: Sequence[SkillFile]) -> None:
        rows = collection.skills.select_related("parent").prefetch_related("triggers")
        self.rows = {row.skill_id: row for row in rows}
        self.files = {skill.skill_id: skill for skill in found}
        self.new = [skill_id for skill_id in self.files if skill_id not in self.rows]
        differing = {
            key: self._differing(self.rows[key], self.files[key]) for key in self.files if key in self.rows
        }
        self.changed = {key: fields for key, fields in differing.items() if fields}
        self.unchanged = tuple(key for key, fields in differing.items() if not fields)
        self.orphaned = tuple(key for key in self.rows if key not in self.files)

    def _differing(self, row: Skill, skill: SkillFile) -> tuple[str, ...]:
        values = _file_values(skill)
        names = [name for name in (*TEXTS, *LISTS) if getattr(row, name) != values[name]]
        if (row.parent.skill_id if row.parent else "") != skill.parent:
            names.append("parent")
        parsed = [
            (each.text, each.source) for each in row.triggers.all() if each.source != TriggerSource.MANUAL
        ]
        if parsed != _triggers(skill, _by_hand(row)):
            names.append("triggers")
        return tuple(names)

    def edited(self) -> Iterator[Fault]:
        """A warning for each field that was edited locally since its last import and is overwritten by the file."""
        changed = [self.rows[key].pk for key in self.changed]
        imports = Skill.history.filter(id__in=changed, history_change_reason=REASON)
        newest = imports.order_by("id", "-history_date", "-history_id").distinct("id")
        parsed = {record.id: record for record in newest}
        for key, fields in self.changed.items():
            row = self.rows[key]
            for name in set(fields) & EDITABLE if row.pk in parsed else ():
                if (here := getattr(row, name)) != getattr(parsed[row.pk], name):
                    reason = f"was edited here, and is the file's again; it was {str(here)[:80]!r}"
                    yield Fault(self.files[key].file, 0, name, reason)

    def write(self, collection: Collection, now: datetime) -> list[Skill]:
        """Store what differs. Returns the rows, with parents linked."""
        for skill_id in self.new:
            row = Skill(account_id=collection.account_id, collection=collection, skill_id=skill_id)
            self.rows[skill_id] = _save(row, self.files[skill_id], now)
        for skill_id in self.changed:
            _save(self.rows[skill_id], self.files[skill_id], now)
        written = [self.rows[key] for key in (*self.new, *self.changed)]
        for row in written:
            self._link(row)
        for row in written:
            _write_triggers(row, self.files[row.skill_id])
        return written

    def _link(self, row: Skill) -> None:
        parent = self.rows.get(self.files[row.skill_id].parent)
        if row.parent_id != (parent.pk if parent else None):
            row.parent = parent
            # A second history record for one import would add nothing.
            Skill.objects.filter(pk=row.pk).update(parent=parent)
            row.history.filter(pk=row.history.values("pk")[:1]).update(parent_id=row.parent_id)


def _file_values(skill: SkillFile) -> dict[str, Any]:
    """The fields of a row as in the file."""
    values: dict[str, Any] = {name: getattr(skill, name) for name in TEXTS}
    values |= {name: list(getattr(skill, name)) for name in LISTS}
    values["prerequisites"] = [text for text in skill.prerequisites if len(text) <= MAX_PHRASE_CHARACTERS]
    return values


def _save(row: Skill, skill: SkillFile, now: datetime) -> Skill:
    for name, value in _file_values(skill).items():
        setattr(row, name, value)
    row.tree_key = key_of(skill.tree_path)
    if row.body_hash != skill.sha256:
        row.body_hash, row.body_changed = skill.sha256, now
    row._change_reason = REASON  # type: ignore[attr-defined]  # simple_history reads it
    row.save()
    return row


def _write_triggers(row: Skill, skill: SkillFile) -> None:
    """Replaces those that were read from files; they are ordered before the manual ones."""
    by_hand = _by_hand(row)
    row.triggers.exclude(source=TriggerSource.MANUAL).delete()
    Trigger.objects.bulk_create(
        Trigger(skill=row, text=text, source=source, position=position)
        for position, (text, source) in enumerate(_triggers(skill, by_hand))
    )


def _by_hand(row: Skill) -> set[str]:
    found = row.triggers.filter(source=TriggerSource.MANUAL).values_list("text", flat=True)
    return {text.casefold() for text in found}


def _triggers(skill: SkillFile, by_hand: set[str]) -> list[tuple[str, str]]:
    """Those to store; one that exists as a manual trigger, ignoring case, is not stored twice."""
    return [
        (trigger.text, str(trigger.source))
        for trigger in skill.triggers
        if len(trigger.text) <= MAX_PHRASE_CHARACTERS and trigger.text.casefold() not in by_hand
    ]


def _too_long(skill: SkillFile) -> Iterator[Fault]:
    for name, limit in MAX_CHARACTERS.items():
        value = getattr(skill, name)
        for text in (value,) if isinstance(value, str) else value:
            if len(text) > limit:
                yield Fault(skill.file, 0, name, f"holds {len(text):,} characters; {limit:,} are allowed")
    if len(key_of(skill.tree_path)) > MAX_KEY_CHARACTERS:
        yield Fault(skill.file, 0, "tree_path", f"is longer than {MAX_KEY_CHARACTERS:,} characters")


def _left_out(skill: SkillFile) -> Iterator[Fault]:
    phrases: Iterable[tuple[str, str]] = [
        *(("triggers", trigger.text) for trigger in skill.triggers),
        *(("prerequisites", text) for text in skill.prerequisites),
    ]
    for name, text in phrases:
        if len(text) > MAX_PHRASE_CHARACTERS:
            yield Fault(skill.file, 0, name, f"one of {len(text):,} characters was left out: {text[:40]!r}…")
