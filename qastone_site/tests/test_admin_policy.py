"""The policy of /admin/: sent with every page of it, and strict enough that no page breaks it."""

import os

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import SignIn
from quickstart.tests.factories import make_collection, make_entry


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_superuser("root")


def directives(client: Client, path: str) -> dict[str, list[str]]:
    header = client.get(path)["Content-Security-Policy"]
    return {name: words for name, *words in (part.split() for part in header.split(";") if part.strip())}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/admin/auth/user/", "/admin/nosuch/"])
def test_every_page_of_it_has_a_policy(admin_client: Client, path: str) -> None:
    policy = directives(admin_client, path)
    assert policy["script-src"] == ["'self'", "'unsafe-eval'"]
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == ["'none'"]
    assert policy["form-action"] == policy["connect-src"] == ["'self'"]


@pytest.mark.django_db
def test_other_pages_have_the_stricter_policy(admin_client: Client) -> None:
    policy = directives(admin_client, "/stones/")
    assert not [word for words in policy.values() for word in words if "unsafe" in word]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_no_page_breaks_it(
    page: Page, sign_in: SignIn, complaints: list[str], live_server: LiveServer, ann: User
) -> None:
    entry = make_entry(make_collection(ann))
    sign_in(page.context)
    lists = [
        reverse(f"admin:{each._meta.app_label}_{each._meta.model_name}_changelist")
        for each in admin.site._registry
    ]
    entries = reverse("admin:quickstart_entry_changelist")
    others = [
        f"{entries}{entry.pk}/change/",
        f"{entries}{entry.pk}/history/",
        f"{entries}import/",
        f"{entries}export/",
    ]
    lists = lists if os.environ.get("TEST_ALL") else lists[::5]
    for path in [reverse("admin:index"), *lists, *others, reverse("admin:password_change")]:
        page.goto(live_server.url + path)
    assert complaints == []
    # Alpine.js works: it has made what its expressions say.
    assert page.evaluate("() => document.querySelector('[x-data]')._x_dataStack.length > 0")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_script_that_got_into_a_page_does_not_run(
    page: Page, sign_in: SignIn, live_server: LiveServer
) -> None:
    sign_in(page.context)
    page.goto(live_server.url + reverse("admin:index"))
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.broken = true";
            document.body.append(script);
            document.body.insertAdjacentHTML("beforeend", '<img src="x:" onerror="window.broken = true">');
        }"""
    )
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.broken === undefined")
