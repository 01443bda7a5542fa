"""Ann's kitchen in a real browser."""

import pytest
from django.contrib.auth.models import User

from llm import get_embedder
from quickstart.models import Collection
from quickstart.tests.coverage.rows import plant
from quickstart.tests.factories import index
from quickstart.tests.kitchen import make_kitchen

TREE = [("Baking",), ("Baking", "Dough"), ("Baking", "Dough", "Sourdough"), ("Cleaning",)]


@pytest.fixture
def kitchen(ann: User) -> Collection:
    return index(plant(make_kitchen(ann), TREE), get_embedder())
