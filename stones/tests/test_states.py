"""What a stone is said to be, by its rows and in SQL alike, when its levels or only its passages failed."""

import pytest
from django.contrib.auth.models import User

from core.jobs.models import Job, JobState
from stones.assembled_stone import LevelState
from stones.models import EMBED_SOURCE, Level, LevelOrigin
from stones.queries import assemble, in_state, stones_of
from stones.tests.factories import LONG, give_up_levels, store, write_levels

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("is_written", "state"), [(True, LevelState.READY), (False, LevelState.FAILED)])
def test_levels_stand_though_passages_failed(is_written: bool, state: LevelState) -> None:
    account = User.objects.create_user("ann")
    stone = store(account, content=LONG)
    write_levels(stone)
    Level.objects.filter(content=stone.content).update(
        origin=LevelOrigin.EXTRACT, model="", prompt_version=""
    )
    Job.objects.of(EMBED_SOURCE).update(state=JobState.FAILED, error_code="timeout")
    if not is_written:
        give_up_levels(stone)
    assert assemble(stones_of(account).get()).status is state
    assert [list(in_state(stones_of(account), each)) for each in LevelState if each is state] == [[stone]]
    assert not any(in_state(stones_of(account), each).exists() for each in LevelState if each is not state)
