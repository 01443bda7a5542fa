"""Vectors for a benchmark's own collections and notes, made in its transaction instead of by a worker."""

from django.contrib.auth.models import User

from brain.services.reindex_notes import embed_pending
from core.llm import get_embedder
from quickstart.models import Collection
from quickstart.services.calibrate_collection import calibrate_collection
from quickstart.services.embed_texts import store_vectors


def embed_collection(collection: Collection) -> None:
    """All its texts, and its calibration, as the index has them."""
    embedder = get_embedder()
    texts = dict(collection.texts.order_by("pk").values_list("pk", "text"))
    store_vectors([*texts], embedder.embed([*texts.values()]), embedder.name, as_replacement=False)
    calibration = calibrate_collection(collection, embedder)
    Collection.objects.filter(pk=collection.pk).update(model=embedder.name, calibration=calibration)
    collection.refresh_from_db()


def embed_notes(account: User) -> None:
    """All notes and the profile. Raises RuntimeError where the embedder does not answer."""
    if not embed_pending(account=account):
        raise RuntimeError("The notes could not be embedded.")
