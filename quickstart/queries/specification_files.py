"""The four files of the specification ("File Locations"), exported from a collection."""

import json
import pickle  # the specification's format; written here, never read
from typing import Any

import numpy as np
from django.db.models import QuerySet

from quickstart.coverage.build_report import build_report
from quickstart.coverage.render_report import as_text
from quickstart.models import Collection, IndexedText, Review, Skill
from quickstart.queries.coverage_inputs import node_paths, placed_entries, placed_skills, trend
from quickstart.queries.export_entries import export_entries

QA = "data/quickstart_qa.jsonl"
SKILLS = "data/skills_index.jsonl"
EMBEDDINGS = "models/quickstart_embeddings.pkl"
COVERAGE = "reports/quickstart_coverage.md"


def specification_files(collection: Collection) -> dict[str, bytes]:
    """The content of each of the four files, by its path in the specification.

    The embeddings are {"model", "qa", "skills"}: the compared texts and their vectors by id, a float32 array of
    (texts, dimensions); texts not embedded yet are left out. Read them with `pickle.load`, which needs numpy.
    """
    report = build_report(
        nodes=node_paths(collection), entries=placed_entries(collection), skills=placed_skills(collection)
    )
    return {
        QA: export_entries(collection).encode(),
        SKILLS: skills_index(collection.skills.filter(review=Review.PUBLISHED)).encode(),
        EMBEDDINGS: pickle.dumps(_embeddings(collection), protocol=4),
        COVERAGE: as_text(report, trend(collection)).encode(),
    }


def skills_index(skills: QuerySet[Skill]) -> str:
    """A JSON line for each, in the order of their ids."""
    rows = skills.order_by("skill_id").prefetch_related("triggers")
    lines = (
        {
            "skill_id": row.skill_id,
            "file": row.file,
            "title": row.title,
            "triggers": [trigger.text for trigger in row.triggers.all()],
            "tree_path": row.tree_path,
            "prerequisites": row.prerequisites,
            "quick_command": row.quick_command,
            "description": row.description,
        }
        for row in rows
    )
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _embeddings(collection: Collection) -> dict[str, Any]:
    found: dict[str, Any] = {"model": collection.model, "qa": {}, "skills": {}}
    rows = IndexedText.objects.filter(collection=collection, embedding_model=collection.model)
    embedded = rows.exclude(embedding=None).order_by("kind", "ordinal", "pk")
    fields = ("entry__entry_id", "skill__skill_id", "text", "embedding")
    for entry_id, skill_id, text, vector in embedded.values_list(*fields).iterator():
        kind, owner = ("qa", entry_id) if entry_id is not None else ("skills", skill_id)
        texts_and_vectors = found[kind].setdefault(owner, {"texts": [], "vectors": []})
        texts_and_vectors["texts"].append(text)
        texts_and_vectors["vectors"].append(vector)
    for texts_and_vectors in (*found["qa"].values(), *found["skills"].values()):
        texts_and_vectors["vectors"] = np.array(texts_and_vectors["vectors"], dtype=np.float32)
    return found
