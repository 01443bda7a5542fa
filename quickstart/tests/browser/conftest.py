"""Ann's kitchen in a real browser."""

import pytest
from django.contrib.auth.models import User

from core.llm import get_embedder
from quickstart.models import Collection
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import index
from quickstart.tests.kitchen_collection import make_kitchen

TREE = [("Baking",), ("Baking", "Dough"), ("Baking", "Dough", "Sourdough"), ("Cleaning",)]


@pytest.fixture
def kitchen(ann: User) -> Collection:
    return index(make_tree(make_kitchen(ann), TREE), get_embedder())
