"""Collections of the caller's account."""

import pytest

from core.rest.tests.access_assertions import Personas
from quickstart.models import Collection
from quickstart.tests.kitchen_collection import make_kitchen


@pytest.fixture
def kitchen(personas: Personas) -> Collection:
    """The only collection of the owner's account, to be read: it has no vectors."""
    return make_kitchen(personas.account, indexed=False)


@pytest.fixture
def indexed_kitchen(personas: Personas) -> Collection:
    """The same with its vectors."""
    return make_kitchen(personas.account)
