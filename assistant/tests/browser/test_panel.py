"""The bubble and its panel: by keyboard alone, with what is unread, over the pages of the site."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from analytics.models import Event
from assistant.models import Decision, MenuChange
from assistant.tests.browser.conftest import (
    Show,
    box,
    card,
    levels_read,
    make_stone,
    paste,
    shadow,
    text_of,
)
from inbox.models import AgentKind, Delivery, DeliveryState
from inbox.services import site_agent
from inbox.tests.factories import deliver
from stones.models import Stone

pytestmark = pytest.mark.browser


def focused(page: Page) -> str:
    """The name of what has the focus, within the assistant or the page."""
    return str(
        page.evaluate("""() => {
          const at = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
          return at.ariaLabel ?? (at.textContent.trim() || at.localName);
        }""")
    )


def test_by_keyboard_alone(show: Show) -> None:
    page = show()
    page.locator("#search").focus()
    page.keyboard.press("Control+/")
    expect(page.get_by_role("dialog", name="QA.Stone assistant")).to_be_visible()
    expect(box(page)).to_be_focused()
    page.keyboard.press("Control+/")
    expect(page.get_by_role("dialog", name="QA.Stone assistant")).to_be_hidden()
    expect(page.locator("#search")).to_be_focused()

    page.keyboard.press("Control+/")
    page.get_by_role("tab", name="Chat").focus()
    for key, name in [
        ("ArrowRight", "Inbox"),
        ("End", "Insights"),
        ("ArrowRight", "Chat"),
        ("ArrowLeft", "Insights"),
    ]:
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tab", name=name, selected=True)).to_have_count(1)
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
    page.keyboard.press("Tab")
    assert focused(page) == "Close the assistant"
    page.keyboard.press("Escape")
    expect(page.locator("#search")).to_be_focused()


@pytest.mark.long
def test_the_bubble_opens_it_and_gets_the_focus_back(show: Show) -> None:
    page = show()
    bubble = page.get_by_role("button", name="QA.Stone assistant", exact=True)
    bubble.click()
    expect(bubble).to_be_hidden()
    page.get_by_role("button", name="Close the assistant").click()
    expect(bubble).to_be_focused()


@pytest.mark.long
def test_typing_in_it_presses_no_keys_of_the_page(show: Show, live_server: LiveServer) -> None:
    page = show()
    page.keyboard.press("Control+/")
    page.keyboard.type("g i / ? c")
    expect(box(page)).to_have_value("g i / ? c")
    expect(page).to_have_url(f"{live_server.url}/stones/")
    expect(page.locator("#help")).to_be_hidden()


def test_what_is_unread_is_counted_and_acknowledged(show: Show, ann: User) -> None:
    me = site_agent(ann, AgentKind.PERSON)
    deliver(me, "Which port?", subject="A question", needs_answer=True)
    deliver(me, "Done.", subject="A word")
    page = show()
    page.get_by_role("button", name="QA.Stone assistant, 2 unread").click()
    page.get_by_role("tab", name="Inbox").click()
    panel = page.get_by_role("tabpanel", name="Inbox")
    expect(panel.get_by_role("listitem")).to_have_count(2)
    panel.get_by_role("button", name="Acknowledge").click()
    expect(panel).to_contain_text("✓ Acknowledged")
    expect(page.get_by_role("tab", name="Inbox")).to_have_text("Inbox1")
    delivery = Delivery.objects.get(message__subject="A question")
    assert delivery.state == DeliveryState.ACKNOWLEDGED
    panel.get_by_role("link", name="A word").click()
    expect(page.locator("h1")).to_contain_text("A word")


@pytest.mark.long
def test_an_inbox_that_does_not_answer_says_so(show: Show, complaints: list[str]) -> None:
    page = show()
    page.route("**/assistant/api/inbox", lambda route: route.abort())
    page.keyboard.press("Control+/")
    page.get_by_role("tab", name="Inbox").click()
    panel = page.get_by_role("tabpanel", name="Inbox")
    expect(panel).to_contain_text("Offline: the site does not answer.")
    page.unroute("**/assistant/api/inbox")
    panel.get_by_role("button", name="Try again").click()
    expect(panel).to_contain_text("Nothing new from your agents.")
    complaints.clear()


def used(ann: User, name: str, count: int, kind: str = "menu_click") -> None:
    """That often, by the page's own count."""
    now = timezone.now() - timedelta(hours=1)
    Event.objects.bulk_create(
        Event(
            account=ann,
            event_id=f"{name}-{number}",
            session_id="s",
            timestamp=now,
            type=kind,
            app="qastone",
            name=name,
        )
        for number in range(count)
    )


def test_a_proposal_is_applied_and_undone_by_hand(show: Show, ann: User) -> None:
    used(ann, "ask-brain", 24)
    used(ann, "copy-as-stone", 3)
    used(ann, "menu-open:selection", 30, "custom")
    page = show()
    page.keyboard.press("Control+/")
    page.get_by_role("tab", name="Insights").click()
    panel = page.get_by_role("tabpanel", name="Insights")
    row = panel.get_by_role("listitem").filter(has_text="Move “Ask the brain” up")
    expect(row).to_contain_text("Used 24 times in 30 days")
    row.get_by_role("button", name="Apply").click()
    expect(row.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_role("tab", name="Insights")).to_be_focused()
    assert MenuChange.objects.get(item="ask-brain").decision == Decision.APPLIED

    page.locator("h1").select_text()
    page.locator("h1").click(button="right")
    expect(page.get_by_role("menuitem").first).to_contain_text("Ask the brain")
    page.keyboard.press("Escape")
    row.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(0)
    page.locator("h1").select_text()
    page.locator("h1").click(button="right")
    expect(page.get_by_role("menuitem").first).to_contain_text("Copy as stone")


@pytest.mark.long
def test_the_conversation_is_on_the_next_page(show: Show, stone: Stone, live_server: LiveServer) -> None:
    page = show()
    paste(page, text_of(stone))
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    box(page).fill("Which port was kept for export job 1?")
    page.keyboard.press("Enter")
    expect(shadow(page, ".said")).to_have_count(2)
    box(page).fill("and")
    show("/paste")
    page.get_by_role("button", name="QA.Stone assistant", exact=True).click()
    expect(shadow(page, ".said")).to_have_count(2)
    expect(page.get_by_role("list", name="Context of this chat")).to_contain_text("handoff")
    expect(box(page)).to_have_value("and")


def without_offer(page: Page) -> str:
    """The text of the card up to where a helper is offered."""
    return card(page).inner_text().partition("A helper can read")[0].strip()


def test_a_card_is_on_the_next_page_and_is_charged_once(show: Show, stone: Stone) -> None:
    page = show()
    paste(page, text_of(stone))
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    shown = without_offer(page)
    assert levels_read() == [("person ann", 0), ("person ann", 1)]
    show("/paste")
    page.keyboard.press("Control+/")
    expect(card(page)).to_contain_text("Stored here: what is loaded is counted.")
    assert without_offer(page) == shown
    assert levels_read() == [("person ann", 0), ("person ann", 1)]
    page.get_by_role("button", name="Load more context").click()
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")
    assert levels_read()[2:] == [("person ann", 2)]
    show("/stones/")
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")


@pytest.mark.long
def test_the_text_of_a_level_is_rendered(show: Show, ann: User) -> None:
    stone = make_stone(ann, content="# Ports\n\nKeep **7017**, see `ports.py`.", glow_channel="context")
    page = show()
    paste(page, text_of(stone))
    expect(card(page).locator(".text b")).to_have_text(["Ports", "7017"])
    expect(card(page).locator(".text code")).to_have_text("ports.py")


@pytest.mark.long
def test_a_person_clears_the_conversation(show: Show, stone: Stone) -> None:
    page = show()
    paste(page, text_of(stone))
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    box(page).fill("Which port was kept for export job 1?")
    page.keyboard.press("Enter")
    expect(shadow(page, ".said")).to_have_count(2)
    page.get_by_role("button", name="Clear").click()
    expect(box(page)).to_be_focused()
    for path in ("", "/paste"):
        if path:
            show(path)
            page.keyboard.press("Control+/")
        expect(page.get_by_role("dialog", name="QA.Stone assistant")).to_be_visible()
        expect(card(page)).to_have_count(0)
        expect(shadow(page, ".said")).to_have_count(0)
        expect(shadow(page, ".chips")).to_be_hidden()


@pytest.mark.long
def test_one_part_scrolls_and_the_line_to_write_in_grows(show: Show, stone: Stone) -> None:
    page = show()
    page.set_viewport_size({"width": 390, "height": 700})
    paste(page, text_of(stone))
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    page.get_by_role("button", name="Load more context").click()
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")
    scrolling = """() => [...document.querySelector('qastone-assistant').shadowRoot.querySelectorAll('.panel *')]
      .filter(each => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY !== 'visible'
        && each.clientHeight).map(each => each.id || each.className)"""
    assert page.evaluate(scrolling) == ["Chat-page"]
    line = box(page).bounding_box()
    box(page).fill("One\ntwo\nthree")
    grown = box(page).bounding_box()
    assert line is not None
    assert grown is not None
    assert line["height"] <= 44 < grown["height"]


def test_the_conversation_is_visible_to_its_person_alone(show: Show) -> None:
    marks = ["first", "second", "first"]
    page = show()

    def be(mark: str) -> None:
        """The next person in this tab of the browser."""

        def marked(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, json=answer.json() | {"account": mark})

        page.unroute("**/configs/qastone.json")
        page.route("**/configs/qastone.json", marked)
        show("/paste")

    be(marks[0])
    page.keyboard.press("Control+/")
    box(page).fill("Which port has job 17?")
    page.keyboard.press("Enter")
    expect(shadow(page, ".said")).to_have_count(2)
    box(page).fill("A secret")
    page.route("**/assistant/api/events", lambda route: route.fulfill(status=503))

    be(marks[1])
    expect(page.get_by_role("dialog", name="QA.Stone assistant")).to_be_hidden()
    page.keyboard.press("Control+/")
    expect(box(page)).to_have_value("")
    expect(shadow(page, ".said")).to_have_count(0)
    stored = page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('qastone-events-'))")
    assert "qastone-events-qastonefirst" in stored  # sent when that person is here again
    assert "qastone-events-qastonesecond" not in stored

    be(marks[2])
    page.keyboard.press("Control+/")
    expect(shadow(page, ".said")).to_have_count(2)
    expect(box(page)).to_have_value("A secret")


COVERED = """() => {
  const place = document.querySelector('qastone-assistant').shadowRoot.querySelector('.bubble').getBoundingClientRect();
  const meets = (r) => r.left < place.right && r.right > place.left && r.top < place.bottom && r.bottom > place.top;
  const holds = (r) => r.left <= place.left && r.right >= place.right && r.top <= place.top && r.bottom >= place.bottom;
  const bars = [...document.querySelectorAll('header.bar, .nav')].map((each) => each.getBoundingClientRect());
  const pressed = [...document.querySelectorAll('header :is(a, button, summary, input), nav.nav :is(a, summary)')];
  const met = pressed.filter((each) => each.checkVisibility() && meets(each.getBoundingClientRect()));
  return [bars.some(holds), met.map((each) => each.textContent.trim())];
}"""


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390, 640, 641, 775, 860, 861, 1024, 1280])
def test_its_button_stands_in_a_bar_and_covers_nothing(show: Show, stone: Stone, width: int) -> None:
    page = show(f"/stones/{stone.content.border_hash}")
    page.set_viewport_size({"width": width, "height": 775})
    expect(shadow(page, ".bubble")).to_be_visible()
    for place in ("0", "document.body.scrollHeight"):
        page.evaluate(f"scrollTo(0, {place})")
        assert page.evaluate(COVERED) == [True, []], place


@pytest.mark.long
def test_nothing_moves(show: Show) -> None:
    page = show()
    page.keyboard.press("Control+/")
    moving = "document.querySelector('qastone-assistant').shadowRoot.getAnimations({subtree: true}).length"
    assert page.evaluate(moving) == 0
    expect(shadow(page, ".panel")).to_have_css("transition-duration", "0s")


@pytest.mark.parametrize(("width", "is_open"), [(320, False), (1280, False), (2400, True)])
def test_on_the_next_page_the_panel_is_closed_unless_it_covers_nothing(
    show: Show, width: int, is_open: bool
) -> None:
    page = show()
    page.set_viewport_size({"width": width, "height": 800})
    page.keyboard.press("Control+/")
    page.get_by_role("tab", name="Inbox").click()
    show("/paste")
    bubble = page.get_by_role("button", name="QA.Stone assistant", exact=True)
    expect(page.get_by_role("dialog", name="QA.Stone assistant")).to_be_visible(visible=is_open)
    expect(bubble).to_be_visible(visible=not is_open)
    if is_open:
        expect(page.get_by_role("tab", name="Inbox")).not_to_be_focused()
    else:
        bubble.click()
    expect(page.get_by_role("tab", name="Inbox", selected=True)).to_be_visible()


@pytest.mark.long
def test_status_changes_are_announced(show: Show, stone: Stone) -> None:
    page = show()
    spoken: list[str] = []
    page.expose_function("note", lambda text: spoken.append(text))
    page.evaluate("""() => {
      const status = document.querySelector('qastone-assistant').shadowRoot.querySelector('[role=status]');
      new MutationObserver(() => note(status.textContent)).observe(status, {childList: true});
    }""")
    paste(page, text_of(stone))
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    sentence = "Kept as context of this chat, up to LOD-1."
    expect(shadow(page, "[role=status]")).to_have_text(sentence)
    page.wait_for_timeout(200)
    assert spoken[0] == "A handoff stone. Its header is read."
    assert spoken[-1] == sentence


ANSWER = """Take **port 7017**, see [the guide](https://guide.example/x):
```sh
make `ports`
```
Not [this](javascript:alert(1)), nor <img src=x onerror=alert(1)>."""


@pytest.mark.long
def test_code_and_links_of_an_answer_are_rendered(show: Show) -> None:
    page = show()
    answer = {"text": ANSWER, "mode": "model", "sources": [], "tokens": 40}
    page.route("**/assistant/api/chat", lambda route: route.fulfill(json=answer))
    page.keyboard.press("Control+/")
    box(page).fill("**Which** port?")
    page.keyboard.press("Enter")
    bubble = shadow(page, ".said").last
    expect(bubble.locator("b")).to_have_text("port 7017")
    expect(bubble.locator("pre")).to_have_text("make `ports`")
    link = bubble.get_by_role("link")
    expect(link).to_have_text("the guide (https://guide.example/x)")
    expect(link).to_have_attribute("rel", "noreferrer")
    expect(bubble).to_contain_text("Not [this](javascript:alert(1)), nor <img src=x onerror=alert(1)>.")
    expect(bubble.locator("img")).to_have_count(0)
    # What somebody typed stays as typed, also when it is shown again.
    expect(shadow(page, ".you")).to_have_text("**Which** port?")
    page.reload()
    expect(shadow(page, ".said").last.locator("pre")).to_have_text("make `ports`")
    expect(shadow(page, ".you")).to_have_text("**Which** port?")


def test_an_answer_without_sources_leads_to_ask(show: Show, live_server: LiveServer) -> None:
    page = show()
    answer = {"text": "Nothing there fits.", "mode": "retrieval", "sources": [], "tokens": 4}
    page.route("**/assistant/api/chat", lambda route: route.fulfill(json=answer))
    page.keyboard.press("Control+/")
    box(page).fill("What is a token?")
    page.keyboard.press("Enter")
    expect(shadow(page, ".said").last.get_by_role("link")).to_have_attribute(
        "href", f"{live_server.url}/ask/?q=What%20is%20a%20token%3F"
    )


def test_one_can_ask_again_after_an_answer_that_nobody_expected(show: Show, complaints: list[str]) -> None:
    page = show()
    page.route("**/assistant/api/chat", lambda route: route.fulfill(json={"mode": "retrieval"}))
    page.keyboard.press("Control+/")
    box(page).fill("What is a token?")
    with page.expect_event("pageerror"):
        page.keyboard.press("Enter")
    page.unroute("**/assistant/api/chat")
    complaints.clear()
    answer = {"text": "A token is a key.", "mode": "retrieval", "sources": [], "tokens": 4}
    page.route("**/assistant/api/chat", lambda route: route.fulfill(json=answer))
    page.keyboard.press("Enter")
    expect(shadow(page, ".said").last).to_contain_text("A token is a key.")
