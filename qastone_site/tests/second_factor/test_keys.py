"""A passkey in a browser, with an authenticator that the browser plays; and the pages, in both themes."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page, save_screenshots
from qastone_site.tests.second_factor.conftest import FACTORS, PASSWORD, code_of

pytestmark = pytest.mark.browser


@pytest.fixture
def ann(transactional_db: None) -> User:
    return User.objects.create_user("ann", password=PASSWORD, is_staff=True)


@pytest.fixture
def site(live_server: LiveServer) -> str:
    """By its name: a passkey belongs to a name, never to an address."""
    return live_server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def key(page: Page) -> None:
    """The browser has a device that keeps passkeys and knows its owner."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def type_password(page: Page, site: str, to: str = "") -> None:
    page.goto(f"{site}/sign-in{to}")
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def add_key(page: Page, site: str, *, alone: bool) -> None:
    type_password(page, site)
    expect(page).to_have_url(f"{site}/")
    page.goto(f"{site}{FACTORS}")
    look(page, "second-factor-none")
    page.get_by_role("link", name="Add a key").click()
    look(page, "second-factor-confirm")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    look(page, "second-factor-add-key")
    page.get_by_label("Name").fill("phone")
    if alone:
        page.get_by_label("Sign in with this key alone").check()
    page.get_by_role("button", name="Add the key").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    look(page, "second-factor-codes")


def look(page: Page, name: str) -> None:
    check_page(page, name)
    save_screenshots(page, name)


def sign_out(page: Page) -> None:
    page.context.clear_cookies()


@pytest.mark.usefixtures("key")
def test_a_key_after_the_password(
    page: Page, site: str, ann: User, complaints: list[str], settings: object
) -> None:
    add_key(page, site, alone=False)
    page.goto(f"{site}{FACTORS}")
    expect(page.get_by_role("link", name="Remove phone")).to_be_visible()
    look(page, "second-factor-key")
    sign_out(page)
    type_password(page, site, "?next=/paste")
    expect(page).to_have_url(re.compile("second-factor/sign-in"))
    look(page, "second-factor-sign-in")
    page.get_by_role("button", name="Use a passkey or security key").click()
    expect(page).to_have_url(f"{site}/paste")
    assert complaints == []


@pytest.mark.usefixtures("key")
def test_a_passkey_signs_in_alone(page: Page, site: str, ann: User, complaints: list[str]) -> None:
    add_key(page, site, alone=True)
    sign_out(page)
    page.goto(f"{site}/sign-in?next=/paste")
    look(page, "sign-in-with-passkey")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(f"{site}/paste")
    assert Authenticator.objects.get(type="webauthn").last_used_at is not None
    assert complaints == []


@pytest.mark.usefixtures("key")
def test_a_passkey_of_a_closed_account(page: Page, site: str, ann: User, complaints: list[str]) -> None:
    add_key(page, site, alone=True)
    sign_out(page)
    User.objects.update(is_active=False)
    page.goto(f"{site}/sign-in?next=/paste")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("This account is closed. Ask an administrator of this site.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.goto(f"{site}/paste")
    expect(page).to_have_url(re.compile("/sign-in"))
    assert complaints == []


@pytest.mark.long
def test_an_app_without_javascript(no_script_page: Page, site: str, ann: User) -> None:
    page = no_script_page
    type_password(page, site)
    page.goto(f"{site}{FACTORS}app/add")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    secret = page.locator("#totp-key").text_content()
    assert secret
    page.get_by_label("Authenticator code").fill(code_of(secret))
    page.get_by_role("button", name="Turn it on").click()
    expect(page.locator("#recovery-codes")).to_be_visible()
    [code, *_] = (page.locator("#recovery-codes").text_content() or "").split()
    sign_out(page)
    type_password(page, site)
    expect(page.get_by_role("button", name="Use a passkey or security key")).to_be_hidden()
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{site}/")
