"""Origins as browsers send them, and apps that are one account's own."""

import pytest
from django.contrib.auth.models import User

from assistant.exceptions import AppNotFound, InvalidApp, TooManyApps
from assistant.models import App
from assistant.services.manage_apps import MAX_APPS, checked_origin, create_app, find_app, has_app
from assistant.tests.api_pages import ORIGIN, app_of


@pytest.mark.parametrize(
    ("typed", "origin"),
    [
        ("https://notes.example.org", "https://notes.example.org"),
        ("  https://Notes.Example.ORG/  ", "https://notes.example.org"),
        ("https://notes.example.org:443", "https://notes.example.org"),
        ("https://notes.example.org:8443", "https://notes.example.org:8443"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://192.0.2.7:8443", "https://192.0.2.7:8443"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]"),
        ("http://localhost", "http://localhost"),
        ("http://localhost:80", "http://localhost"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://127.0.0.1:3000", "http://127.0.0.1:3000"),
        ("http://[::1]:3000", "http://[::1]:3000"),
    ],
)
def test_an_origin_is_written_as_browsers_send_it(typed: str, origin: str) -> None:
    assert checked_origin(typed) == checked_origin(origin) == origin


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "null",
        "*",
        "notes.example.org",
        "//notes.example.org",
        "https://",
        "https://notes.example.org/path",
        "https://notes.example.org?q=1",
        "https://notes.example.org#top",
        "https://ann@notes.example.org",
        "https://notes.example.org:port",
        "https://notes.example.org:0",
        "https://notes.example.org:99999",
        "https://*.example.org",
        "https://notes example.org",
        "https://notes\x00.example",
        "https://[::1",
        "http://notes.example.org",
        "http://localhost.evil.example",
        "http://192.0.2.7",
        "ftp://localhost",
        "javascript:alert(1)",
        "chrome-extension://abcdef",
        f"https://{'a' * 63}.{'b' * 63}.{'c' * 63}.example",
    ],
    ids=lambda typed: repr(typed)[:40],
)
def test_what_is_no_origin(typed: str) -> None:
    with pytest.raises(InvalidApp):
        checked_origin(typed)


def test_each_key_is_its_own(account: User, other: User) -> None:
    keys = [app_of(who).key for who in (account, other)]
    assert len(set(keys)) == 2
    assert all(key.startswith("qaw_") and len(key) == 28 for key in keys)


def test_whether_somebodys_app_has_an_origin(app: App) -> None:
    assert has_app(origin=ORIGIN)
    assert has_app(origin=ORIGIN, key=app.key)
    assert not has_app(origin=ORIGIN, key="qaw_other")
    assert not has_app(origin="https://other.example", key=app.key)
    assert not has_app(origin="\x00")
    assert not has_app(origin=ORIGIN, key="\x00")


def test_an_account_has_so_many(account: User) -> None:
    App.objects.bulk_create(
        App(account=account, name=f"app-{n}", origin=f"https://{n}.example") for n in range(MAX_APPS)
    )
    with pytest.raises(TooManyApps):
        create_app(account=account, name="notes", origin=ORIGIN)
    assert App.objects.count() == MAX_APPS


def test_found_by_its_own_account(app: App, other: User) -> None:
    assert find_app(app.account, app.pk) == app
    for whose, app_id in [
        (other, app.pk),
        (app.account, "0" * 26),
        (app.account, "é\x00"),
        (app.account, ""),
    ]:
        with pytest.raises(AppNotFound):
            find_app(whose, app_id)
