"""The inbox in a browser: by keyboard alone, without JavaScript, and while messages arrive."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from inbox.models import Agent, Delivery, DeliveryState, Message
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.factories import deliver, inbox_of, new_agent, send, send_stone
from stones.models import Stone

pytestmark = pytest.mark.browser


def state_of(message: Message) -> tuple[str, int | None]:
    return Delivery.objects.values_list("state", "read_lod").get(message=message)


def test_by_keyboard_alone(
    ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent, stone: Stone
) -> None:
    first = send_stone(koda, "ann", stone=stone.pk, subject="Export", needs_answer=True).message
    send(koda, "ann", payload="Something newer.")
    keys = ann_page.keyboard
    ann_page.goto(f"{live_server.url}/stones/")
    keys.press("g")
    keys.press("i")
    expect(ann_page).to_have_url(f"{live_server.url}/inbox/")
    expect(ann_page).to_have_title("(2) Unread · Inbox · QA.Stone")
    for key in ("j", "j", "k", "j"):
        keys.press(key)
    keys.press("Enter")
    expect(ann_page).to_have_url(f"{live_server.url}/inbox/{first.pk}#m-{first.pk}")
    assert state_of(first) == (DeliveryState.READ, 0)

    def tab_to(selector: str) -> None:
        for _ in range(60):
            keys.press("Tab")
            if ann_page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
        pytest.fail(f"Tab does not reach {selector}")

    tab_to(".letter-more a")
    keys.press("Enter")
    expect(ann_page.locator(f"#m-{first.pk}-1")).to_be_focused()
    expect(ann_page).to_have_url(re.compile(rf"\?open={first.pk}:1"))
    assert state_of(first) == (DeliveryState.READ, 1)
    tab_to("[data-acknowledge]")
    keys.press("Enter")
    expect(ann_page.locator("[data-acknowledge]")).to_have_count(0)
    expect(ann_page.locator(".messages")).to_contain_text("Acknowledged for ann.")
    assert state_of(first)[0] == DeliveryState.ACKNOWLEDGED

    keys.press("r")
    expect(ann_page).to_have_url(f"{live_server.url}/inbox/compose?reply={first.pk}")
    expect(ann_page.get_by_label("koda", exact=True)).to_be_checked()
    tab_to("#id_text")
    keys.type("I keep port 7003.")
    tab_to("button[value=send]")
    keys.press("Enter")
    expect(ann_page.locator(".letter")).to_have_count(2)
    assert inbox_of(koda) == [(1, "I keep port 7003.")]
    assert Message.objects.latest("pk").thread == first.pk


@pytest.mark.long
def test_done_by_key_moves_on_to_the_next_row(
    ann_page: Page, live_server: LiveServer, koda: Agent, prax: Agent
) -> None:
    sent = [send(prax, "koda", payload=f"Note {number}").message for number in range(3)]
    ann_page.goto(f"{live_server.url}/inbox/?agent=*")
    keys = ann_page.keyboard
    keys.press("j")
    keys.press("e")
    expect(ann_page.locator("[data-row]")).to_have_count(2)
    expect(ann_page.locator("[data-row] [data-open]").first).to_be_focused()
    expect(ann_page.locator("[data-row] [data-open]").first).to_have_text("Note 1")
    done = Delivery.objects.get(message=sent[2])
    assert (done.is_put_away, done.state, done.archived_at) == (True, "queued", None)

    keys.press("x")
    keys.press("j")
    keys.press("x")
    ann_page.locator(".bulk-bar").get_by_role("button", name="Done").click()
    expect(ann_page.get_by_role("heading", name="All read")).to_be_visible()
    ann_page.get_by_role("button", name="Undo").click()
    expect(ann_page.locator("[data-row]")).to_have_count(2)


@pytest.mark.long
def test_choosing_all(ann_page: Page, live_server: LiveServer, koda: Agent) -> None:
    for _ in range(3):
        deliver(koda)
    ann_page.goto(f"{live_server.url}/inbox/?agent=koda")
    ann_page.get_by_label("Select all on this page").check()
    ann_page.locator("[data-tick]").nth(1).uncheck()
    expect(ann_page.locator(".bulk-all")).to_have_text("2 selected")
    assert ann_page.locator("[data-tick-all]").evaluate("box => box.indeterminate")


@pytest.mark.long
def test_the_badge_and_the_list_show_what_arrives(ann_page: Page, live_server: LiveServer, me: Agent) -> None:
    deliver(me, "The first.")
    ann_page.goto(f"{live_server.url}/inbox/")
    expect(ann_page.locator("#badge")).to_contain_text("1")
    place = ann_page.locator("[data-row]").bounding_box()
    deliver(me, "The second.")
    expect(ann_page.locator("#badge")).to_contain_text("2")
    expect(ann_page).to_have_title("(2) Unread · Inbox · QA.Stone")
    expect(ann_page.locator("#news")).to_contain_text("1 new – show")
    # It is said beside the list: no row has come or gone, and none has moved.
    expect(ann_page.locator("[data-row]")).to_have_count(1)
    assert ann_page.locator("[data-row]").bounding_box() == place
    ann_page.get_by_role("link", name="1 new – show").click()
    expect(ann_page.locator("[data-row]")).to_have_count(2)


@pytest.mark.long
def test_a_level_opens_by_the_keys_of_a_button(
    ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent
) -> None:
    sent = send(koda, "ann", payload="Read it. " * 200).message
    ann_page.goto(f"{live_server.url}/inbox/{sent.pk}")
    ann_page.get_by_role("button", name="LOD-1 Source, all of it").focus()
    ann_page.keyboard.press("Space")
    expect(ann_page.locator(f"#m-{sent.pk} .prose")).to_contain_text("Read it.")
    ann_page.get_by_role("button", name="Collapse").focus()
    ann_page.keyboard.press("Enter")
    expect(ann_page.locator(f"#m-{sent.pk} .prose")).to_have_count(0)


@pytest.mark.long
def test_paused_updates_ask_nothing(ann_page: Page, live_server: LiveServer, koda: Agent) -> None:
    ann_page.context.add_cookies([{"name": "live", "value": "off", "url": live_server.url}])
    requested: list[str] = []
    ann_page.on("request", lambda request: requested.append(request.url))
    ann_page.goto(f"{live_server.url}/inbox/")
    ann_page.wait_for_timeout(6_500)
    assert [url for url in requested if "badge" in url or "updates" in url] == []


def test_the_preview_follows_the_level(
    ann_page: Page, live_server: LiveServer, koda: Agent, stone: Stone
) -> None:
    ann_page.goto(f"{live_server.url}/inbox/compose?stone={stone.content.border_hash}&to=koda")
    preview = ann_page.locator("#preview")
    expect(preview).to_contain_text("delivered_lod: 1")
    ann_page.locator(".more-options summary").click()
    ann_page.get_by_label("LOD-0 Scan").check()
    expect(preview).to_contain_text("delivered_lod: 0")
    expect(preview).to_contain_text("LOD-1 Detail (")
    ann_page.get_by_label("LOD-3 Source").check()
    expect(preview).to_contain_text("Nothing is left out.")
    ann_page.locator("#id_text").fill("A text instead.")
    expect(preview).to_contain_text("A text instead.")


def test_a_double_click_sends_once(ann_page: Page, live_server: LiveServer, koda: Agent) -> None:
    ann_page.goto(f"{live_server.url}/inbox/compose?to=koda")
    ann_page.locator("#id_text").fill("Once.")
    ann_page.get_by_role("button", name="Send").dblclick()
    expect(ann_page.locator(".letter")).to_have_count(1)
    ann_page.wait_for_timeout(500)
    assert inbox_of(koda) == [(1, "Once.")]


@pytest.mark.long
def test_without_javascript(
    ann_without_script: Page, live_server: LiveServer, me: Agent, koda: Agent, stone: Stone
) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    page.get_by_role("link", name="Send to an agent").click()
    page.get_by_label("koda").check()
    page.locator(".more-options summary").click()
    page.get_by_label("LOD-0 Scan").check()
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text("delivered_lod: 0")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Sent to koda.")
    assert Message.objects.get().delivered_lod == 0

    answer = send(koda, "ann", in_reply_to=Message.objects.get().pk, payload="Read it. " * 200).message
    page.goto(f"{live_server.url}/inbox/")
    page.locator("[data-open]").first.click()
    page.get_by_role("button", name="LOD-1 Source, all of it").click()
    expect(page.locator(f"#m-{answer.pk} .prose")).to_contain_text("Read it.")
    assert state_of(answer) == (DeliveryState.READ, 1)
    page.get_by_role("button", name="Acknowledge for ann").click()
    assert state_of(answer)[0] == DeliveryState.ACKNOWLEDGED
    page.goto(f"{live_server.url}/inbox/?tab=all")
    page.locator("[data-tick]").first.check()
    page.locator(".bulk-bar").get_by_role("button", name="Done").click()
    expect(page.locator(".messages")).to_contain_text("1 done.")
    page.get_by_role("link", name="Done", exact=True).click()
    expect(page.locator("[data-row]")).to_have_count(1)  # it is acknowledged as well


EVIL = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>\'"><svg onload=window.hurt=1>'


def test_what_others_write_does_nothing(
    ann_page: Page, live_server: LiveServer, ann: User, me: Agent
) -> None:
    set_contact_policy(account=ann, policy="open")
    mallory = new_agent(User.objects.create(username="<b onmouseover=alert(1)>m"), "mallory")
    body = (
        f"# {EVIL}\n\n[x](javascript:window.hurt=1) ![y](https://evil.invalid/y.png)\n\n{EVIL} " + "x " * 400
    )
    sent = send(mallory, "ann@ann", payload=body, subject=EVIL[:200]).message
    hosts: set[str] = set()
    ann_page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    for address in (
        "/inbox/",
        "/inbox/?tab=all&from=%22%3E%3Cimg%20src%3Dx%20onerror%3Dhurt%3D1%3E",
        f"/inbox/{sent.pk}?open={sent.pk}:1",
        f"/inbox/compose?reply={sent.pk}",
    ):
        ann_page.goto(live_server.url + address)
        assert ann_page.evaluate("window.hurt") is None, address
        assert ann_page.locator("main img, main script, main [onerror], main svg[onload]").count() == 0, (
            address
        )
    assert hosts == {live_server.url.split("/")[2]}


def test_two_panes_by_keyboard(ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent) -> None:
    """A message opens beside its list, which stays as it is; Done moves on, and the address holds both."""
    sent = [
        send(koda, "ann", payload=f"Note {number}", subject=f"Subject {number}").message
        for number in range(4)
    ]
    ann_page.set_viewport_size({"width": 1024, "height": 800})
    ann_page.goto(f"{live_server.url}/inbox/?tab=unread&from=koda")
    keys, rows = ann_page.keyboard, ann_page.locator("#mails [data-row]")
    expect(ann_page.locator("#reading")).to_contain_text("Choose a message")
    top = "row => row.getBoundingClientRect().top + scrollY"
    place = rows.nth(2).evaluate(top)
    for key in ("j", "j", "Enter"):
        keys.press(key)
    expect(ann_page.locator("h1")).to_have_text(["Subject 2"])  # the list's name is below it now
    assert state_of(sent[2]) == (DeliveryState.READ, 0)
    expect(ann_page).to_have_url(f"{live_server.url}/inbox/{sent[2].pk}?tab=unread&from=koda#m-{sent[2].pk}")
    expect(ann_page).to_have_title(re.compile("Subject 2 · Inbox · QA.Stone"))
    # The list is where it was, the row in its place, read now, and still the one with the focus.
    expect(rows).to_have_count(4)
    assert rows.nth(2).evaluate(top) == place
    expect(rows.nth(1)).not_to_have_class(re.compile("is-unread"))
    expect(rows.nth(1).locator("[data-open]")).to_be_focused()
    expect(ann_page.locator("#mails [aria-current]")).to_have_count(1)
    keys.press("e")
    expect(ann_page.locator("#mails [data-open]").first).to_have_text("Subject 3")
    expect(rows).to_have_count(3)
    expect(ann_page.locator("#mails [data-open]").nth(1)).to_be_focused()
    keys.press("Enter")
    expect(ann_page.locator("#reading h1")).to_have_text("Subject 1")
    keys.press("o")
    expect(ann_page.locator("#reading h1")).to_be_focused()
    keys.press("e")  # the one in the pane
    expect(rows).to_have_count(2)
    expect(ann_page.locator("#reading .messages")).to_have_count(0)
    expect(ann_page.locator("#inbox .messages")).to_contain_text("1 done")
    assert Delivery.objects.get(message=sent[1]).is_put_away
    ann_page.reload()
    expect(ann_page.locator("#reading h1")).to_have_text("Subject 1")
    expect(rows).to_have_count(2)


@pytest.mark.long
def test_an_empty_inbox_has_no_pane_and_fits(ann_page: Page, live_server: LiveServer, me: Agent) -> None:
    for width in (320, 1024, 1280):
        ann_page.set_viewport_size({"width": width, "height": 800})
        ann_page.goto(f"{live_server.url}/inbox/")
        expect(ann_page.locator("#reading")).to_be_hidden()
        expect(ann_page.locator(".inbox .nothing")).to_contain_text("No messages yet")
        assert ann_page.locator(".inbox .nothing").evaluate("box => box.scrollWidth <= box.clientWidth"), (
            width
        )


@pytest.mark.long
def test_one_pane_below_1024_px(ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent) -> None:
    sent = send(koda, "ann", payload="Only one.", subject="Alone").message
    ann_page.set_viewport_size({"width": 1023, "height": 800})
    ann_page.goto(f"{live_server.url}/inbox/")
    expect(ann_page.locator("#reading")).not_to_be_visible()
    ann_page.keyboard.press("j")
    ann_page.keyboard.press("Enter")
    expect(ann_page).to_have_url(f"{live_server.url}/inbox/{sent.pk}#m-{sent.pk}")
    expect(ann_page.locator("#inbox")).not_to_be_visible()
    expect(ann_page.get_by_role("heading", level=1)).to_have_text("Alone")
    ann_page.get_by_label("Where this is").get_by_role("link", name="Inbox").click()
    expect(ann_page.locator("#inbox")).to_be_visible()


@pytest.mark.long
def test_two_panes_without_script(
    ann_without_script: Page, live_server: LiveServer, koda: Agent, prax: Agent
) -> None:
    sent = send(prax, "koda", payload="Plain.", subject="Plain").message
    send(prax, "koda", payload="Another.", subject="Another")
    page = ann_without_script
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/inbox/?agent=koda")
    page.get_by_role("link", name="Plain", exact=True).click()
    expect(page).to_have_url(f"{live_server.url}/inbox/{sent.pk}?agent=koda#m-{sent.pk}")
    expect(page.locator("#mails [data-row]")).to_have_count(2)
    expect(page.locator("#reading h1")).to_have_text("Plain")


def test_snoozed_by_its_button_and_woken(
    ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent
) -> None:
    """The buttons stand outside of the form that they send."""
    for number in range(4):
        send(koda, "ann", payload=f"Note {number}")
    ann_page.goto(f"{live_server.url}/inbox/")
    keys, rows = ann_page.keyboard, ann_page.locator("#mails [data-row]")
    expect(ann_page.locator(".bulk-bar").get_by_role("button", name="Done")).to_be_disabled()
    for key in ("j", "x", "j", "j", "X"):
        keys.press(key)
    ann_page.locator(".bulk-bar summary", has_text="Snooze").click()
    ann_page.get_by_role("button", name="until tomorrow").click()
    expect(ann_page.locator(".messages")).to_contain_text("3 snoozed until")
    expect(rows).to_have_count(1)
    assert Delivery.objects.filter(snoozed_until__isnull=False, put_away_at=None).count() == 3
    ann_page.goto(f"{live_server.url}/inbox/?tab=snoozed")
    keys.press("j")
    keys.press("x")
    ann_page.get_by_role("button", name="Wake").click()
    expect(rows).to_have_count(2)
    assert Delivery.objects.filter(snoozed_until__isnull=False).count() == 2


def test_what_is_written_is_not_left_by_a_key(ann_page: Page, live_server: LiveServer, koda: Agent) -> None:
    ann_page.goto(f"{live_server.url}/inbox/")
    ann_page.keyboard.press("c")
    expect(ann_page.locator("#id_text")).to_be_focused()
    ann_page.keyboard.type("Use the queue.")
    ann_page.get_by_text("Choose a stone").click()
    expect(ann_page.locator("#id_find")).to_be_focused()
    ann_page.locator("h1").click()
    ann_page.keyboard.type("unsure")
    expect(ann_page).to_have_url(re.compile("/compose"))
    expect(ann_page.locator("#id_text")).to_have_value("Use the queue.")
