"""What people do, step by step, in a real browser, from the first page on. What a page complains about fails them."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User

from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.models import Agent
from inbox.tests.factories import new_agent


@pytest.fixture(autouse=True)
def _models() -> Iterator[None]:
    """The live server's own thread embeds questions: with the double, too."""
    with use_models(embedder=FakeEmbedder()):
        yield


@pytest.fixture
def ann(transactional_db: None) -> User:
    """The owner of a site: she may curate in the admin."""
    return User.objects.create_superuser("ann", password="correct horse 9")


@pytest.fixture
def koda(ann: User) -> Agent:
    return new_agent(ann, "koda")
