"""The collection that ships with the product: about the product itself, for everybody on the site."""

from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import User

from quickstart.models import Collection
from quickstart.reading.model import Fault
from quickstart.services.collections import open_collection
from quickstart.services.importing import import_entries
from quickstart.services.skills import import_skills
from quickstart.services.trees import import_tree

NAME = "qastone"
TITLE = "QA.Stone"
DESCRIPTION = "How QA.Stone itself is used and run: stones, inboxes, memory, helpers, this quickstart."
FOLDER = Path(__file__).resolve().parents[1] / "collections" / "qastone"


@dataclass(frozen=True, slots=True)
class Installed:
    changed: int
    """Entries, skills and nodes that were new or changed."""
    faults: tuple[Fault, ...]
    """What was left as it is: entries that were edited here."""


def install_shipped(*, account: User, overwrite: bool = False) -> Installed:
    """Take the shipped collection into this account and share it with the site. Safe to repeat.

    An entry that was edited here stays as it is, and with it all of them, unless `overwrite`.
    """
    collection = open_collection(account=account, name=NAME)
    if not collection.shared:
        collection.shared, collection.title, collection.description = True, TITLE, DESCRIPTION
        collection.save(update_fields=["shared", "title", "description"])
    tree = import_tree(
        account=account, name=NAME, file="tree.txt", text=(FOLDER / "tree.txt").read_text("utf-8")
    )
    files = {
        path.relative_to(FOLDER).as_posix(): path.read_text("utf-8")
        for path in sorted((FOLDER / "skills").glob("*.md"))
    }
    skills = import_skills(account=account, name=NAME, files=files)
    entries = import_entries(
        account=account,
        name=NAME,
        files={"entries.jsonl": (FOLDER / "entries.jsonl").read_text("utf-8")},
        dry_run=False,
        overwrite=overwrite,
    )
    changed = [
        tree.new + tree.changed,
        len(skills.new) + len(skills.changed),
        len(entries.new) + len(entries.changed),
    ]
    return Installed(sum(changed), (*tree.faults, *skills.faults, *entries.faults))


def shipped_to() -> User | None:
    """The account that has it; None before the first time."""
    found = Collection.objects.filter(name=NAME, shared=True).select_related("account").order_by("pk").first()
    return found.account if found else None
