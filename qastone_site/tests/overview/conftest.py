"""An account whose site works: what a test finds on the overview, it has put there."""

import html
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from qastone_site.models import Heartbeat
from stones.tests.factories import new_account

OpenOverview = Callable[..., "OverviewPage"]


class OverviewPage(str):
    """The overview as it is read, in one line."""

    content: str

    @property
    def alerts(self) -> list[str]:
        return re.findall(r'data-matter="(\w+)"', self.content)

    @property
    def actions(self) -> dict[str, str]:
        """Where each leads."""
        found = re.findall(r'data-matter="(\w+)".*?</li>', self.content, re.DOTALL)
        blocks = re.findall(r'(data-matter="\w+".*?</li>)', self.content, re.DOTALL)
        links = [re.search(r'data-open href="([^"]+)"', block) for block in blocks]
        return {name: html.unescape(link[1]) for name, link in zip(found, links, strict=True) if link}


@pytest.fixture
def alive(db: None) -> None:
    """A worker that was seen just now."""
    Heartbeat.objects.create(name="worker", at=timezone.now())


@pytest.fixture
def account(alive: None) -> User:
    return new_account("bea")


@pytest.fixture
def open_overview() -> OpenOverview:
    """Opens the overview as somebody."""

    def open_as(account: User, address: str = "/") -> OverviewPage:
        response = client_of(account).get(address)
        assert response.status_code == 200
        content = response.content.decode()
        page = OverviewPage(" ".join(html.unescape(re.sub(r"<[^>]+>", " ", content)).split()))
        page.content = content
        return page

    return open_as


def client_of(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client
