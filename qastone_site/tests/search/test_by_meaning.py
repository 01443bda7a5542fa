"""The search finds stones and memories whose words are others, behind those that have all words."""

from collections.abc import Iterator, Sequence

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.jobs.find_jobs import find_job
from core.jobs.run_job import run_now
from core.llm import LLMError
from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeEmbedder, use_models
from core.llm.model_errors import ErrorKind
from inbox.models import EMBED_MEMORY, Memory
from inbox.services.memory import remember
from inbox.tests import factories as inbox
from qastone_site.search.result_groups import ResultGroup
from qastone_site.search.search_site import search
from search.embed_passages import requeue_outdated
from stones import services
from stones.models import EMBED_SOURCE, Stone, StonePassage
from stones.tests import factories as stones

pytestmark = pytest.mark.django_db
QUESTION = "when must the ferry crew grease the long chain"
NEAR = "The ferry crew must grease the chain, and check its links."
WHOLE = "When the long winter ends, the crew of the ferry must grease the chain."
FAR = "Invoices of the bakery are paid by the bank on Fridays."


class Failing(FakeEmbedder):
    def embed(self, texts: Sequence[str]) -> Vectors:
        raise LLMError("It is away.", kind=ErrorKind.UNREACHABLE)


@pytest.fixture(autouse=True)
def embedder() -> Iterator[None]:
    with use_models(embedder=FakeEmbedder()):
        yield


@pytest.fixture
def ann() -> User:
    return stones.new_account("ann")


def store(account: User, content: str) -> Stone:
    stone = stones.store(account, content=content)
    stones.write_levels(stone)
    return stone


def keep(account: User, text: str) -> Memory:
    agent = account.agents.first() or inbox.new_agent(account, "koda")
    memory = remember(agent=agent, text=text).memory
    run_now(find_job(memory, EMBED_MEMORY))
    return memory


def group(account: User, name: str, words: str = QUESTION) -> ResultGroup | None:
    return next((each for each in search(account, words) if each.name == name), None)


def found(account: User, name: str, words: str = QUESTION) -> list[tuple[str, bool]]:
    """The beginnings of its hits, and whether they only come near."""
    hits = each.hits if (each := group(account, name, words)) else []
    return [(hit.title[:8], hit.is_near) for hit in hits]


@pytest.mark.parametrize(("name", "make"), [("Stones", store), ("Memory", keep)])
def test_what_has_every_word_comes_first(name: str, make: object, ann: User) -> None:
    for text in (FAR, WHOLE, NEAR):
        make(ann, text)  # type: ignore[operator]
    make(stones.new_account("bob"), f"{NEAR} Says Bob.")  # type: ignore[operator]
    assert found(ann, name) == [(WHOLE[:8], False), (NEAR[:8], True)]
    assert found(ann, name, "the sourdough starter of a windmill") == []
    for exact in (f"{QUESTION} -invoices", '"ferry crew grease the long chain"'):
        assert NEAR[:8] not in dict(found(ann, name, exact))


@pytest.mark.parametrize(("name", "make"), [("Stones", store), ("Memory", keep)])
def test_of_those_with_every_word_the_nearest_comes_first(name: str, make: object, ann: User) -> None:
    loose = (
        "A crew of six, a long queue, a chain of shops: the ferry must wait when they grease the door. "
        + FAR * 3
    )
    for text in (WHOLE, loose):  # the loose one is newer
        make(ann, text)  # type: ignore[operator]
    assert found(ann, name) == [(WHOLE[:8], False), (loose[:8], False)]


@pytest.mark.parametrize(("name", "make"), [("Stones", store), ("Memory", keep)])
@pytest.mark.parametrize(
    "words", ["grease - the chain of a submarine", "grease a winch or the chain, sailor"]
)
def test_a_dash_or_an_or_of_a_question_is_no_operator(name: str, make: object, words: str, ann: User) -> None:
    make(ann, NEAR)  # type: ignore[operator]
    assert found(ann, name, words) == [(NEAR[:8], True)]


def test_until_a_new_model_has_embedded_them_words_find_them(ann: User) -> None:
    store(ann, NEAR)
    for embedder in (FakeEmbedder(name="gone"), Failing()):
        with use_models(embedder=embedder):
            assert found(ann, "Stones", "grease chain submarine") == [(NEAR[:8], True)]


def test_the_page_says_which_come_near(ann: User) -> None:
    for text in (WHOLE, NEAR):
        store(ann, text)
    client = Client()
    client.force_login(ann)
    page = client.get("/search", {"q": QUESTION}).content.decode()
    assert page.index("When the long winter") < page.index("come near:") < page.index("and check its links")
    assert "None has all of these words" not in page
    hits = client.get("/search", {"q": QUESTION, "format": "json"}).json()["groups"][0]["hits"]
    assert [hit["is_near"] for hit in hits] == [False, True]


def test_a_deleted_stone_is_not_near(ann: User) -> None:
    stone = store(ann, NEAR)
    assert found(ann, "Stones") == [(NEAR[:8], True)]
    services.delete_stone(account=ann, border_hash=stone.content.border_hash)
    assert found(ann, "Stones") == []


def test_filters_hold_for_what_is_near(ann: User) -> None:
    store(ann, NEAR)
    assert found(ann, "Stones", f"{QUESTION} channel:task") == [(NEAR[:8], True)]
    assert found(ann, "Stones", f"{QUESTION} channel:data") == []


def test_a_text_that_was_stored_twice_is_listed_once(ann: User) -> None:
    for agent in ("koda", "prax"):
        store(ann, NEAR)
        stones.store(ann, content=NEAR, source_agent=agent)
    assert found(ann, "Stones") == [(NEAR[:8], True)]


def test_another_model_embeds_stones_anew(ann: User) -> None:
    stone = store(ann, NEAR)
    with use_models(embedder=FakeEmbedder(name="other")):
        assert requeue_outdated(account=ann) == 1
        run_now(find_job(stone.content, EMBED_SOURCE))
        assert {each.embedding_model for each in StonePassage.objects.all()} == {"other"}
        assert requeue_outdated(account=ann) == 0
        assert found(ann, "Stones") == [(NEAR[:8], True)]
