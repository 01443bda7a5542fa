"""The vocabulary of a collection is built once, and holds up nobody who asks another."""

import threading
from collections.abc import Iterable

import pytest

from quickstart.models import Collection
from quickstart.ranking import Vocabulary
from quickstart.services import vocabulary_cache
from quickstart.services.vocabulary_cache import vocabulary_of
from quickstart.tests.factories import make_collection, make_entry

pytestmark = pytest.mark.django_db

SOON = 10.0
"""Seconds."""


def collection_about(subject: str) -> Collection:
    collection = make_collection()
    make_entry(collection, question=f"Where is the {subject}?")
    collection.refresh_from_db()
    return collection


def test_it_has_the_words_of_its_collection_and_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kitchen = collection_about("kitchen")
    built = []

    def build(texts: Iterable[str]) -> Vocabulary:
        built.append(Vocabulary(texts))
        return built[-1]

    monkeypatch.setattr(vocabulary_cache, "Vocabulary", build)
    assert vocabulary_of(kitchen).knows("kitchen")
    assert not vocabulary_of(kitchen).knows("cellar")
    assert len(built) == 1


def test_that_of_another_collection_is_built_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    kitchen, cellar = collection_about("kitchen"), collection_about("cellar")
    build = vocabulary_cache._build
    kitchens = build(kitchen)
    vocabulary_cache._cache.clear()
    is_building, may_end = threading.Event(), threading.Event()

    def build_slowly(collection: Collection) -> object:
        if collection.pk != kitchen.pk:
            return build(collection)
        is_building.set()
        may_end.wait(SOON)
        return kitchens

    monkeypatch.setattr(vocabulary_cache, "_build", build_slowly)
    asker = threading.Thread(target=vocabulary_of, args=[kitchen])
    asker.start()
    assert is_building.wait(SOON)
    assert vocabulary_of(cellar).knows("cellar")
    is_still_building = asker.is_alive()
    may_end.set()
    asker.join()
    assert is_still_building
