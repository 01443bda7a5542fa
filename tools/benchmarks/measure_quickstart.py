"""How long importing, embedding and asking take in a collection of ten thousand entries and a thousand skills.

Entries and skills are built as real ones are: question variants, a tree path, an answer of some passages, a long body.
Their sentences come from a pool that is embedded once; a text's vector lies between those of two sentences, so that the
vectors are as uneven as real ones and the benchmark takes minutes, not hours. Everything is rolled back.
"""

import json
import random
import sys
import time
from typing import Any
from unittest import mock

import numpy as np
from django.contrib.auth.models import User
from django.db import connection, transaction

from core.llm import get_embedder
from core.llm.embeddings.embedder import Vectors, unit_rows
from quickstart.models import Collection, IndexedText, Skill
from quickstart.services.change_collection import changing, open_collection
from quickstart.services.embed_texts import store_vectors
from quickstart.services.import_entries import import_entries
from quickstart.services.index_texts import write_texts
from quickstart.services.retrieve_items import retrieve

POOL = 2_000
PASSAGES = 8
"""Of a skill's body."""
BATCH = 1_000
_VERBS = "create delete rename export import compile run test deploy configure inspect merge split sort"
_THINGS = (
    "index graph report parser query backend module pipeline cluster schema notebook archive folder template "
    "plugin session table token ledger channel"
)
_WAYS = "quickly safely again offline remotely by hand in bulk at night without losing data for one user"
VERBS, THINGS, WAYS = _VERBS.split(), _THINGS.split(), _WAYS.split()


def measure(entries: int, skills: int, questions: int, *, seed: int = 1) -> dict[str, Any]:
    """Seconds of the import, questions embedded a second, milliseconds (p50, p95, p99) of a question, and how often it
    finds what a comparison of all texts does.
    """
    draw = random.Random(seed)
    with transaction.atomic():
        account = User.objects.create(username=f"bench-quickstart-{draw.getrandbits(64):x}", is_active=False)
        started = time.perf_counter()
        import_entries(account=account, name="bench", files={"bench.jsonl": _lines(entries, draw)})
        imported = time.perf_counter() - started
        collection = open_collection(account=account, name="bench")
        _add_skills(collection, skills, draw)
        pool, a_second = _pool(draw)
        _embed(collection, pool, draw)
        with connection.cursor() as cursor:
            # What autovacuum does once such rows are committed.
            cursor.execute(f"ANALYZE {IndexedText._meta.db_table}")
        collection.refresh_from_db()
        texts = collection.texts.count()
        sentences = [_sentence(draw) for _ in range(questions + 1)]
        times = _times(collection, sentences)
        agreement = _agreement(collection, sentences[1:])
        transaction.set_rollback(True)
    return {
        "texts": texts,
        "import_seconds": round(imported, 1),
        "embedded_a_second": round(a_second),
        **times,
        **agreement,
    }


def _times(collection: Collection, sentences: list[str]) -> dict[str, float]:
    retrieve(collection=collection, query=sentences[0])  # what is loaded once is not counted
    times = []
    for question in sentences[1:]:
        started = time.perf_counter()
        retrieve(collection=collection, query=question)
        times.append(1000 * (time.perf_counter() - started))
    p50, p95, p99 = np.percentile(times, (50, 95, 99))
    return {"p50_ms": round(float(p50), 1), "p95_ms": round(float(p95), 1), "p99_ms": round(float(p99), 1)}


def _agreement(collection: Collection, questions: list[str]) -> dict[str, float]:
    """With a comparison of all texts: of its first hits, and of its first three."""
    firsts, shares = [], []
    for question in questions:
        found = retrieve(collection=collection, query=question)
        with mock.patch.object(IndexedText, "few", sys.maxsize // 2):
            whole = retrieve(collection=collection, query=question)
        for kind in ("entry", "skill"):
            best, exact = ([hit.pk for hit in each.of(kind)[:3]] for each in (found, whole))
            firsts.append(best[:1] == exact[:1])
            shares.append(len({*best} & {*exact}) / max(len(exact), 1))
    return {
        "same_first": round(float(np.mean(firsts)), 3),
        "of_first_three": round(float(np.mean(shares)), 3),
    }


def _lines(entries: int, draw: random.Random) -> str:
    return "\n".join(
        json.dumps(
            {
                "id": f"qa_{at}",
                "question": f"How do I {_sentence(draw)}?",
                "question_variants": [_sentence(draw) for _ in range(3)],
                "level": at % 5,
                "tree_path": [draw.choice(THINGS), draw.choice(VERBS)],
                "answer": "\n\n".join(" ".join(_sentence(draw) + "." for _ in range(6)) for _ in range(2)),
                "tags": [draw.choice(THINGS)],
            }
        )
        for at in range(entries)
    )


def _add_skills(collection: Collection, skills: int, draw: random.Random) -> None:
    with changing(collection):
        rows = Skill.objects.bulk_create(_skill(collection, at, draw) for at in range(skills))
        write_texts(skills=rows)


def _skill(collection: Collection, at: int, draw: random.Random) -> Skill:
    body = "\n\n".join(
        f"## {_sentence(draw)}\n\n" + " ".join(_sentence(draw) + "." for _ in range(8))
        for _ in range(PASSAGES)
    )
    return Skill(
        account_id=collection.account_id,
        collection=collection,
        skill_id=f"skill_{at}",
        file=f"skill_{at}.md",
        title=_sentence(draw),
        description=_sentence(draw),
        tree_path=[draw.choice(THINGS), draw.choice(VERBS)],
        body=body,
        body_hash="",
        body_changed=collection.created,
    )


def _pool(draw: random.Random) -> tuple[Vectors, float]:
    """The vectors of POOL sentences, and how many were embedded a second."""
    sentences = [_sentence(draw) for _ in range(POOL)]
    embedder = get_embedder()
    embedder.embed(sentences[:10])
    started = time.perf_counter()
    vectors = embedder.embed(sentences)
    return vectors, POOL / (time.perf_counter() - started)


def _embed(collection: Collection, pool: Vectors, draw: random.Random) -> None:
    chosen = np.random.default_rng(draw.getrandbits(32))
    numbers = list(collection.texts.order_by("pk").values_list("pk", flat=True))
    model = get_embedder().name
    for start in range(0, len(numbers), BATCH):
        batch = numbers[start : start + BATCH]
        pairs = chosen.integers(0, len(pool), size=(2, len(batch)))
        share = chosen.uniform(0, 1, size=(len(batch), 1)).astype(np.float32)
        mixed = unit_rows(share * pool[pairs[0]] + (1 - share) * pool[pairs[1]])
        store_vectors(batch, mixed, model, as_replacement=False)
    Collection.objects.filter(pk=collection.pk).update(model=model)


def _sentence(draw: random.Random) -> str:
    verb, thing, way = draw.choice(VERBS), draw.choice(THINGS), draw.choice(WAYS)
    return f"{verb} the {draw.choice(THINGS)} {thing} {way} {draw.choice(THINGS)}{draw.randrange(500)}"
