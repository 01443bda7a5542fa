"""POST /inbox/done: one row, many rows, and back."""

import re

import pytest
from django.test import Client

from inbox.models import Agent, Delivery
from inbox.queries.deliveries import TABS, DeliveryFilter, agent_deliveries, unread_count
from inbox.services.read_messages import archive
from inbox.tests.factories import deliver


def put_away() -> set[int]:
    return {delivery.pk for delivery in Delivery.objects.select_related("agent") if delivery.is_put_away}


def test_the_chosen_are_done_and_can_be_taken_back(person: Client, koda: Agent, prax: Agent) -> None:
    first, second, third = (deliver(agent) for agent in (koda, prax, koda))
    response = person.post(
        "/inbox/done", {"chosen": [first.pk, second.pk], "next": "/inbox/?tab=all"}, follow=True
    )
    assert response.redirect_chain == [("/inbox/?tab=all", 302)]
    page = response.content.decode()
    assert "2 done for you. Your agents’ inboxes are as before." in page
    assert put_away() == {first.pk, second.pk}

    undo = re.search(r'<form class="undo".*?</form>', page, re.DOTALL)
    assert undo is not None
    keys = re.findall(r'name="chosen" value="(\d+)"', undo[0])
    page = person.post("/inbox/done", {"chosen": keys, "action": "undo"}, follow=True).content.decode()
    assert "2 back in the inbox." in page
    assert put_away() == set()
    assert third.pk not in {int(key) for key in keys}


def what_it_sees(agent: Agent) -> tuple[object, ...]:
    """Everything that an agent's inbox lists, by tab."""
    deliveries = Delivery.objects.filter(agent=agent).order_by("pk").values()
    rows = [{key: value for key, value in each.items() if key != "put_away_at"} for each in deliveries]
    tabs = [[each.pk for each in agent_deliveries(agent, DeliveryFilter(tab=tab))] for tab in TABS]
    return rows, tabs, unread_count(agent)


def test_an_agent_sees_nothing_of_what_its_person_does(person: Client, koda: Agent, prax: Agent) -> None:
    delivery = deliver(koda, sender=prax, needs_answer=True)
    before = what_it_sees(koda)
    assert before[2] == 1
    for address in (
        "/inbox/",
        "/inbox/?agent=*",
        "/inbox/?agent=koda&tab=all",
        f"/inbox/{delivery.message_id}",
        f"/inbox/{delivery.message_id}/text",
        f"/inbox/deliveries/{delivery.pk}/acknowledge",
        f"/inbox/deliveries/{delivery.pk}/take-out",
    ):
        assert person.get(address).status_code == 200
        assert what_it_sees(koda) == before, address
    person.post("/inbox/done", {"chosen": [delivery.pk]})
    assert what_it_sees(koda) == before
    assert rows_of(person, "?agent=*") == []
    assert rows_of(person, "?agent=*&tab=done") == [delivery.message_id]
    person.post("/inbox/done", {"chosen": [delivery.pk], "action": "undo"})
    assert what_it_sees(koda) == before
    assert rows_of(person, "?agent=*") == [delivery.message_id]


def test_what_came_to_the_person_is_archived(person: Client, me: Agent) -> None:
    delivery = deliver(me)
    page = person.post("/inbox/done", {"chosen": [delivery.pk]}, follow=True).content.decode()
    assert "1 done." in page
    assert put_away() == {delivery.pk}
    assert unread_count(me) == 0


def test_what_its_agent_put_away_is_not_taken_back(person: Client, koda: Agent) -> None:
    delivery = deliver(koda)
    archive(agent=koda, message=delivery.message_id)
    page = person.get("/inbox/?agent=koda&tab=done").content.decode()
    assert delivery.message_id in page
    assert 'name="only"' not in page
    assert 'name="back"' not in page
    response = person.post("/inbox/done", {"chosen": [delivery.pk], "action": "undo"}, follow=True)
    assert b"Nothing to move back" in response.content
    delivery.refresh_from_db()
    assert delivery.archived_at is not None


def rows_of(client: Client, query: str) -> list[str]:
    page = client.get(f"/inbox/{query}").content.decode()
    return re.findall(r'data-open href="/inbox/(\w{26})(?:\?[^"#]*)?#', page)


def test_a_rows_own_button_takes_only_that_row(person: Client, koda: Agent) -> None:
    first, second = deliver(koda), deliver(koda)
    person.post("/inbox/done", {"chosen": [first.pk], "only": second.pk})
    assert put_away() == {second.pk}


def test_what_is_done_already_is_not_counted_again(person: Client, koda: Agent) -> None:
    first, second = deliver(koda), deliver(koda)
    person.post("/inbox/done", {"chosen": [first.pk]}, follow=True)
    response = person.post("/inbox/done", {"chosen": [first.pk, second.pk]}, follow=True)
    page = response.content.decode()
    assert "1 done for you. koda’s inbox is as before." in page
    undo = re.search(r'<form class="undo".*?</form>', page, re.DOTALL)
    assert undo is not None
    assert re.findall(r'name="chosen" value="(\d+)"', undo[0]) == [str(second.pk)]
    response = person.post("/inbox/done", {"chosen": [first.pk, second.pk]}, follow=True)
    assert "already done" in response.content.decode()


@pytest.mark.parametrize("keys", [[], ["nonsense"], ["\x00"], ["9" * 30]])
def test_choosing_nothing_is_reported(person: Client, koda: Agent, keys: list[str]) -> None:
    response = person.post("/inbox/done", {"chosen": keys}, follow=True)
    assert b"Nothing was selected." in response.content


def test_what_is_another_accounts_stays(person: Client, mallory: Agent) -> None:
    delivery = deliver(mallory)
    person.post("/inbox/done", {"chosen": [delivery.pk]})
    assert put_away() == set()


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_it_redirects_to_pages_of_this_site_alone(person: Client, koda: Agent, address: str) -> None:
    response = person.post("/inbox/done", {"chosen": [deliver(koda).pk], "next": address})
    assert response["Location"] == "/inbox/"


def test_a_stranger_changes_nothing(client: Client, koda: Agent) -> None:
    assert client.post("/inbox/done", {"chosen": [deliver(koda).pk]}).status_code == 302
    assert put_away() == set()


def test_it_is_done_by_post_alone(person: Client) -> None:
    assert person.get("/inbox/done").status_code == 405
