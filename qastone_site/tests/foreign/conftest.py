"""Who meets the stones of other writers: koda, who has one, and mira, to whom it is sent."""

import pytest
from rest_framework.test import APIClient

from commands.testing import Run, run
from rest.testing import Personas

__all__ = ["Run", "run"]


@pytest.fixture
def mira(personas: Personas) -> APIClient:
    return personas.colleague("mira")
