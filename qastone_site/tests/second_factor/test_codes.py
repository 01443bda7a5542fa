"""A second factor by codes: set up, asked for at sign-in, limited, used once, removed."""

import pytest
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from audit.models import AuditEntry
from core.cli.tests.command_runner import RunCommand
from qastone_site.environment import ROOT
from qastone_site.tests.second_factor.conftest import FACTORS, PASSWORD, Clock, code_of, set_up_app, sign_in

SECOND = f"{FACTORS}sign-in"


def test_who_has_none_signs_in_as_before(client: Client, ann: User) -> None:
    assert sign_in(client) == "/"
    assert client.get("/stones/").status_code == 200


def test_the_apps_code_is_required_after_the_password(client: Client, ann: User, later: Clock) -> None:
    secret, codes = set_up_app(client)
    assert len(codes) == 10
    another = Client()
    assert sign_in(another) == SECOND
    assert another.get("/stones/")["Location"].startswith("/sign-in"), "the password alone opens nothing"
    later(30)
    assert another.post(SECOND, {"code": code_of(secret)})["Location"] == "/"
    assert another.get("/stones/").status_code == 200


def test_it_returns_to_where_one_was_going(client: Client, ann: User, later: Clock) -> None:
    secret, _ = set_up_app(client)
    later(30)
    another = Client()
    assert (
        another.post("/sign-in?next=/paste", {"username": "ann", "password": PASSWORD})["Location"] == SECOND
    )
    assert another.post(SECOND, {"code": code_of(secret)})["Location"] == "/paste"


def test_a_code_opens_once(client: Client, ann: User, later: Clock) -> None:
    secret, _ = set_up_app(client)
    later(30)
    first, second = Client(), Client()
    for each in (first, second):
        sign_in(each)
    assert first.post(SECOND, {"code": code_of(secret)}).status_code == 302
    assert second.post(SECOND, {"code": code_of(secret)}).status_code == 200
    later(30)
    assert second.post(SECOND, {"code": code_of(secret)}).status_code == 302


def test_a_recovery_code_opens_once(client: Client, ann: User) -> None:
    _, codes = set_up_app(client)
    another = Client()
    for answer in (302, 200):
        another.logout()
        sign_in(another)
        assert another.post(SECOND, {"code": codes[0]}).status_code == answer
    assert b"9 codes of 10 are unused" in client.get(FACTORS).content


def test_codes_are_displayed_once(client: Client, ann: User) -> None:
    _, codes = set_up_app(client)
    page = client.get(f"{FACTORS}codes").content.decode()
    assert not any(code in page for code in codes)
    assert "cannot be shown again" in page


def test_guessing_a_code_ends(client: Client, ann: User, later: Clock) -> None:
    secret, _ = set_up_app(client)
    later(30)
    guesser = Client()
    sign_in(guesser)
    wrong = "000000" if code_of(secret) != "000000" else "000001"
    pages = [guesser.post(SECOND, {"code": wrong}) for _ in range(9)]
    assert b"Incorrect code" in pages[0].content
    assert b"Too many wrong codes" in pages[8].content
    assert b"Too many wrong codes" in guesser.post(SECOND, {"code": code_of(secret)}).content
    assert guesser.get("/stones/").status_code == 302
    # The owner's password is not shut by it.
    assert sign_in(Client()) == SECOND


def test_guesses_from_all_over_do_not_shut_out_who_signed_in_there(
    client: Client, ann: User, later: Clock
) -> None:
    """As with the password: guesses of many addresses close the name to strangers alone."""
    secret, _ = set_up_app(client)
    later(30)
    wrong = "000000" if code_of(secret) != "000000" else "000001"
    for network in range(3):
        guesser = Client(REMOTE_ADDR=f"10.0.{network}.1")
        sign_in(guesser)
        for _ in range(8):
            guesser.post(SECOND, {"code": wrong})
    stranger, owner = Client(REMOTE_ADDR="10.0.9.1"), Client()
    for each in (stranger, owner):
        assert sign_in(each) == SECOND
    assert b"Too many wrong codes" in stranger.post(SECOND, {"code": code_of(secret)}).content
    assert owner.post(SECOND, {"code": code_of(secret)}).status_code == 302


def test_the_admin_has_no_sign_in_of_its_own(client: Client, ann: User) -> None:
    set_up_app(client)
    thief = Client()
    response = thief.post("/admin/login/", {"username": "ann", "password": PASSWORD, "next": "/admin/"})
    assert response.status_code == 405
    assert thief.get("/admin/login/?next=/admin/")["Location"] == "/sign-in?next=%2Fadmin%2F"
    assert thief.get("/admin/").status_code == 302


def test_people_who_are_no_staff_are_refused(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("bob"))
    assert client.get("/admin/", follow=True).status_code == 403


def test_what_is_stored_opens_nothing_without_the_sites_key(client: Client, ann: User) -> None:
    secret, _ = set_up_app(client)
    assert secret not in str(list(Authenticator.objects.values_list("data", flat=True)))


def test_removed_the_password_alone_signs_in(client: Client, ann: User) -> None:
    set_up_app(client)
    assert client.post(f"{FACTORS}app/remove")["Location"] == FACTORS
    assert not Authenticator.objects.exists()
    assert sign_in(Client()) == "/"


def test_a_change_asks_for_the_password_again(client: Client, ann: User, later: Clock) -> None:
    set_up_app(client)
    later(301)
    refused = client.post(f"{FACTORS}app/remove")
    assert refused["Location"].startswith(f"{FACTORS}confirm")
    assert Authenticator.objects.count() == 2
    assert client.post(f"{FACTORS}confirm", {"password": "guess"}).status_code == 200


def test_an_operator_removes_it(client: Client, ann: User, run: RunCommand) -> None:
    set_up_app(client)
    assert run("remove_second_factor", "ann", "--dry-run").out.endswith("would be removed.\n")
    assert Authenticator.objects.count() == 2
    assert "The password alone signs in now." in run("remove_second_factor", "ann").out
    assert not Authenticator.objects.exists()
    entries = AuditEntry.objects.filter(action="factor.removed", account_number=ann.pk)
    assert sorted(each.detail["kind"] for each in entries) == ["recovery_codes", "totp"]
    assert run("remove_second_factor", "nobody").status == 1


def test_another_key_of_the_site(client: Client, ann: User, settings: Settings, later: Clock) -> None:
    """No code can be checked any more: that is said, with the way out, and counts as no guess."""
    secret, codes = set_up_app(client)
    later(30)
    settings.SECRET_KEY = "another"
    locked_out = Client()
    sign_in(locked_out)
    for code in (code_of(secret), codes[0], "000000"):
        page = locked_out.post(SECOND, {"code": code})
        assert page.status_code == 200
        assert b"SECRET_KEY was changed" in page.content
        assert b"manage.py remove_second_factor NAME" in page.content
    assert not AccessAttempt.objects.exists()
    client.force_login(ann)
    page = client.get(FACTORS)
    assert (page.status_code, page.content.count(b"SECRET_KEY was changed")) == (200, 1)
    assert b"are unused" not in page.content
    confirmed = client.post(f"{FACTORS}confirm?next={FACTORS}codes/new", {"password": PASSWORD})
    assert confirmed.status_code == 302
    for path in ("codes", "codes/new"):
        page = client.get(f"{FACTORS}{path}")
        assert (page.status_code, b"SECRET_KEY was changed" in page.content) == (400, True)
    # New codes are readable; those of the app are not for that.
    assert client.post(f"{FACTORS}codes/new").status_code == 302
    page = client.get(FACTORS)
    assert b"10 codes of 10 are unused" in page.content
    assert b"SECRET_KEY was changed" in page.content
    assert client.post(f"{FACTORS}app/remove").status_code == 302
    assert b"SECRET_KEY was changed" not in client.get(FACTORS).content


@pytest.mark.parametrize("path", ["/ask/questions/dismiss", "/ask/questions/", "/status"])
def test_every_page_for_staff_requires_it(client: Client, ann: User, settings: Settings, path: str) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True
    client.force_login(ann)
    call = client.post if path.endswith("dismiss") else client.get
    assert call(path)["Location"] == FACTORS
    client.force_login(User.objects.create_user("bob"))
    assert call(path).status_code == 403


def test_no_view_decides_by_itself_who_is_staff() -> None:
    """A page for staff is marked as one (`staff_only`), as only those require a second factor."""
    sources = [
        path
        for path in ROOT.glob("[!.]*/**/*.py")
        if "views" in path.as_posix() and "tests" not in path.parts
    ]
    deciding = {
        path.relative_to(ROOT).as_posix()
        for path in sources
        if "is_staff" in path.read_text(encoding="utf-8")
    }
    # What staff see more of on pages of everybody: the links of an entry to the admin, this program's folder.
    assert deciding == {"inbox/views/agent_pages.py", "quickstart/views/collection_access.py"}


@pytest.mark.parametrize("path", ["/admin/", "/admin/stones/stone/", "/status"])
def test_a_site_may_ask_it_of_staff(client: Client, ann: User, settings: Settings, path: str) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True
    client.force_login(ann)
    assert client.get(path)["Location"] == FACTORS
    assert b"asks staff for a second factor" in client.get(FACTORS).content
    assert client.get("/stones/").status_code == 200
    set_up_app(Client())
    assert client.get(path).status_code == 200


def test_nobody_else_needs_one(client: Client, db: None, settings: Settings) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True
    client.force_login(User.objects.create_user("bob"))
    assert client.get("/status").status_code == 403
