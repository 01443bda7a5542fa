"""Who calls in these tests: the personas, and mira, another agent of the owner's account."""

import pytest
from rest_framework.test import APIClient

from core.rest.tests.access_assertions import Personas


@pytest.fixture
def mira(personas: Personas) -> APIClient:
    """To whom the owner, koda, writes."""
    return personas.colleague("mira")
