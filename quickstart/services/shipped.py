"""The collection that ships with the product: about the product itself, for everybody on the site."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

from quickstart.models import Collection
from quickstart.services.importing import import_entries
from quickstart.services.skills import import_skills
from quickstart.services.trees import import_tree
from texts.faults import Fault

NAME = "qastone"
TITLE = "QA.Stone"
DESCRIPTION = "How QA.Stone itself is used and run: stones, inboxes, memory, helpers, this quickstart."
TREE, ENTRIES = "tree.txt", "entries.jsonl"
FOLDER = Path(__file__).resolve().parents[1] / "collections" / "qastone"


@dataclass(frozen=True, slots=True)
class Installed:
    changed: int = 0
    """Entries, skills and nodes that were new or changed."""
    warnings: tuple[Fault, ...] = ()
    """What was changed here and is now as it ships."""
    faults: tuple[Fault, ...] = ()
    """What was left as it is: entries that were edited here."""


def install_shipped(*, account: User, overwrite: bool = False) -> Installed:
    """Take the shipped collection into this account and share it with the site. Safe to repeat.

    What it ships with is taken in once: until a release changes it, whatever is done with it here stays. Then an entry
    that was edited here stays as it is, and with it all of them, unless `overwrite`.
    """
    files = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in _paths()}
    shipped_hash = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
    known = Collection.objects.filter(account=account, name=NAME).first()
    if known is not None and known.shipped_hash == shipped_hash and not overwrite:
        return Installed()
    installed = _install(account, files, overwrite)
    fields: dict[str, Any] = {} if installed.faults else {"shipped_hash": shipped_hash}
    if known is None:
        fields |= {"shared": True, "title": TITLE, "description": DESCRIPTION}
    Collection.objects.filter(account=account, name=NAME).update(**fields)
    return installed


def shipped_to() -> User | None:
    """The account that has it; None before the first time."""
    found = Collection.objects.exclude(shipped_hash="").select_related("account").order_by("pk").first()
    return found.account if found else None


def _install(account: User, files: Mapping[str, str], overwrite: bool) -> Installed:
    tree = import_tree(account=account, name=NAME, file=TREE, text=files[TREE])
    texts = {name: text for name, text in files.items() if name.endswith(".md")}
    skills = import_skills(account=account, name=NAME, files=texts)
    entries = import_entries(
        account=account, name=NAME, files={ENTRIES: files[ENTRIES]}, dry_run=False, overwrite=overwrite
    )
    changed = (len(each) for each in (skills.new, skills.changed, entries.new, entries.changed))
    return Installed(
        changed=tree.new + tree.changed + sum(changed),
        warnings=(*tree.warnings, *skills.warnings, *entries.warnings),
        faults=(*tree.faults, *skills.faults, *entries.faults),
    )


def _paths() -> list[Path]:
    return [FOLDER / TREE, FOLDER / ENTRIES, *sorted((FOLDER / "skills").glob("*.md"))]
