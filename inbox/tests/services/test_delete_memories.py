"""Forget and purge: deleted for good, and nobody deletes another's memories."""

from datetime import timedelta

import pytest
from django.utils import timezone

from inbox.exceptions import MemoryNotFound, MemoryOfAnotherAgent
from inbox.models import Agent, Memory, MemoryPassage
from inbox.services.memory import forget, purge_memories, remember
from inbox.tests.recall.stored_memories import new_agent, recall_now, store_memory


@pytest.fixture
def agent(db: None) -> Agent:
    return new_agent()


def remaining() -> list[str]:
    return sorted(Memory.objects.values_list("text", flat=True))


def test_by_id(agent: Agent) -> None:
    memory = store_memory(agent, "one")
    store_memory(agent, "two")
    assert forget(agent=agent, memory=memory.pk) == (1, "")
    assert remaining() == ["two"]
    assert MemoryPassage.objects.count() == 1
    assert recall_now(agent, "one").ranking != [memory.pk]


@pytest.mark.parametrize("by", ["key", "id"])
def test_with_the_whole_history_of_its_key(agent: Agent, by: str) -> None:
    for text in ("8003", "8004", "9100"):
        memory = store_memory(agent, text, key="port")
    store_memory(agent, "other", key="ports")
    assert forget(agent=agent, memory=" port " if by == "key" else memory.pk) == (3, "")
    assert remaining() == ["other"]
    assert recall_now(agent, "port", history=True, max_tokens=4_000).ranking == [Memory.objects.get().pk]


def test_the_id_of_a_replaced_text_names_that_text_alone(agent: Agent) -> None:
    first = store_memory(agent, "8003", key="port")
    store_memory(agent, "9100", key="port")
    assert forget(agent=agent, memory=first.pk) == (1, "")
    assert remaining() == ["9100"]


def test_ones_own_before_what_is_shared(agent: Agent) -> None:
    store_memory(agent, "own", key="port")
    store_memory(agent, "shared", key="port", shared=True)
    assert forget(agent=agent, memory="port") == (1, "")
    assert remaining() == ["shared"]
    assert forget(agent=agent, memory="port") == (1, "")
    assert remaining() == []


def test_what_another_agent_shared_is_its_own_to_forget(agent: Agent) -> None:
    colleague = new_agent(agent.account)
    theirs = store_memory(colleague, "theirs", key="port", shared=True)
    for name in ("port", theirs.pk):
        with pytest.raises(MemoryOfAnotherAgent, match=f"is {colleague.name}'s.*Nothing was forgotten"):
            forget(agent=agent, memory=name)
    store_memory(agent, "mine", key="port", shared=True)
    assert forget(agent=agent, memory="port", by_person=True) == (2, "")
    assert remaining() == []


def test_what_another_shared_before_holds_again(agent: Agent) -> None:
    colleague = new_agent(agent.account)
    first = store_memory(colleague, "8003", key="port", shared=True)
    mine = [store_memory(agent, text, key="port", shared=True) for text in ("9100", "9200")]
    # The one that stands there stays while an earlier one is forgotten.
    assert forget(agent=agent, memory=mine[0].pk) == (1, "")
    assert forget(agent=agent, memory="port") == (1, colleague.name)
    first.refresh_from_db()
    assert (first.superseded, first.restored is None) == (None, False)
    assert recall_now(colleague, "port").text == (
        "[port, now, was replaced, holds again since just now, shared] 8003"
    )
    assert remember(agent=colleague, text="8003", key="port", shared=True).memory.restored is None


@pytest.mark.parametrize(("first_ttl", "left"), [(None, ["8003", "9200"]), (60, ["9200"])])
def test_what_expires_gives_back_anothers_text(agent: Agent, first_ttl: int | None, left: list[str]) -> None:
    colleague = new_agent(agent.account)
    store_memory(colleague, "8003", key="port", shared=True, ttl_seconds=first_ttl)
    store_memory(agent, "9100", key="port", shared=True, ttl_seconds=60)
    # What one replaced oneself, or has alone, is history for good.
    store_memory(agent, "9200", key="host", shared=True)
    store_memory(agent, "9300", key="host", shared=True, ttl_seconds=60)
    Memory.objects.filter(expires__isnull=False).update(expires=timezone.now())
    assert purge_memories() == (3 if first_ttl else 2)
    assert remaining() == left
    assert sorted(Memory.objects.filter(superseded=None).values_list("text", flat=True)) == left[:-1]


def test_nobody_forgets_what_is_not_theirs(agent: Agent) -> None:
    colleague, stranger = new_agent(agent.account), new_agent()
    memories = [
        store_memory(colleague, "a", key="port"),
        store_memory(stranger, "b", key="port"),
        store_memory(stranger, "c", key="port", shared=True),
    ]
    for name in ["port", *(memory.pk for memory in memories)]:
        with pytest.raises(MemoryNotFound):
            forget(agent=agent, memory=name)
    assert remaining() == ["a", "b", "c"]


@pytest.mark.parametrize("name", ["", " ", "nothing", "\x00", "0" * 26, "a" * 500])
def test_what_there_is_not(agent: Agent, name: str) -> None:
    store_memory(agent, "one")
    with pytest.raises(MemoryNotFound, match="There is no memory"):
        forget(agent=agent, memory=name)


def test_a_key_that_looks_like_an_id(agent: Agent) -> None:
    store_memory(agent, "one", key="0" * 26)
    assert forget(agent=agent, memory="0" * 26) == (1, "")


@pytest.mark.parametrize("expired", [0, 1, 3])
def test_purge(agent: Agent, expired: int) -> None:
    for number in range(expired):
        store_memory(agent, f"old {number}", ttl_seconds=60)
    Memory.objects.update(expires=timezone.now())
    remember(agent=agent, text="kept", ttl_seconds=60)
    remember(agent=agent, text="for ever")
    assert purge_memories() == expired
    assert remaining() == ["for ever", "kept"]
    assert MemoryPassage.objects.count() == 2


def test_purge_takes_more_than_one_batch(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    from inbox.services.memory import delete_memories

    monkeypatch.setattr(delete_memories, "PURGE_BATCH", 2)
    for number in range(5):
        remember(agent=agent, text=f"old {number}", ttl_seconds=60)
    Memory.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert purge_memories() == 5
    assert remaining() == []
