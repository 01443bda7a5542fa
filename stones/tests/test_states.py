"""What a stone is said to be, by its rows and in SQL alike, when only its passages failed."""

import pytest
from django.contrib.auth.models import User

from core.jobs.models import JobState
from stones.assembled_stone import LevelState
from stones.models import PASSAGES_FAILED, Generation, Level, LevelOrigin
from stones.queries import assemble, in_state, stones_of
from stones.tests.factories import LONG, store, write_levels

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("error_code", "state"),
    [(f"{PASSAGES_FAILED}timeout", LevelState.READY), ("timeout", LevelState.FAILED)],
)
def test_levels_stand_though_passages_failed(error_code: str, state: LevelState) -> None:
    account = User.objects.create_user("ann")
    stone = store(account, content=LONG)
    write_levels(stone)
    Level.objects.filter(content=stone.content).update(
        origin=LevelOrigin.EXTRACT, model="", prompt_version=""
    )
    Generation.objects.update(state=JobState.FAILED, error_code=error_code)
    assert assemble(stones_of(account).get()).status is state
    assert [list(in_state(stones_of(account), each)) for each in LevelState if each is state] == [[stone]]
    assert not any(in_state(stones_of(account), each).exists() for each in LevelState if each is not state)
