"""POST /inbox/done: one row, many rows, and back."""

import re

import pytest
from django.test import Client

from inbox.models import Agent, Delivery
from inbox.tests.factories import deliver


def put_away() -> set[int]:
    return set(Delivery.objects.filter(archived_at__isnull=False).values_list("pk", flat=True))


def test_the_chosen_are_done_and_can_be_taken_back(person: Client, koda: Agent, prax: Agent) -> None:
    first, second, third = (deliver(agent) for agent in (koda, prax, koda))
    response = person.post(
        "/inbox/done", {"delivery": [first.pk, second.pk], "next": "/inbox/?tab=all"}, follow=True
    )
    assert response.redirect_chain == [("/inbox/?tab=all", 302)]
    page = response.content.decode()
    assert "2 done." in page
    assert put_away() == {first.pk, second.pk}

    undo = re.search(r'<form class="undo".*?</form>', page, re.DOTALL)
    assert undo is not None
    keys = re.findall(r'name="delivery" value="(\d+)"', undo[0])
    page = person.post("/inbox/done", {"delivery": keys, "action": "undo"}, follow=True).content.decode()
    assert "2 back in the inbox." in page
    assert put_away() == set()
    assert third.pk not in {int(key) for key in keys}


def test_a_rows_own_button_takes_only_that_row(person: Client, koda: Agent) -> None:
    first, second = deliver(koda), deliver(koda)
    person.post("/inbox/done", {"delivery": [first.pk], "only": second.pk})
    assert put_away() == {second.pk}


@pytest.mark.parametrize("keys", [[], ["nonsense"], ["\x00"], ["9" * 30]])
def test_nothing_chosen_is_said(person: Client, koda: Agent, keys: list[str]) -> None:
    response = person.post("/inbox/done", {"delivery": keys}, follow=True)
    assert b"Nothing was chosen." in response.content


def test_what_is_another_accounts_stays(person: Client, mallory: Agent) -> None:
    delivery = deliver(mallory)
    person.post("/inbox/done", {"delivery": [delivery.pk]})
    assert put_away() == set()


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_it_goes_back_to_a_page_of_ours(person: Client, koda: Agent, address: str) -> None:
    response = person.post("/inbox/done", {"delivery": [deliver(koda).pk], "next": address})
    assert response["Location"] == "/inbox/"


def test_a_stranger_changes_nothing(client: Client, koda: Agent) -> None:
    assert client.post("/inbox/done", {"delivery": [deliver(koda).pk]}).status_code == 302
    assert put_away() == set()


def test_it_is_done_by_post_alone(person: Client) -> None:
    assert person.get("/inbox/done").status_code == 405
