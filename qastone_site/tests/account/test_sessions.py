"""Where a person is signed in: listed, ended one by one or all others, and only their own."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from qastone_site.accounts.browser_words import describe_browser
from qastone_site.accounts.sessions import open_sessions
from qastone_site.models import BrowserSession
from qastone_site.tests.account.conftest import CHROME, FIREFOX, PASSWORD, sign_in


def test_each_browser_is_listed_and_this_one_marked(ann: User) -> None:
    here, _ = sign_in(FIREFOX), sign_in(CHROME)
    page = here.get("/account").text
    assert page.index("Firefox on Linux") < page.index("this one") < page.index("Chrome on Windows")
    assert page.count("127.0.0.1 · signed in") == 2


def test_one_is_signed_out(ann: User) -> None:
    here, there = sign_in(FIREFOX), sign_in(CHROME)
    other = BrowserSession.objects.get(client=CHROME)
    assert here.post(f"/account/sessions/{other.pk}/end")["Location"] == "/account"
    assert there.get("/stones/")["Location"].startswith("/sign-in")
    assert here.get("/stones/").status_code == 200
    assert "already signed out" in here.post(f"/account/sessions/{other.pk}/end", follow=True).text


def test_all_others_are_signed_out(ann: User) -> None:
    here, *others = (sign_in() for _ in range(3))
    assert "2 other browsers signed out" in here.post("/account/sessions/end-others", follow=True).text
    assert [each.get("/stones/").status_code for each in (here, *others)] == [200, 302, 302]


def test_another_persons_is_not_ended(ann: User) -> None:
    User.objects.create_user("mallory", password=PASSWORD)
    here, thief = sign_in(), sign_in(name="mallory")
    mine = BrowserSession.objects.get(account=ann)
    thief.post(f"/account/sessions/{mine.pk}/end")
    thief.post("/account/sessions/end-others")
    assert here.get("/stones/").status_code == 200
    assert "You are not signed in anywhere else" in thief.get("/account").text


def test_its_last_use_is_stored_now_and_then(ann: User) -> None:
    client = sign_in()
    hour = timezone.now() - timedelta(hours=1)
    BrowserSession.objects.update(last_used=hour)
    client.get("/stones/")
    assert BrowserSession.objects.get().last_used == hour, "signed in a moment ago: no write"
    cache.clear()
    client.get("/stones/", headers={"User-Agent": CHROME})
    row = BrowserSession.objects.get()
    assert row.last_used > hour
    assert row.client == CHROME


def test_a_session_from_before_is_recorded_when_it_is_used(ann: User) -> None:
    client = sign_in()
    BrowserSession.objects.all().delete()
    cache.clear()
    client.get("/stones/")
    assert [row.account for row in open_sessions(ann)] == [ann]


def test_signing_out_forgets_it(ann: User) -> None:
    sign_in().post("/sign-out")
    assert not BrowserSession.objects.exists()


def test_what_an_old_password_opened_is_not_listed(ann: User) -> None:
    sign_in()
    ann.set_password("another horse 9")
    ann.save()
    assert open_sessions(ann) == []


def test_who_is_not_signed_in_leaves_nothing(client: Client, db: None) -> None:
    client.get("/sign-in")
    assert not BrowserSession.objects.exists()


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (CHROME, "Chrome on Windows"),
        (f"{CHROME} Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari on a Mac"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140 Safari/604.1",
            "Chrome on an iPhone",
        ),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl/8.5", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_browser_in_words(agent: str, words: str) -> None:
    assert describe_browser(agent) == words
