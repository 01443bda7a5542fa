"""Who meets the stones of other writers: koda, who has one, and mira, to whom it is sent."""

import pytest
from rest_framework.test import APIClient

from core.cli.tests.command_runner import RunCommand, run
from core.rest.tests.access_assertions import Personas

__all__ = ["RunCommand", "run"]


@pytest.fixture
def mira(personas: Personas) -> APIClient:
    return personas.colleague("mira")
