"""A real browser on a live site, signed in. What it complains about fails the test."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User

from core.llm.model_doubles import FakeEmbedder, use_models
from stones.models import Stone
from stones.tests.factories import LONG, store, write_levels


@pytest.fixture(autouse=True)
def _models() -> Iterator[None]:
    """The live server's own thread embeds questions: with the double, too."""
    with use_models(embedder=FakeEmbedder()):
        yield


@pytest.fixture
def stone(ann: User) -> Stone:
    """Four levels, all written."""
    stone = store(ann, content=LONG, glow_channel="handoff", source_agent="koda")
    write_levels(stone)
    return stone
