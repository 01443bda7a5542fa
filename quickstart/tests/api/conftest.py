"""Collections of the caller's account."""

import pytest

from quickstart.models import Collection
from quickstart.tests.kitchen import make_kitchen
from rest.testing import Personas


@pytest.fixture
def kitchen(personas: Personas) -> Collection:
    """The only collection of the owner's account, to be read: it has no vectors."""
    return make_kitchen(personas.account, indexed=False)


@pytest.fixture
def asked(personas: Personas) -> Collection:
    """The same with its vectors."""
    return make_kitchen(personas.account)
