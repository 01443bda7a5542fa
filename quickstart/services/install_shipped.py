"""The collection that ships with the product: about the product itself, shared with everybody on the site."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from core.jobs.models import Job
from core.text.file_faults import Fault
from quickstart.models import INDEX_COLLECTION, Collection, CoverageRun, Entry, IndexedText, Node, Skill
from quickstart.services.change_collection import changing
from quickstart.services.import_capability_tree import import_tree
from quickstart.services.import_entries import import_entries
from quickstart.services.import_skill_files import import_skills

NAME = "qastone"
TITLE = "QA.Stone"
DESCRIPTION = "How QA.Stone itself is used and run: stones, inboxes, memory, helpers, this quickstart."
SURE_FROM = 0.8
"""Of the questions of newcomers that it was measured with (docs/adr/0010-quickstart-retrieval.md)."""
TREE, ENTRIES = "tree.txt", "entries.jsonl"
FOLDER = Path(__file__).resolve().parents[1] / "collections" / "qastone"


@dataclass(frozen=True, slots=True)
class InstallResult:
    changed: int = 0
    """New or changed entries, skills and nodes."""
    warnings: tuple[Fault, ...] = ()
    """Local changes that were overwritten."""
    faults: tuple[Fault, ...] = ()
    """Entries that were edited locally and therefore left alone."""


def install_shipped(*, account: User, overwrite: bool = False) -> InstallResult:
    """Import the shipped collection into this account and share it with the site. Safe to repeat.

    It is imported once per release that changes it; until then local changes stay. If entries were edited locally, no
    entries are imported, unless `overwrite`.
    """
    files = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in _paths()}
    shipped_hash = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
    existing = Collection.objects.filter(account=account, name=NAME).first()
    if existing is not None and existing.shipped_hash == shipped_hash and not overwrite:
        return InstallResult()
    installed = _install(account, files, overwrite)
    fields: dict[str, Any] = {} if installed.faults else {"shipped_hash": shipped_hash}
    if existing is None:
        fields |= {"shared": True, "title": TITLE, "description": DESCRIPTION, "sure_from": SURE_FROM}
    Collection.objects.filter(account=account, name=NAME).update(**fields)
    return installed


def account_with_shipped() -> User | None:
    """The account that has it; None before the first installation."""
    found = Collection.objects.exclude(shipped_hash="").select_related("account").order_by("pk").first()
    return found.account if found else None


def shipped_of(account: User) -> Collection | None:
    """The shipped collection, where this account has it and everybody may ask it."""
    return Collection.objects.filter(account=account, shared=True).exclude(shipped_hash="").first()


def can_have_shipped() -> QuerySet[User]:
    """Accounts that could take it over, the oldest superuser first: they have none of its name."""
    with_own = Collection.objects.filter(name=NAME).values("account")
    return User.objects.filter(is_active=True).exclude(pk__in=with_own).order_by("-is_superuser", "pk")


def pass_shipped(*, collection: Collection, to: User) -> None:
    """Make it another account's, with all that is in it and what others asked; its account's own questions stay."""
    # Its index is looked through: what was being indexed meanwhile went with the old account.
    with changing(collection) as locked:
        for model in (Node, Entry, Entry.history.model, Skill, Skill.history.model, IndexedText, CoverageRun):
            model._base_manager.filter(collection=locked.pk, account=locked.account_id).update(account=to)
        Job.objects.of(INDEX_COLLECTION).filter(target=str(locked.pk)).update(account=to)
        locked.account = to
        locked.save(update_fields=["account"])


def _install(account: User, files: Mapping[str, str], overwrite: bool) -> InstallResult:
    tree = import_tree(account=account, name=NAME, file=TREE, text=files[TREE])
    texts = {name: text for name, text in files.items() if name.endswith(".md")}
    skills = import_skills(account=account, name=NAME, files=texts)
    entries = import_entries(
        account=account, name=NAME, files={ENTRIES: files[ENTRIES]}, dry_run=False, overwrite=overwrite
    )
    changed = (len(each) for each in (skills.new, skills.changed, entries.new, entries.changed))
    return InstallResult(
        changed=tree.new + tree.changed + sum(changed),
        warnings=(*tree.warnings, *skills.warnings, *entries.warnings),
        faults=(*tree.faults, *skills.faults, *entries.faults),
    )


def _paths() -> list[Path]:
    return [FOLDER / TREE, FOLDER / ENTRIES, *sorted((FOLDER / "skills").glob("*.md"))]
