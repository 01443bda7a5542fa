"""Selected text has a menu of our own; the browser's is one key or one more click away, and fields keep theirs."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from analytics.models import Event
from assistant.models import Menu
from assistant.tests.browser.conftest import Show, box, card, configure, expected, paste, shadow, text_of
from brain.models import Note
from brain.tests.factories import index, make_note
from inbox.models import Message
from inbox.tests.factories import new_agent
from stones.models import Stone

pytestmark = pytest.mark.browser
TITLES = ["Copy as stone", "Send to agent…", "Ask the brain", "Save as note", "Ask the quickstart"]
TEXT = "Which port has job 17?"


@pytest.fixture
def text(show: Show) -> Locator:
    """A paragraph of the page, selected."""
    page = show()
    page.evaluate(
        "text => document.querySelector('h1').after(Object.assign(document.createElement('p'), {textContent: text}))",
        TEXT,
    )
    found = page.locator("h1 + p")
    found.select_text()
    return found


def menu(page: Page) -> Locator:
    return page.get_by_role("menu")


def use(text: Locator, title: str) -> None:
    text.click(button="right")
    menu(text.page).get_by_role("menuitem", name=title).click()


def allow_clipboard(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])


@pytest.mark.long
def test_a_selection_has_the_menu_of_the_settings(text: Locator, ann: User) -> None:
    page = text.page
    text.click(button="right")
    items = menu(page).get_by_role("menuitem")
    expect(items).to_have_count(5)
    assert [each.split("\n")[0] for each in items.all_inner_texts()] == TITLES
    page.keyboard.press("Escape")
    expect(menu(page)).to_have_count(0)

    Menu.objects.create(account=ann, app="qastone", items={"selection": ["save-note", "ask-brain"]})
    page.reload()
    page.locator("h1").select_text()
    page.locator("h1").click(button="right")
    expect(items).to_have_text([r"Save as noteAlt+Shift+N", "Ask the brainAlt+Shift+B"])


@pytest.mark.long
def test_shift_and_a_second_click_are_the_browsers(text: Locator) -> None:
    page = text.page
    page.evaluate("addEventListener('contextmenu', event => window.taken = event.defaultPrevented)")
    text.click(button="right", modifiers=["Shift"])
    assert page.evaluate("window.taken") is False
    expect(menu(page)).to_have_count(0)
    text.click(button="right", position={"x": 3, "y": 3})
    assert page.evaluate("window.taken") is True
    expect(menu(page)).to_have_count(1)
    text.click(button="right", position={"x": 2, "y": 2}, force=True)
    assert page.evaluate("window.taken") is False
    expect(menu(page)).to_have_count(0)


def test_without_a_selection_and_in_fields_it_is_the_browsers(text: Locator) -> None:
    page = text.page
    page.evaluate("addEventListener('contextmenu', event => window.taken = event.defaultPrevented)")
    page.locator("#search").fill("some words")
    page.locator("#search").select_text()
    page.locator("#search").click(button="right")
    assert page.evaluate("window.taken") is False
    page.evaluate("getSelection().empty()")
    page.locator("h1").click(button="right")
    assert page.evaluate("window.taken") is False
    expect(menu(page)).to_have_count(0)


@pytest.mark.parametrize("key", ["Shift+F10", "ContextMenu"])
def test_by_keys_alone(text: Locator, key: str) -> None:
    page = text.page
    page.keyboard.press(key)
    items = menu(page).get_by_role("menuitem")
    expect(items.nth(0)).to_be_focused()
    for pressed, focused in [
        ("ArrowDown", 1),
        ("End", 4),
        ("ArrowDown", 0),
        ("ArrowUp", 4),
        ("ArrowUp", 3),
    ]:
        page.keyboard.press(pressed)
        expect(items.nth(focused)).to_be_focused()
    page.keyboard.press("Enter")
    expect(menu(page)).to_have_count(0)
    expect(shadow(page, ".log")).to_contain_text("Saved as a note.")
    assert Note.objects.get().body.strip() == TEXT


def test_copied_as_a_stone(text: Locator, ann: User) -> None:
    page = text.page
    allow_clipboard(page)
    use(text, "Copy as stone")
    expect(shadow(page, ".log")).to_contain_text("Copied as a stone")
    stone = Stone.objects.get(account=ann)
    assert page.evaluate("navigator.clipboard.readText()").rstrip() == text_of(stone).rstrip()
    assert stone.content.text == TEXT


@pytest.mark.long
def test_without_clipboard_permission_the_stone_is_displayed(text: Locator, ann: User) -> None:
    page = text.page
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }")
    use(text, "Copy as stone")
    field = page.get_by_label("Copy it with Ctrl+C.")
    expect(field).to_be_focused()
    expect(field).to_have_value(text_of(Stone.objects.get(account=ann)))


@pytest.mark.long
def test_a_secret_is_refused_in_words(text: Locator, complaints: list[str]) -> None:
    page = text.page
    text.evaluate("p => p.textContent = 'password: hunter2-Xk9'")
    text.select_text()
    use(text, "Copy as stone")
    expect(shadow(page, ".fault")).to_contain_text("Nothing was recorded")
    expected(complaints, 422)


def test_sent_to_an_agent(text: Locator, ann: User) -> None:
    new_agent(ann, "koda")
    page = text.page
    use(text, "Send to agent")
    form = page.get_by_role("form", name="Send to an agent")
    expect(form).to_contain_text(TEXT)
    expect(form.get_by_label("To")).to_be_focused()
    form.get_by_label("Subject").fill("A port")
    form.get_by_role("button", name="Send").click()
    expect(shadow(page, ".log")).to_contain_text("Sent to koda.")
    message = Message.objects.get()
    assert (message.subject, message.body) == ("A port", TEXT)


@pytest.mark.long
def test_all_of_a_stone_of_six_levels_is_sent(show: Show, ann: User, complaints: list[str]) -> None:
    new_agent(ann, "koda")
    levels = "\n─\n".join(f"LOD-{number}: The port is {9000 + number}." for number in range(6))
    stone = f"§QASTONE§\nborder_hash: f7a3b2c1\nglow_channel: task\nlod_count: 6\n─\n{levels}\n§/QASTONE§\n"
    page = show()
    paste(page, stone)
    card(page).click(button="right")
    menu(page).get_by_role("menuitem", name="Send to agent").click()
    form = page.get_by_role("form", name="Send to an agent")
    form.get_by_label("May read").select_option(label="all of it")
    form.get_by_role("button", name="Send").click()
    expect(shadow(page, ".log")).to_contain_text("Sent to koda.")
    assert "The port is 9005." in Message.objects.get().body
    expected(complaints, 404)  # the card had looked for it


def test_sent_once_though_its_answer_was_lost(text: Locator, ann: User, complaints: list[str]) -> None:
    new_agent(ann, "koda")
    page = text.page
    use(text, "Send to agent")
    form = page.get_by_role("form", name="Send to an agent")

    def lose(route: Route) -> None:
        assert route.fetch().status == 201
        route.abort()

    page.route("**/assistant/api/send", lose, times=1)
    form.get_by_role("button", name="Send").click()
    expect(shadow(page, ".fault")).to_contain_text("Offline")
    form.get_by_role("button", name="Send").click()
    expect(shadow(page, ".log")).to_contain_text("Sent to koda.")
    assert Message.objects.count() == 1
    complaints.clear()


@pytest.mark.long
def test_what_was_changed_after_a_lost_answer_is_another_message(
    text: Locator, ann: User, complaints: list[str]
) -> None:
    new_agent(ann, "koda")
    page = text.page
    use(text, "Send to agent")
    form = page.get_by_role("form", name="Send to an agent")
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        route.abort()

    page.route("**/assistant/api/send", lose, times=1)
    form.get_by_role("button", name="Send").click()
    expect(shadow(page, ".fault")).to_contain_text("Offline")
    form.get_by_label("Subject").fill("A port")
    with page.expect_request("**/assistant/api/send") as request:
        form.get_by_role("button", name="Send").click()
    expect(shadow(page, ".log")).to_contain_text("Sent to koda.")
    assert request.value.headers["idempotency-key"] != keys[0]
    complaints.clear()


@pytest.mark.long
def test_a_selection_is_a_question_to_the_brain(text: Locator, ann: User) -> None:
    make_note(ann, title="Ports", body="Job 17 has port 7017.")
    index(ann)
    use(text, "Ask the brain")
    expect(shadow(text.page, ".said")).to_contain_text("Job 17 has port 7017")


@pytest.mark.long
def test_a_selection_is_a_question_to_the_quickstart(text: Locator) -> None:
    use(text, "Ask the quickstart")
    expect(text.page).to_have_url(
        re.compile(r"/ask/\?q=Which\+port\+has\+job\+17%3F&conversation=[0-9a-f]{16}$")
    )


@pytest.mark.long
def test_shortcuts_work_without_the_menu_but_not_in_fields(text: Locator, ann: User) -> None:
    page = text.page
    page.locator("#search").focus()
    page.keyboard.press("Alt+Shift+N")
    assert Note.objects.count() == 0
    text.select_text()
    page.locator("h1").click(modifiers=["Shift"], trial=True)
    page.evaluate("document.activeElement.blur()")
    text.select_text()
    page.keyboard.press("Alt+Shift+N")
    expect(shadow(page, ".log")).to_contain_text("Saved as a note.")
    page.goto("about:blank")
    assert [event.name for event in arrived(page, 1, "shortcut")] == ["save-note"]


def arrived(page: Page, number: int, *types: str) -> list[Event]:
    """The events of these types, once there are so many and no more come: a page sends them when it is left."""
    found = Event.objects.filter(type__in=types).order_by("timestamp")
    for _ in range(100):
        if found.count() >= number:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(300)
    return list(found)


@pytest.mark.long
def test_clicks_and_openings_are_counted_without_content(text: Locator, live_server: LiveServer) -> None:
    page = text.page
    use(text, "Save as note")
    expect(shadow(page, ".log")).to_contain_text("Saved as a note.")
    page.goto(f"{live_server.url}/ask")
    expect(page.locator("h1")).to_be_visible()
    found = arrived(page, 2, "custom", "menu_click")
    assert [(event.type, event.name, event.page) for event in found] == [
        ("custom", "menu-open:selection", "/stones"),
        ("menu_click", "save-note", "/stones"),
    ]


@pytest.mark.long
def test_a_stone_has_a_menu_of_its_own(show: Show, stone: Stone) -> None:
    page = show()
    paste(page, text_of(stone))
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    card(page).locator("h3").click(button="right")
    expect(menu(page).get_by_role("menuitem")).to_have_text(
        ["Load more context", "Open the stone", "Send to agent…Alt+Shift+S"]
    )
    menu(page).get_by_role("menuitem", name="Load more context").click()
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")


@pytest.mark.long
def test_format_on_copy(show: Show, ann: User) -> None:
    configure(ann, format_on_copy=True)
    page = show()
    allow_clipboard(page)
    page.locator("h1").select_text()
    page.keyboard.press("Control+c")
    expect(shadow(page, ".log")).to_contain_text("Copied as a stone")
    assert page.evaluate("navigator.clipboard.readText()").startswith("§QASTONE§")
    box(page).fill("mine")
    box(page).select_text()
    page.keyboard.press("Control+c")
    page.wait_for_timeout(200)
    assert page.evaluate("navigator.clipboard.readText()") == "mine"


@pytest.mark.long
def test_a_stone_takes_no_newer_copy_from_the_clipboard(show: Show, ann: User) -> None:
    configure(ann, format_on_copy=True)
    page = show()
    allow_clipboard(page)
    waiting: list[Route] = []
    page.route("**/assistant/api/stone", lambda route: waiting.append(route))
    page.locator("h1").select_text()
    with page.expect_request("**/assistant/api/stone"):
        page.keyboard.press("Control+c")
    box(page).fill("mine")
    box(page).select_text()
    page.keyboard.press("Control+c")
    while not waiting:
        page.wait_for_timeout(20)
    waiting[0].continue_()
    expect(shadow(page, ".log")).to_contain_text("Stored as a stone")
    assert page.evaluate("navigator.clipboard.readText()") == "mine"
