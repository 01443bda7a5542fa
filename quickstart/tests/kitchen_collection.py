"""A small collection about a community kitchen, to test asking with: enough to be right and unsure about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.contrib.auth.models import User

from core.llm import get_embedder
from core.llm.embeddings.embedder import Embedder, Vectors
from quickstart.models import Collection
from quickstart.tests.factories import index, make_collection, make_entry, make_skill

_VECTORS: dict[str, Vectors] = {}


@dataclass(frozen=True)
class _CachingEmbedder:
    """An embedder that embeds each text once per process: many tests build the kitchen."""

    inner: Embedder

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def dimensions(self) -> int:
        return self.inner.dimensions

    def embed_questions(self, questions: Sequence[str]) -> Vectors:
        return self.embed(questions)

    def embed(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in _VECTORS]
        _VECTORS.update(zip(new, self.inner.embed(new), strict=True))
        return np.array([_VECTORS[text] for text in texts], dtype=np.float32).reshape(-1, self.dimensions)


NAME = "kitchen"
DOUGH = ["Baking", "Dough"]
ENTRIES: list[dict[str, Any]] = [
    {
        "entry_id": "about",
        "question": "What is the community kitchen?",
        "variants": ["who runs the kitchen", "what is this place for"],
        "level": 0,
        "tree_path": ["Kitchen"],
        "answer": "A kitchen that neighbours share. Everybody cooks, everybody cleans.",
        "related_docs": ["docs/house-rules.md"],
    },
    {
        "entry_id": "baking",
        "question": "What can I bake here?",
        "variants": ["which ovens are there for baking"],
        "level": 1,
        "tree_path": ["Baking"],
        "answer": "Bread, cakes and pizza: there are two ovens and one stone oven.",
    },
    {
        "entry_id": "sourdough",
        "question": "How do I feed the sourdough starter?",
        "variants": ["refresh the sour dough culture", "starter feeding schedule"],
        "level": 3,
        "tree_path": [*DOUGH, "Sourdough"],
        "answer": "Discard half, then add 50 g of flour and 50 g of water.",
        "prerequisites": ["baking"],
        "related_skills": ["skill_sourdough.md"],
        "go_deeper": ["rye"],
        "verify_command": "scale --check starter",
    },
    {
        "entry_id": "rye",
        "question": "How does a rye starter differ from a wheat starter?",
        "variants": ["rye or wheat for the sourdough"],
        "level": 4,
        "tree_path": [*DOUGH, "Rye"],
        "answer": "Rye ferments faster: feed it twice a day.",
    },
    {
        "entry_id": "pizza",
        "question": "How long does pizza dough rest?",
        "variants": ["resting time of pizza dough"],
        "level": 3,
        "tree_path": [*DOUGH, "Pizza"],
        "answer": "One day in the fridge.",
    },
    {
        "entry_id": "book_oven",
        "question": "How do I reserve the stone oven?",
        "variants": ["book a slot for the oven"],
        "level": 3,
        "tree_path": ["Reservations", "Ovens"],
        "answer": "Write your name on the calendar beside the door.",
    },
    {
        "entry_id": "clean_fridge",
        "question": "Who empties the fridge?",
        "variants": ["cleaning rota of the refrigerator"],
        "level": 3,
        "tree_path": ["Cleaning", "Fridge"],
        "answer": "Whoever is on duty on Friday.",
    },
]
SKILL: dict[str, Any] = {
    "skill_id": "skill_sourdough",
    "file": "skills/skill_sourdough.md",
    "title": "Sourdough care",
    "description": "Keep a sourdough starter alive, from the fridge to the loaf.",
    "triggers": ["feed the starter", "revive a sourdough starter"],
    "tree_path": [*DOUGH, "Sourdough"],
    "prerequisites": ["a clean jar"],
    "quick_command": "scale --tare",
    "body": "# Sourdough care\n\nKeep a sourdough starter alive.\n\n## Steps\n\n1. Weigh the starter.\n2. Feed it.\n",
}


def make_kitchen(account: User | None = None, name: str = NAME, *, indexed: bool = True) -> Collection:
    """The collection, with its vectors by the model that ships with the product, unless it is only to be read."""
    collection = make_collection(account, name)
    for fields in ENTRIES:
        make_entry(collection, **fields)
    make_skill(collection, **SKILL)
    return index(collection, _CachingEmbedder(get_embedder())) if indexed else collection
