"""For commands that ask a collection: choose it and bring its index up to date."""

from django.contrib.auth.models import User
from django.core.management.base import CommandError, OutputWrapper
from tqdm import tqdm

from core.jobs.find_jobs import find_job
from quickstart.exceptions import CollectionNotFound
from quickstart.models import INDEX_COLLECTION, Collection
from quickstart.queries.readable_collections import find_collection
from quickstart.services.embed_texts import count_missing_vectors
from quickstart.services.update_index import update_index


def collection_of(account: User, name: str) -> Collection:
    """Raises CommandError, which says how to make a collection."""
    try:
        return find_collection(account, name)
    except CollectionNotFound as error:
        raise CommandError(
            f"{error.message} One is made by: manage.py import_qa FILE.jsonl --collection {name} (or import_skills DIR)"
        ) from error


def update_collection_index(collection: Collection, stderr: OutputWrapper) -> bool:
    """Progress and, if it fails, the reason go to standard error. Returns whether it is up to date."""
    # disable=None: no progress bar where standard error is no terminal.
    with tqdm(
        total=count_missing_vectors(collection), unit="text", desc="embedding", disable=None, leave=False
    ) as bar:
        done = update_index(collection=collection, progress=bar.update)
    if not done:
        reason = find_job(collection, INDEX_COLLECTION).error or "a worker is still at it"
        stderr.write(f"The index of {collection.name} is not up to date: {reason}", style_func=str)
    return done
