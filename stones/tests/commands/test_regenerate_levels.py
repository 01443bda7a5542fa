"""manage.py regenerate_levels."""

import json

import pytest
from django.contrib.auth.models import User

from core.jobs.find_jobs import find_job
from core.jobs.models import JobState
from core.llm import ErrorKind, SettingsWrong
from core.llm.model_doubles import FakeEmbedder, use_models
from stones.models import EMBED_SOURCE, WRITE_LEVELS, Stone
from stones.tests.commands.conftest import RunCommand
from stones.tests.factories import LONG, give_up_levels, new_account, store, write_levels


@pytest.fixture
def stones(account: User) -> list[Stone]:
    """One whose levels are written, one that failed, one of another account that failed."""
    found: list[Stone] = [
        store(owner, content=f"{LONG} {n}") for n, owner in enumerate([account, account, new_account()])
    ]
    for stone in found:
        write_levels(stone)
    give_up_levels(*found[1:])
    return found


def states(stones: list[Stone]) -> list[str]:
    """The worst of each stone's two jobs."""
    order = [JobState.DONE, JobState.PENDING, JobState.FAILED]
    kinds = (WRITE_LEVELS, EMBED_SOURCE)
    return [
        max(
            (find_job(stone.content, kind).state for kind in kinds),
            key=lambda state: order.index(JobState(state)),
        )
        for stone in stones
    ]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["HASH", "--account", "ann"], ["pending", "failed", "failed"]),
        (["--failed"], ["done", "pending", "pending"]),
        (["--failed", "--account", "ann"], ["done", "pending", "failed"]),
        (["--all"], ["pending", "pending", "pending"]),
        (["--all", "--dry-run"], ["done", "failed", "failed"]),
    ],
)
def test_which_are_asked_for(
    stones: list[Stone], run: RunCommand, arguments: list[str], expected: list[str]
) -> None:
    words = [stones[0].content.border_hash if word == "HASH" else word for word in arguments]
    assert run("regenerate_levels", *words).status == 0
    assert states(stones) == expected


def test_wait_writes_them_here(stones: list[Stone], run: RunCommand) -> None:
    ran = run("regenerate_levels", "--failed", "--wait", "--json")
    assert json.loads(ran.out) == {"contents": 2, "failed": 0, "dry_run": False}
    assert states(stones) == ["done"] * 3


def test_what_fails_again_fails_the_command(stones: list[Stone], run: RunCommand) -> None:
    embedder = FakeEmbedder(name="another")
    embedder.fail_with = [SettingsWrong("The key is refused.", kind=ErrorKind.WRONG_KEY)] * 9
    with use_models(embedder=embedder):
        ran = run("regenerate_levels", "--failed", "--wait")
    assert (ran.status, "2 failed" in ran.err) == (1, True)
    assert states(stones) == ["done", "failed", "failed"]


@pytest.mark.parametrize("arguments", [[], ["00000000", "--all"], ["00000000", "--failed"]])
def test_what_to_do_must_be_plain(stones: list[Stone], run: RunCommand, arguments: list[str]) -> None:
    assert run("regenerate_levels", *arguments).status == 2


def test_what_is_not_there(stones: list[Stone], run: RunCommand) -> None:
    ran = run("regenerate_levels", stones[0].content.border_hash, "00000000", "--account", "ann")
    assert (ran.status, "00000000" in ran.err) == (1, True)
    assert states(stones) == ["done", "failed", "failed"]
