"""Notes and profiles for tests, made as the site makes them: by its services, with a worker that is called by hand."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User

from brain.models import EMBED_NOTE, EMBED_PROFILE, Chunk, Note, Profile
from brain.services.manage_notes import create_note
from brain.services.save_profile import save_profile
from core.jobs.find_jobs import find_job
from core.jobs.models import Job
from core.jobs.run_job import run_now
from core.llm.embeddings.embedder import Embedder
from core.llm.model_doubles import FakeEmbedder, use_models

_numbers = itertools.count()

PROFILE = {
    "full_name": "Ann Baker",
    "occupation": "Miller at the Old Mill",
    "summary": "I bake bread, and teach others how it is done.",
    "experiences": [
        {"title": "Miller", "company": "Old Mill", "starts_at": {"day": 1, "month": 4, "year": 2024}},
        {"title": "Baker", "company": "Corner Bakery", "description": "Sourdough for the whole street."},
    ],
    "languages": ["English", "Dutch"],
}


def new_account(username: str = "") -> User:
    return User.objects.create(username=username or f"account{next(_numbers)}")


def make_note(
    account: User | None = None, *, title: str = "", body: str = "", tags: Iterable[str] = (), **fields: Any
) -> Note:
    """A note without vectors, in an account of its own by default; other fields have defaults."""
    number = next(_numbers)
    note_fields = {name: fields.pop(name) for name in ("origin", "sources", "description") if name in fields}
    note = create_note(
        account=account or new_account(),
        title=title or f"Note {number}",
        body=body or f"What there is to say about part {number}.\n",
        tags=tags,
        **note_fields,
    )
    if fields:
        Note.objects.filter(pk=note.pk).update(**fields)
        note.refresh_from_db()
    return note


def make_profile(account: User | None = None, data: Mapping[str, Any] | None = None) -> Profile:
    """The account's profile, without vectors; without data that of a baker."""
    return save_profile(account=account or new_account(), data=dict(PROFILE if data is None else data))


def index(account: User, embedder: Embedder | None = None) -> None:
    """Run the jobs of all notes and of the profile of the account once, as a worker would."""
    with use_models(embedder=embedder or FakeEmbedder()):
        for note in Note.objects.filter(account=account):
            run_now(job_of(note))
        for profile in Profile.objects.filter(account=account):
            run_now(job_of(profile))


def job_of(owner: Note | Profile) -> Job:
    return find_job(owner, EMBED_NOTE if isinstance(owner, Note) else EMBED_PROFILE)


def vectors_of(account: User) -> set[str]:
    """The models whose vectors the account's chunks have; "" for those without."""
    return set(Chunk.objects.filter(account=account).values_list("embedding_model", flat=True))
