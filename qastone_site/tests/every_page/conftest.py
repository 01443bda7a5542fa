"""Ann, to whom one thing of every kind belongs."""

import pytest
from django.contrib.auth.models import User

from qastone_site.tests.access.access_world import World, new_world


@pytest.fixture
def world(transactional_db: None) -> World:
    return new_world()


@pytest.fixture
def ann(world: World) -> User:
    return world.owner
