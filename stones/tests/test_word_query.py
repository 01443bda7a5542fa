"""The words of a search field."""

import pytest
from django.contrib.auth.models import User

from stones.models import Stone
from stones.queries import search_stones
from stones.services import StoneDraft, store_stone


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("postgres", True),
        ("keep postgres", True),
        ("postgres keep", False),  # the last word alone
        ("post", False),
        ("postgres or mysql", False),
        ('"keep postgres"', False),
        ("keep -postgres", True),
        ("wekeep postgres", False),
        ("the postgres", True),
        ("keeping", True),
    ],
)
def test_the_last_word_finds_what_begins_with_it(db: None, words: str, found: bool) -> None:
    ann = User.objects.create_user("ann")
    store_stone(
        account=ann, draft=StoneDraft(content="We keep PostgreSQL 16 until March.", source_agent="koda")
    )
    assert search_stones(ann, Stone.objects.all(), words).exists() is found
