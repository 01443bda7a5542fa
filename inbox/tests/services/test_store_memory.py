"""Remember: what is stored, what a key replaces, and that nothing is lost."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from core.jobs.find_jobs import find_job
from core.llm import count_tokens
from core.rest.agent_tokens import TokenInContent, new_token
from inbox.exceptions import InvalidMemory, MemoryTooLarge
from inbox.models import EMBED_MEMORY, Agent, Memory, MemoryPassage
from inbox.services.memory import MAX_BYTES, TTL_SECONDS, remember
from inbox.tests.recall.stored_memories import new_agent, store_memory
from stones.tests.factories import LONG

PORT = "The export service listens on port 8003."


@pytest.fixture
def agent(db: None) -> Agent:
    return new_agent()


def current(key: str) -> list[str]:
    return list(Memory.objects.filter(key=key, superseded=None).order_by("pk").values_list("text", flat=True))


def test_what_is_stored(agent: Agent) -> None:
    before = timezone.now()
    memory, replaced = remember(
        agent=agent, text=PORT, key=" export\n port ", tags=["ops", " ops ", "a b"], ttl_seconds=60
    )
    memory.refresh_from_db()
    assert replaced is None
    assert (memory.text, memory.key, memory.tags, memory.shared) == (
        PORT,
        "export port",
        ["ops", "a b"],
        False,
    )
    assert (memory.account_id, memory.agent, memory.tokens) == (agent.account_id, agent, count_tokens(PORT))
    assert before + timedelta(seconds=60) <= memory.created + timedelta(seconds=60) == memory.expires
    assert (find_job(memory, EMBED_MEMORY).state, memory.superseded) == ("pending", None)


def test_the_passages_hold_all_of_the_text(agent: Agent) -> None:
    memory = remember(agent=agent, text=LONG).memory
    passages = list(memory.passages.all())
    assert len(passages) > 20
    covered = "".join(LONG[passage.start : passage.end] for passage in passages)
    assert "".join(covered.split()) == "".join(LONG.split())
    assert {passage.embedding_model for passage in passages} == {""}


def test_line_ends_become_lf(agent: Agent) -> None:
    assert remember(agent=agent, text="a\r\nb\rc").memory.text == "a\nb\nc"


def test_a_key_replaces_and_keeps_what_was(agent: Agent) -> None:
    first = remember(agent=agent, text="8003", key="port").memory
    memory, replaced = remember(agent=agent, text="9100", key="port")
    assert replaced == first
    first.refresh_from_db()
    assert (first.text, first.superseded) == ("8003", memory.created)
    assert current("port") == ["9100"]


def test_the_same_again_changes_nothing_but_its_time(agent: Agent) -> None:
    first = store_memory(agent, PORT, key="port", tags=["ops"], ttl_seconds=60)
    memory, replaced = remember(agent=agent, text=PORT, key="port", tags=["ops"])
    assert (memory.pk, replaced, find_job(memory, EMBED_MEMORY).state) == (first.pk, None, "done")
    memory.refresh_from_db()
    assert memory.created > first.created
    assert memory.expires == memory.created + timedelta(seconds=60)
    assert Memory.objects.count() == MemoryPassage.objects.count() == 1


@pytest.mark.parametrize("tag", ["a,b", "#x"])
def test_a_tag_that_nobody_can_type_is_refused(agent: Agent, tag: str) -> None:
    with pytest.raises(InvalidMemory, match="no comma"):
        store_memory(agent, PORT, tags=[tag])


@pytest.mark.parametrize("character", ["\u202e", "\u2066", "\x1b"])
def test_a_name_is_what_is_seen_of_it(agent: Agent, character: str) -> None:
    for name in ({"key": f"{character}abc"}, {"tags": [f"a{character}bc"]}):
        with pytest.raises(InvalidMemory, match=rf"has the character U\+{ord(character):04X}.*Leave it out"):
            store_memory(agent, PORT, **name)
    assert not Memory.objects.exists()


def test_other_tags_are_another_memory(agent: Agent) -> None:
    first = remember(agent=agent, text=PORT, key="port").memory
    assert remember(agent=agent, text=PORT, key="port", tags=["ops"]).replaced == first


def test_a_repeated_text_with_another_ttl(agent: Agent) -> None:
    for ttl in (None, 60, 120, None):
        remember(agent=agent, text=PORT, key="port", ttl_seconds=ttl)
    memory = Memory.objects.get()
    assert memory.expires == memory.created + timedelta(seconds=120)


def test_a_repeated_text_after_it_expired(agent: Agent) -> None:
    """Until the purge the row is still there: it must not swallow what is remembered now."""
    memory = remember(agent=agent, text=PORT, ttl_seconds=60).memory
    past = timezone.now() - timedelta(hours=1)
    Memory.objects.update(created=past, expires=past + timedelta(seconds=60))
    assert remember(agent=agent, text=PORT).memory == memory
    memory.refresh_from_db()
    assert memory.expires is not None
    assert memory.expires > timezone.now()


def test_texts_without_a_key_do_not_replace_each_other(agent: Agent) -> None:
    assert [remember(agent=agent, text=text).replaced for text in (PORT, f"{PORT}!")] == [None, None]
    assert Memory.objects.filter(superseded=None).count() == 2


def test_the_same_without_a_key_again_changes_nothing_but_its_time(agent: Agent) -> None:
    first = store_memory(agent, PORT, tags=["ops"])
    memory, replaced = remember(agent=agent, text=PORT, tags=["ops"])
    assert (memory.pk, replaced, find_job(memory, EMBED_MEMORY).state) == (first.pk, None, "done")
    assert memory.created > first.created
    assert Memory.objects.count() == MemoryPassage.objects.count() == 1


def test_equal_texts_differ_by_owner_and_tags(agent: Agent) -> None:
    colleague = new_agent(agent.account)
    cases: list[tuple[Agent, dict[str, Any]]] = [
        (agent, {}),
        (agent, {"tags": ["ops"]}),
        (agent, {"key": "port"}),
        (agent, {"shared": True}),
        (colleague, {}),
        (new_agent(), {}),
        (new_agent(), {"shared": True}),
    ]
    for who, options in cases:
        remember(agent=who, text=PORT, **options)
    assert Memory.objects.count() == 7
    assert remember(agent=colleague, text=PORT, shared=True).memory.agent == agent
    assert Memory.objects.count() == 7


def test_each_agent_has_its_own_keys_and_the_account_its_shared_ones(agent: Agent) -> None:
    colleague = new_agent(agent.account)
    for number, (who, shared) in enumerate(
        ((agent, False), (colleague, False), (agent, True), (new_agent(), False), (new_agent(), True))
    ):
        assert remember(agent=who, text=f"{number}", key="port", shared=shared).replaced is None
    assert current("port") == ["0", "1", "2", "3", "4"]
    assert remember(agent=colleague, text="5", key="port", shared=True).replaced is not None
    assert sorted(current("port")) == ["0", "1", "3", "4", "5"]


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        ({"text": ""}, "empty"),
        ({"text": " \n\t"}, "empty"),
        ({"text": "a\x00b"}, "NUL"),
        ({"text": "a\ud800b"}, "U\\+D800"),
        ({"key": "a\x00"}, "NUL"),
        ({"key": "k" * 201}, "201 characters"),
        ({"tags": ["t"] * 5 + [f"t{n}" for n in range(20)]}, "21 tags"),
        ({"tags": ["t" * 61]}, "has 61"),
        ({"tags": [""]}, "has 0"),
        ({"tags": ["a\x00"]}, "NUL"),
        ({"ttl_seconds": 59}, "from 60"),
        ({"ttl_seconds": 0}, "from 60"),
        ({"ttl_seconds": TTL_SECONDS[-1] + 1}, "from 60"),
    ],
)
def test_what_is_not_taken(agent: Agent, cases: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidMemory, match=message):
        remember(agent=agent, **{"text": PORT} | cases)
    assert not Memory.objects.exists()


def test_the_largest_of_each(agent: Agent) -> None:
    memory = remember(
        agent=agent,
        text="é" * (MAX_BYTES // 2),
        key="é" * 200,
        tags=[f"{n:é>60}" for n in range(20)],
        ttl_seconds=TTL_SECONDS[-1],
    ).memory
    memory.refresh_from_db()
    assert len(memory.text.encode()) == MAX_BYTES


def test_one_byte_too_many(agent: Agent) -> None:
    with pytest.raises(MemoryTooLarge, match=r"64,001 bytes.*Make a stone of it, and remember"):
        remember(agent=agent, text="a" + "é" * (MAX_BYTES // 2))
    with pytest.raises(MemoryTooLarge, match=r"Make stones of its parts \(at most 1,000,000 bytes each\)"):
        remember(agent=agent, text="a" * 1_000_001)


@pytest.mark.parametrize("where", ["text", "key", "tag"])
def test_a_token_is_not_remembered(agent: Agent, where: str) -> None:
    token = new_token()
    cases: dict[str, Any] = {"tags": [token]} if where == "tag" else {where: token}
    with pytest.raises(TokenInContent, match=where):
        remember(agent=agent, **{"text": PORT} | cases)
    assert not Memory.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("shared", [False, True])
def test_two_at_once_under_one_key(shared: bool) -> None:
    """The second waits for the first, and then replaces it; without the lock it would break the constraint."""
    from threading import Thread

    agent = new_agent()
    errors: list[BaseException] = []

    def put(text: str) -> None:
        try:
            remember(agent=agent, text=text, key="port", shared=shared)
        except BaseException as error:  # noqa: BLE001  # told to the test
            errors.append(error)
        finally:
            connection.close()

    threads = [Thread(target=put, args=(f"text {number}",)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(current("port")) == 1
    assert Memory.objects.filter(superseded__isnull=False).count() == 5


@pytest.mark.django_db(transaction=True)
def test_the_same_at_once_without_a_key() -> None:
    from concurrent.futures import ThreadPoolExecutor

    agent = new_agent()

    def put(_: int) -> str:
        try:
            return remember(agent=agent, text=PORT).memory.pk
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(put, range(6)))) == 1


@pytest.mark.parametrize("shared", [False, True])
def test_the_database_allows_one_current_text_a_key(agent: Agent, shared: bool) -> None:
    remember(agent=agent, text=PORT, key="port", shared=shared)
    with pytest.raises(IntegrityError, match="key_once"), transaction.atomic():
        Memory.objects.create(
            account=agent.account, agent=agent, shared=shared, key="port", text="2", tokens=1
        )


def test_a_vector_names_its_model(agent: Agent) -> None:
    passage = remember(agent=agent, text=PORT).memory.passages.get()
    with pytest.raises(IntegrityError, match="memory_vector_names_model"), transaction.atomic():
        MemoryPassage.objects.filter(pk=passage.pk).update(embedding_model="m")
