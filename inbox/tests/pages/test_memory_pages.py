"""GET /memory/, GET /memory/<id>, POST /memory/chosen."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.models import Agent, Memory
from inbox.services.memory import recall, remember
from inbox.tests.factories import new_agent
from inbox.tests.recall.stored_memories import embed


def get(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def shown(client: Client, query: str = "") -> set[str]:
    return set(re.findall(r'name="chosen" value="(\w+)"', get(client, f"/memory/?{query}")))


def post(client: Client, action: str, *memories: Memory) -> str:
    keys = [memory.pk for memory in memories]
    response = client.post("/memory/chosen", {"action": action, "chosen": keys}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def port(koda: Agent) -> list[Memory]:
    """What stands under a key, and what it replaced, oldest first."""
    texts = ("The port is 7001.", "The port is 7002.", "The port is 9443.")
    return [remember(agent=koda, text=text, key="deploy/port", tags=["ports"]).memory for text in texts]


@pytest.fixture
def greeting(prax: Agent) -> Memory:
    return remember(agent=prax, text="Ann greets with a wave.", shared=True).memory


def test_without_memories_it_says_how_one_comes_about(person: Client) -> None:
    assert "No memories yet" in get(person, "/memory/")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"port", "greeting"}),
        ("q=greeting", {"greeting"}),
        ("q=deploy/po", {"port"}),
        ("q=9443", {"port"}),
        ("q=%227001%22", set()),
        ("agent=prax", {"greeting"}),
        ("tag=ports", {"port"}),
        ("shared=yes", {"greeting"}),
        ("q=%00&agent=%00&tag=%00", {"port", "greeting"}),
    ],
)
def test_words_and_filters(
    person: Client, port: list[Memory], greeting: Memory, query: str, found: set[str]
) -> None:
    rows = {"port": port[-1].pk, "greeting": greeting.pk}
    assert shown(person, query) == {rows[name] for name in found}


def test_a_question_finds_what_an_agent_would_recall(
    person: Client, koda: Agent, port: list[Memory], greeting: Memory
) -> None:
    question = "Which port is it that we deploy on?"
    first = recall(agent=koda, query=question).items[0].memory
    assert first.pk in shown(person, urlencode({"q": question}))
    page = get(person, "/memory/?" + urlencode({"q": "Which port do we deploy on?", "agent": "prax"}))
    assert port[-1].pk not in page


def test_what_only_comes_nearest_says_so(person: Client, port: list[Memory], greeting: Memory) -> None:
    embedder = FakeEmbedder()
    for memory in (port[-1], greeting):
        embed(memory, embedder)
    with use_models(embedder=embedder):
        page = get(person, "/memory/?" + urlencode({"q": "Quelle est la capitale du Pérou"}))
    assert "Nothing clearly matches. This comes nearest" in page
    assert port[0].pk not in page, "replaced"


def test_what_was_replaced_is_shown_where_it_is_asked_for(person: Client, port: list[Memory]) -> None:
    assert shown(person, "history=yes") == {memory.pk for memory in port}


def test_the_page_of_one_has_its_text_and_the_history_of_its_key(person: Client, port: list[Memory]) -> None:
    page = get(person, f"/memory/{port[0].pk}")
    assert re.search(r"<pre[^>]*>The port is 7001\.</pre>", page)
    assert "This text was replaced" in page
    order = re.findall(r"The port is (\d+)\.", page[page.index("History of this key") :])
    assert order == ["9443", "7002", "7001"]
    assert "History of this key" not in get(
        person, f"/memory/{remember(agent=port[0].agent, text='Alone.').memory.pk}"
    )


def test_forgetting_names_what_is_forgotten(person: Client, port: list[Memory], greeting: Memory) -> None:
    assert "“Ann greets with a wave.”" in post(person, "ask-delete", greeting)
    page = post(person, "ask-delete", port[-1], greeting)
    assert "“deploy/port”" in page
    assert "data-chosen-names" in get(person, "/memory/")


def test_forgetting_asks_with_the_number_and_takes_the_history_along(
    person: Client, port: list[Memory], greeting: Memory
) -> None:
    assert "Forget 2 memories?" in post(person, "ask-delete", port[-1], greeting)
    assert Memory.objects.count() == 4
    assert "2 memories forgotten, with 2 earlier under the same keys." in post(
        person, "delete", port[-1], greeting
    )
    assert not Memory.objects.exists()


def test_a_person_forgets_what_several_agents_shared(person: Client, port: list[Memory]) -> None:
    koda = port[0].agent
    mira = new_agent(koda.account, "mira")
    for agent in (koda, mira):
        shared = remember(agent=agent, text=f"{agent.name} shares it.", key="door", shared=True).memory
    own = remember(agent=mira, text="Mine.", key="door").memory
    page = re.sub(r"\s+", " ", get(person, "/memory/"))
    assert "shared by mira with all your agents" in page
    assert "of mira alone" in page
    assert "1 memory forgotten, with 1 earlier under the same keys." in post(person, "delete", shared)
    assert list(Memory.objects.filter(key="door")) == [own]


def test_forgetting_what_was_replaced_leaves_what_stands(person: Client, port: list[Memory]) -> None:
    assert "1 memory forgotten." in post(person, "delete", port[0])
    assert set(Memory.objects.all()) == set(port[1:])


def test_the_export_has_the_chosen_ones(person: Client, port: list[Memory], greeting: Memory) -> None:
    response: Any = person.post("/memory/chosen", {"action": "export", "chosen": [greeting.pk]})
    (row,) = [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]
    assert (row["id"], row["text"]) == (greeting.pk, greeting.text)


@pytest.mark.parametrize("action", ["delete", "export", "ask-delete"])
def test_another_accounts_memories_are_not_there(client: Client, port: list[Memory], action: str) -> None:
    client.force_login(User.objects.create_user("eve"))
    assert shown(client) == set()
    assert client.get(f"/memory/{port[0].pk}").status_code == 404
    assert "Nothing was selected." in post(client, action, *port)
    assert Memory.objects.count() == 3


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow(
    person: Client, koda: Agent, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        remember(agent=koda, text=f"Number {number}.")
    with django_assert_num_queries(9):
        assert len(shown(person)) == rows


def tag(client: Client, action: str, name: str, *memories: Memory) -> str:
    data = {"action": action, "chosen": [memory.pk for memory in memories], "tag": name}
    return client.post("/memory/chosen", data, follow=True).content.decode()


def test_a_tag_is_given_and_taken_and_what_was_done_is_taken_back(
    person: Client, koda: Agent, port: list[Memory], greeting: Memory
) -> None:
    page = tag(person, "tag", "#To Check", port[-1], greeting)
    assert "2 memories tagged #To Check." in page
    assert 'name="action" value="untag"' in page  # the way back
    assert shown(person, "tag=To Check") == {port[-1].pk, greeting.pk}
    assert "0 memories tagged" in tag(person, "tag", "To Check", greeting)
    assert "The tag #To Check is removed from 1 memory." in tag(person, "untag", "To Check", greeting)
    assert shown(person, "tag=To Check") == {port[-1].pk}
    port[-1].refresh_from_db()
    assert port[-1].tags == ["ports", "To Check"]


def test_a_comma_separates_tags(person: Client, port: list[Memory], greeting: Memory) -> None:
    tag(person, "tag", "To Check", greeting)
    page = tag(person, "tag", "#To Check, b", port[-1], greeting)
    assert "2 memories tagged #To Check #b." in page
    greeting.refresh_from_db()
    assert greeting.tags[-2:] == ["To Check", "b"]
    excluded = re.search(r'name="excluded" value="([^"]*)"', page)
    assert excluded is not None
    data = {
        "action": "untag",
        "chosen": [port[-1].pk, greeting.pk],
        "tag": "To Check,b",
        "excluded": excluded[1],
    }
    person.post("/memory/chosen", data)
    greeting.refresh_from_db()
    assert greeting.tags[-1:] == ["To Check"]


def test_an_agent_recalls_by_a_tag_that_a_person_gave(person: Client, koda: Agent, greeting: Memory) -> None:
    def by_word() -> list[str]:
        return [each.memory.pk for each in recall(agent=koda, query="manners").items]

    assert by_word() == []
    tag(person, "tag", "manners", greeting)
    assert by_word() == [greeting.pk]
    tag(person, "untag", "manners", greeting)
    assert by_word() == []


def test_a_text_that_is_remembered_again_keeps_its_tags(
    person: Client, port: list[Memory], greeting: Memory
) -> None:
    tag(person, "tag", "mine", port[-1], greeting)
    for memory in (port[-1], greeting):
        again = remember(
            agent=memory.agent, text=memory.text, key=memory.key, tags=memory.tags, shared=memory.shared
        )
        assert again.memory == memory
    assert shown(person, "tag=mine") == {port[-1].pk, greeting.pk}


def test_a_memory_with_all_the_tags_that_it_can_have_is_not_counted(
    person: Client, port: list[Memory], greeting: Memory
) -> None:
    Memory.objects.filter(pk=greeting.pk).update(tags=[f"tag-{number}" for number in range(20)])
    assert "1 memory tagged #more." in tag(person, "tag", "more", port[-1], greeting)
    assert "No tag was given." in tag(person, "tag", " # ", greeting)
