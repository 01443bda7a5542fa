"""Collections for tests, made as the site makes them: texts written with each row, a worker that is called by hand."""

import hashlib
import itertools
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from core.jobs.find_jobs import find_job
from core.jobs.models import Job
from core.jobs.run_job import run_now
from core.llm.embeddings.embedder import Embedder
from core.llm.model_doubles import FakeEmbedder, use_models
from quickstart.models import INDEX_COLLECTION, Collection, Entry, Review, Skill, Trigger, Variant
from quickstart.parsing.parsed_content import TriggerSource
from quickstart.services.change_collection import changing, open_collection
from quickstart.services.index_texts import write_texts
from quickstart.tree_paths import key_of

_numbers = itertools.count()


def new_account(username: str = "") -> User:
    return User.objects.create(username=username or f"account{next(_numbers)}")


def make_collection(account: User | None = None, name: str = "", **fields: Any) -> Collection:
    """An empty collection, in an account of its own by default."""
    made = open_collection(account=account or new_account(), name=name or f"collection{next(_numbers)}")
    for field, value in fields.items():
        setattr(made, field, value)
    made.save(update_fields=list(fields))
    return made


def make_entry(collection: Collection, *, variants: Iterable[str] = (), **fields: Any) -> Entry:
    """A published entry with its texts; other fields have defaults."""
    number = next(_numbers)
    values: dict[str, Any] = {
        "entry_id": f"qa_{number:03}",
        "question": f"What is part {number} for?",
        "level": 3,
        "tree_path": ["Parts", f"Part {number}"],
        "answer": f"Part {number} is there for its own sake.",
        "review": Review.PUBLISHED,
        "position": number,
    } | fields
    values.setdefault("tree_key", key_of(values["tree_path"]))
    with changing(collection):
        entry = Entry.objects.create(account_id=collection.account_id, collection=collection, **values)
        Variant.objects.bulk_create(
            [Variant(entry=entry, text=text, position=at) for at, text in enumerate(variants)]
        )
        write_texts(entries=[entry])
    return entry


def make_skill(collection: Collection, *, triggers: Iterable[str] = (), **fields: Any) -> Skill:
    """A published skill with its texts; other fields have defaults."""
    number = next(_numbers)
    values: dict[str, Any] = {
        "skill_id": f"skill_{number}",
        "title": f"Skill {number}",
        "description": f"Does work of the kind {number}.",
        "tree_path": ["Work", f"Kind {number}"],
        "body": f"# Skill {number}\n\nDoes work of the kind {number}.\n\n## Steps\n\nRun `work {number}`.\n",
        "body_changed": timezone.now(),
    } | fields
    values.setdefault("file", f"{values['skill_id']}.md")
    values.setdefault("body_hash", hashlib.sha256(values["body"].encode()).hexdigest())
    values.setdefault("tree_key", key_of(values["tree_path"]))
    with changing(collection):
        skill = Skill.objects.create(account_id=collection.account_id, collection=collection, **values)
        Trigger.objects.bulk_create(
            [
                Trigger(skill=skill, text=text, position=at, source=TriggerSource.MANUAL)
                for at, text in enumerate(triggers)
            ]
        )
        write_texts(skills=[skill])
    return skill


def index(collection: Collection, embedder: Embedder | None = None) -> Collection:
    """Run the collection's job once, as a worker would."""
    with use_models(embedder=embedder or FakeEmbedder()):
        run_now(job_of(collection))
    collection.refresh_from_db()
    return collection


def job_of(collection: Collection) -> Job:
    return find_job(collection, INDEX_COLLECTION)
