"""The page Menus: items, proposals with reasons, applied and undone by a person."""

from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from assistant.menus import SHIPPED
from assistant.models import MenuChange
from assistant.queries.menu_usage import order_of
from assistant.services.decide_proposals import propose
from assistant.tests.api_pages import app_of, signed_in
from assistant.tests.services.test_decide_proposals import MOVED, prefers_the_brain

PATH = "/assistant/menus"


@pytest.fixture
def client(account: User) -> Client:
    return signed_in(account).client


@pytest.fixture
def change(account: User) -> MenuChange:
    prefers_the_brain(account)
    return propose(account=account, app="qastone")[0]


def text_of(client: Client) -> str:
    return unescape(client.get(PATH).content.decode())


def test_as_they_are_shipped(client: Client, account: User) -> None:
    app_of(account)
    page = text_of(client)
    assert page.count("No proposals.") == 2
    assert page.count("Load more context") == 2
    assert "https://notes.example.org" in page
    assert "Restore the default menus" not in page


def test_a_proposal_applied_and_undone(client: Client, account: User, change: MenuChange) -> None:
    page = text_of(client)
    assert "Move “Ask the brain” up in the menu of selected text" in page
    assert change.reason in page
    path = f"{PATH}/{change.pk}"
    assert client.post(path, {"decision": "apply"})["Location"] == f"{PATH}#app-qastone"
    assert order_of(account, "qastone")["selection"] == MOVED
    page = text_of(client)
    assert "Applied. You can undo it below." in page
    assert 'value="undo"' in page
    client.post(path, {"decision": "undo"})
    assert order_of(account, "qastone")["selection"] == list(SHIPPED["selection"])


def test_dismissed(client: Client, change: MenuChange) -> None:
    client.post(f"{PATH}/{change.pk}", {"decision": "dismiss"})
    page = text_of(client)
    assert "it will not be proposed again for a month" in page
    assert change.reason not in page


def test_too_late(client: Client, account: User, change: MenuChange) -> None:
    client.post(f"{PATH}/{change.pk}", {"decision": "dismiss"})
    client.post(f"{PATH}/{change.pk}", {"decision": "apply"})
    assert "is dismissed already" in text_of(client)
    assert order_of(account, "qastone")["selection"] == list(SHIPPED["selection"])


def test_the_shipped_menus_again(client: Client, account: User, change: MenuChange) -> None:
    client.post(f"{PATH}/{change.pk}", {"decision": "apply"})
    for message in ("The default menus are restored.", "These are already the default menus."):
        client.post(f"{PATH}/restore", {"app": "qastone"})
        assert message in text_of(client)
    assert order_of(account, "qastone")["selection"] == list(SHIPPED["selection"])


@pytest.mark.parametrize("app", ["", "\x00", "nothing"], ids=["empty", "no text", "none"])
def test_menus_of_no_app(client: Client, app: str) -> None:
    assert client.post(f"{PATH}/restore", {"app": app}).status_code == 302


def test_anothers_are_not_there(other: User, change: MenuChange) -> None:
    client = signed_in(other).client
    assert change.reason not in text_of(client)
    assert client.post(f"{PATH}/{change.pk}", {"decision": "apply"}).status_code == 404
    assert client.post(f"{PATH}/{change.pk}", {"decision": "like"}).status_code == 400
    client.post(f"{PATH}/restore", {"app": "qastone"})
    assert MenuChange.objects.get().decision == "proposed"
