"""The one search: each kind is found, nothing of another account's, and every link leads where it says."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from brain.tests import factories as brain
from clipboard.tests.copy_factories import copy
from inbox.services import create_agent
from inbox.services.memory import remember
from inbox.tests import factories as inbox
from quickstart.tests import factories as quickstart
from stones.models import Stone
from stones.tests import factories as stones

pytestmark = pytest.mark.django_db
WORDS = "zeppelin mooring"


@pytest.fixture
def ann() -> User:
    """Whoever has one of each kind about zeppelins."""
    ann = stones.new_account("ann")
    stones.store(ann, content="Check the zeppelin's mooring before noon.")
    koda = inbox.new_agent(ann, "koda")
    inbox.new_agent(ann, "prax")
    inbox.send(koda, "prax", payload="The zeppelin left its mooring.", subject="Mooring")
    collection = quickstart.make_collection(ann, name="airfield")
    quickstart.make_entry(
        collection, question="How is a zeppelin tied to its mooring?", answer="With a rope."
    )
    quickstart.make_skill(collection, title="Zeppelin mooring", description="Tie it.")
    quickstart.index(collection)
    brain.make_note(ann, title="Masts", body="A zeppelin swings round its mooring in the wind.")
    brain.index(ann)
    remember(agent=koda, text="The zeppelin's mooring is on the north field.", key="field")
    copy(ann, "A zeppelin at its mooring, as a page had it.")
    return ann


@pytest.fixture
def person(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def headings(page: str) -> list[str]:
    return re.findall(r'class="section-title">([^<]+)<', page)


def links(page: str) -> list[str]:
    return [link.replace("&amp;", "&") for link in re.findall(r'data-open href="([^"]+)"', page)]


def page_of(client: Client, words: str) -> str:
    response = client.get("/search", {"q": words})
    assert response.status_code == 200
    return response.content.decode()


def test_every_kind_is_found_and_every_link_leads_there(person: Client) -> None:
    page = page_of(person, WORDS)
    kinds = ["Messages", "Stones", "Questions and answers", "Skills", "Notes", "Memory", "Copies"]
    assert headings(page) == kinds
    assert len(links(page)) == 7
    for link in links(page):
        assert person.get(link).status_code == 200, link


def test_nothing_of_another_account(ann: User) -> None:
    other = Client()
    other.force_login(stones.new_account("eve"))
    page = page_of(other, WORDS)
    assert headings(page) == []
    assert "Nothing found" in page


def test_further_hits_are_behind_a_link(ann: User, person: Client) -> None:
    for number in range(6):
        stones.store(ann, content=f"Zeppelin {number} has no mooring.")
    page = page_of(person, WORDS)
    assert page.count("All stones with these words") == 1
    assert len([link for link in links(page) if link.startswith("/stones/")]) == 5
    everything = person.get("/stones/", {"q": WORDS}).content.decode()
    assert "<strong>7</strong> stones found" in everything


def test_operators_of_the_lists_narrow_them(ann: User, person: Client) -> None:
    stones.store(ann, content="A zeppelin needs a mooring mast.", glow_channel="data")
    page = page_of(person, f"{WORDS} channel:data")
    assert [link for link in links(page) if link.startswith("/stones/")] != []
    assert ">data<" in page
    assert page.count('data-open href="/stones/') == 1


@pytest.mark.parametrize("words", ["", " ", "\x00", '"', "-", "()&|!:*", "' or 1=1 --"], ids=repr)
def test_whatever_is_typed_is_answered(person: Client, words: str) -> None:
    assert "<h1" in page_of(person, words)


def test_the_same_as_json(person: Client) -> None:
    page, found = page_of(person, WORDS), person.get("/search", {"q": WORDS, "format": "json"}).json()
    assert [group["name"] for group in found["groups"]] == headings(page)
    hits = [hit for group in found["groups"] for hit in group["hits"]]
    assert [hit["url"].removeprefix("http://testserver") for hit in hits] == links(page)
    assert all(hit["title"] for hit in hits)
    assert (found["q"], found["not_understood"]) == (WORDS, [])


def test_htmx_gets_the_results_alone(person: Client) -> None:
    response = person.get("/search", {"q": WORDS}, headers={"HX-Request": "true", "HX-Target": "found"})
    page = response.content.decode()
    assert "<html" not in page
    assert headings(page)[0] == "Messages"
    assert response["Vary"] == "HX-Request, HX-Target, Cookie"


def test_the_number_of_queries_does_not_grow(
    ann: User, person: Client, django_assert_max_num_queries: object
) -> None:
    page_of(person, WORDS)
    with django_assert_max_num_queries(42) as one:  # type: ignore[operator]
        page_of(person, WORDS)
    for number in range(3):
        stones.store(ann, content=f"Zeppelin {number} has no mooring.")
        brain.make_note(ann, title=f"Mast {number}", body="Of a zeppelin's mooring.")
    with django_assert_max_num_queries(len(one)):  # type: ignore[operator]
        page_of(person, WORDS)


def test_a_key_that_no_kind_knows_is_named(ann: User) -> None:
    client = Client()
    client.force_login(ann)
    page = client.get("/search", {"q": "sender:koda mooring"}).content.decode()
    assert "<code>sender:</code> is no key of this search" in page
    assert "is no key" not in client.get("/search", {"q": "priority:high channel:task"}).content.decode()


def test_sections_of_the_manual_are_found_by_everybody(person: Client) -> None:
    page = page_of(person, "backup restore")
    assert headings(page) == ["Manual"]
    assert links(page)[0] == "/manual/operators#backup-and-restore"
    assert "/manual/messages#webhooks" in links(page_of(person, "webhooks"))


def test_an_archived_stone_is_found_here_and_in_the_list_that_it_leads_to(ann: User, person: Client) -> None:
    Stone.objects.filter(account=ann).update(archived=timezone.now())
    assert "Stones" in headings(page_of(person, WORDS))
    assert links(person.get("/stones/", {"q": WORDS}).content.decode()) == []
    everything = person.get("/stones/", {"q": WORDS, "shown": "all"}).content.decode()
    assert len(links(everything)) == 1
    assert "<span>archived</span>" in everything


def test_whose_words_a_sentence_is(ann: User, person: Client) -> None:
    source = "The gasometer holds 40 tons. " + "Each of its valves was read by hand at noon. " * 40
    stones.store(ann, content=source)
    stones.store(ann, content=f"{source} Again.", summary="The gasometer holds 40 tons.")
    page = page_of(person, "gasometer")
    assert sorted(re.findall(r'class="origin"[^>]*>([^<]+)<', page)) == ["extract", "sender’s words"]


PARTIAL = "None has all of these words"


def test_where_none_has_every_word_those_with_most_are_found(ann: User, person: Client) -> None:
    stones.store(ann, content="The mooring of the barge is paid until May.")
    page = page_of(person, "zeppelin mooring unobtainium")
    assert headings(page)[:2] == ["Messages", "Stones"]
    assert {"Memory", "Copies"} <= {*headings(page)}
    assert page.count(PARTIAL) == 4
    assert "All stones" not in page
    stone_links = [link for link in links(page) if link.startswith("/stones/")]
    first = person.get(stone_links[0]).content.decode()
    assert "before noon" in first
    assert PARTIAL not in page_of(person, WORDS)


@pytest.mark.parametrize("path", ["/stones/?", "/inbox/?agent=*&tab=all&", "/clipboard/?"])
def test_a_list_without_every_word_leads_to_the_search_for_some(person: Client, path: str) -> None:
    link = 'href="/search?q=zeppelin%20unheard"'
    assert link in person.get(f"{path}q=zeppelin+unheard").content.decode()
    assert link not in person.get(f"{path}q=unheard").content.decode()
    assert person.get("/search?q=zeppelin%20unheard").content.decode().count("data-row") > 0


def test_a_rare_word_counts_for_more(ann: User, person: Client) -> None:
    for number in range(8):
        stones.store(ann, content=f"Barge {number} is on the lake.")
    stones.store(ann, content="The quagga was fed.")
    page = page_of(person, "barge quagga unobtainium")
    assert links(page)[0].startswith("/stones/")
    assert "The quagga was fed." in page
    assert "Barge 3" not in page
    # One word of four is no find, however rare.
    assert links(page_of(person, "quagga unobtainium kelpies basilisk")) == []


def test_what_is_excluded_quoted_or_narrowed_stays_so(ann: User, person: Client) -> None:
    assert PARTIAL not in page_of(person, '"zeppelin unobtainium"')
    assert PARTIAL not in page_of(person, "zeppelin unobtainium -mooring")
    narrowed = page_of(person, "zeppelin unobtainium channel:data")
    assert not [link for link in links(narrowed) if link.startswith("/stones/")]


def test_most_words_take_few_queries(person: Client, django_assert_max_num_queries: object) -> None:
    page_of(person, WORDS)
    with django_assert_max_num_queries(50):  # type: ignore[operator]
        page_of(person, "zeppelin mooring unobtainium gasometer ballast")


def test_an_agent_is_found_by_its_name(ann: User, person: Client) -> None:
    create_agent(account=ann, name="ferry-watch")
    create_agent(account=User.objects.create_user("bob"), name="ferry-count")
    page = page_of(person, "ferry")
    assert "Agents" in headings(page)
    assert "/agents/ferry-watch/" in links(page)
    assert "ferry-count" not in page
