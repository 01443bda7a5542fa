"""Among very many notes the likely chunks are compared instead of all: what is found stays the same."""

import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from pytest_django import DjangoAssertNumQueries
from pytest_django.plugin import DjangoDbBlocker

from brain.models import Chunk, Note
from brain.models.notes import notes_space, profile_space
from brain.retrieval.score_passages import score_passages
from brain.services.find_notes import find_notes
from brain.services.retrieve_sources import retrieve
from brain.tests.factories import index, make_note, make_profile, new_account
from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeEmbedder, use_models
from core.text.bm25_words import passage_stems
from search.found_passages import FoundPassages
from search.models import space_words
from search.question import SearchQuestion, embed_question
from search.search_passages import SearchScope, compare_all, find_passages

QUESTION = "Which port does the export service of warehouse nine use?"
PORT = "The export service of warehouse nine listens on port 8003. It was moved there in May."
DIMENSIONS, SENTENCES = 64, 4


class DenseEmbedder(FakeEmbedder):
    """The same cosines, from vectors that have no zeros, as those of real models."""

    def __init__(self) -> None:
        super().__init__(name="dense-embedder", dimensions=DIMENSIONS)
        square = np.random.default_rng(1).normal(size=(DIMENSIONS, DIMENSIONS))
        self._rotation, _ = np.linalg.qr(square)

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.asarray(super().embed(texts) @ self._rotation, dtype=np.float32)


def store_invented(account: User, stretches: int, *, seed: int = 1) -> None:
    """One note of so many stretches of four sentences, of words some of which are much more common than others."""
    draw = random.Random(seed)
    words = [f"word{number}" for number in range(400)] + ["export", "service", "port", "warehouse"]
    weights = [1 / (1 + at) for at in range(len(words))]
    note = make_note(account, title="Invented", body="Nothing.")
    note.passages.all().delete()
    rows, texts = [], []
    space = notes_space(account.pk)
    for stretch in range(0, stretches * (SENTENCES + 1), SENTENCES + 1):
        sentences = [" ".join(draw.choices(words, weights, k=6)) for _ in range(SENTENCES)]
        for ordinal, text in enumerate([" ".join(sentences), *sentences], stretch):
            stems = passage_stems(text, key="", tags=()) if ordinal == stretch else []
            rows.append(
                Chunk(
                    account=account,
                    note=note,
                    space=space,
                    ordinal=ordinal,
                    stretch=stretch,
                    start=0,
                    end=1,
                    words=space_words(space, stems),
                    embedding_model="dense-embedder",
                )
            )
            texts.append(text)
    for row, vector in zip(rows, DenseEmbedder().embed(texts), strict=True):
        row.embedding = vector
    Chunk.objects.bulk_create(rows, batch_size=2_000)


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[User]:
    with django_db_blocker.unblock(), transaction.atomic():
        account = new_account()
        store_invented(account, Chunk.few // (SENTENCES + 1) + 100)
        make_note(account, title="Ports", body=PORT, tags=["ops"])
        make_profile(account)
        index(account, DenseEmbedder())
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE brain_note, brain_chunk")
        yield account
        transaction.set_rollback(True)


@pytest.fixture
def account(made_once: User, db: None) -> User:
    """One with some more chunks than are all compared."""
    return made_once


def question_of(text: str) -> SearchQuestion:
    with use_models(embedder=DenseEmbedder()):
        return embed_question(text)


def compared(account: User, text: str, *, every: bool = False) -> FoundPassages:
    find = compare_all if every else find_passages
    notes = Note.objects.filter(account=account)
    return find(question_of(text), SearchScope(notes, [notes_space(account.pk)], [profile_space(account.pk)]))


def best_ids(found: FoundPassages, many: int = 10) -> set[int]:
    scored = score_passages(found)
    return set(found.ids[scored.chunk_indexes[np.argsort(-scored.scores)[:many]]].tolist())


@pytest.mark.long
@pytest.mark.parametrize("text", [QUESTION, "word3 word40 word200 word1", "word0 word1 word399"])
def test_the_best_of_all_are_found(account: User, text: str) -> None:
    found, every = compared(account, text), compared(account, text, every=True)
    assert len(found.ids) < len(every.ids)
    assert len(best_ids(found) & best_ids(every)) >= 8
    assert score_passages(found).familiar == pytest.approx(score_passages(every).familiar, abs=0.05)


def test_a_stretch_comes_with_all_its_sentences(account: User) -> None:
    found, every = compared(account, QUESTION), compared(account, QUESTION, every=True)
    some, alike = score_passages(found), score_passages(every)
    of_all = dict(zip(every.ids[alike.chunk_indexes].tolist(), alike.similarities.tolist(), strict=True))
    of_some = dict(zip(found.ids[some.chunk_indexes].tolist(), some.similarities.tolist(), strict=True))
    assert of_some == {pk: of_all[pk] for pk in of_some}


@pytest.mark.long
def test_a_note_and_the_profile_are_found_among_them(
    account: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with use_models(embedder=DenseEmbedder()), django_assert_max_num_queries(9):
        found = retrieve(account=account, query=QUESTION)
    assert found.notes[0].title == "Ports"
    with use_models(embedder=DenseEmbedder()):
        assert retrieve(account=account, query="What is my profession?").profile is not None


def test_few_that_have_a_tag_are_all_compared(account: User) -> None:
    with use_models(embedder=DenseEmbedder()):
        assert [each.note.title for each in find_notes(account=account, query=QUESTION, tags=["ops"])] == [
            "Ports"
        ]


def test_notes_of_others_change_no_score(account: User) -> None:
    before = score_passages(compared(account, QUESTION))
    stranger = new_account()
    store_invented(stranger, 50, seed=2)
    after = score_passages(compared(account, QUESTION))
    assert after.scores.tolist() == before.scores.tolist()
