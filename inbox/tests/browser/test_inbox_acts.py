"""Acts on the focused and on chosen rows of the inbox in a browser, sending by key, and notices."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from inbox.models import Agent, Delivery
from inbox.tests.factories import inbox_of, send, send_stone
from stones.models import Stone

pytestmark = pytest.mark.browser


def test_reply_by_key_from_the_list(
    ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent, prax: Agent
) -> None:
    """The row with the focus is replied to, also where another message is open beside it."""
    first = send(koda, "ann", payload="Retry it once?").message
    second = send(prax, "ann", payload="Which port?").message
    ann_page.goto(f"{live_server.url}/inbox/{second.pk}?tab=all")
    keys = ann_page.keyboard
    ann_page.locator(f"#mails [data-open][href*='{first.pk}']").focus()
    keys.press("r")
    expect(ann_page).to_have_url(f"{live_server.url}/inbox/compose?reply={first.pk}")
    expect(ann_page.locator("#id_text")).to_be_focused()
    keys.type("Yes, exactly once.")
    expect(ann_page.locator("#id_text")).to_have_value("Yes, exactly once.")


def test_keys_act_on_the_chosen_rows(ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent) -> None:
    for number in range(6):
        send(koda, "ann", payload=f"Note {number}")
    ann_page.goto(f"{live_server.url}/inbox/")
    keys, rows = ann_page.keyboard, ann_page.locator("#mails [data-open]")
    for key in ("j", "x", "j", "x", "j", "e"):
        keys.press(key)
    expect(ann_page.locator(".messages")).to_contain_text("2 done.")
    expect(rows).to_have_text(["Note 3", "Note 2", "Note 1", "Note 0"])
    expect(rows.first).to_be_focused()  # where it was
    expect(ann_page.locator("[data-tick]:checked")).to_have_count(0)
    keys.press("s")  # without a chosen row: this one
    expect(ann_page.locator(".messages")).to_contain_text("1 snoozed until")
    expect(rows).to_have_text(["Note 2", "Note 1", "Note 0"])
    expect(rows.first).to_be_focused()
    for key in ("x", "j", "j", "x", "k", "s"):
        keys.press(key)
    expect(ann_page.locator(".messages")).to_contain_text("2 snoozed until")
    expect(rows).to_have_text(["Note 1"])
    keys.press("e")
    expect(ann_page.locator(".messages")).to_contain_text("1 done.")
    assert Delivery.objects.filter(archived_at__isnull=False).count() == 3
    assert Delivery.objects.filter(snoozed_until__isnull=False).count() == 3


@pytest.mark.parametrize(("width", "height"), [(1280, 700), (390, 600)])
def test_the_bar_stays_in_view_while_rows_are_chosen(
    ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent, width: int, height: int
) -> None:
    for number in range(12):
        send(koda, "ann", payload=f"Note {number}")
    ann_page.set_viewport_size({"width": width, "height": height})
    ann_page.goto(f"{live_server.url}/inbox/")
    bar, keys = ann_page.locator(".bulk-bar"), ann_page.keyboard
    rows = ann_page.locator("#mails [data-open]")
    rows.last.focus()
    expect(bar).not_to_be_in_viewport()
    keys.press("x")
    expect(bar).to_be_in_viewport(ratio=1)
    box = bar.evaluate("bar => bar.getBoundingClientRect().toJSON()")
    # Nothing of the page's lies over it, the bar at the foot of a phone neither.
    assert bar.evaluate(
        "bar => [...bar.querySelectorAll('button, summary, input')].filter(e => e.checkVisibility()).every(e => {"
        " const {x, y, width, height} = e.getBoundingClientRect();"
        " return bar.contains(document.elementFromPoint(x + width / 2, y + height / 2)); })"
    )
    for _ in range(11):  # it covers no row that has the focus
        keys.press("k")
        focused = ann_page.evaluate("document.activeElement.getBoundingClientRect().top")
        assert focused >= bar.evaluate("bar => bar.getBoundingClientRect().bottom"), box
    keys.press("x")
    keys.press("X")
    bar.get_by_role("button", name="Done").click()
    expect(ann_page.locator(".messages")).to_contain_text("done.")


def test_the_chosen_are_exported_and_sent_from_the_bar(
    ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent, stone: Stone
) -> None:
    """A file and another page come by the browser's own request: the list stays, with what is ticked."""
    send(koda, "ann", payload="Plain.")
    send_stone(koda, "ann", stone=stone.pk)
    ann_page.goto(f"{live_server.url}/inbox/")
    ann_page.get_by_label("Select all on this page").check()
    ann_page.locator(".bulk-bar summary", has_text="More").click()
    with ann_page.expect_download() as download:
        ann_page.get_by_role("button", name="Export as JSON Lines").click()
    assert download.value.suggested_filename == "messages.jsonl"
    expect(ann_page.locator(".bulk-all")).to_have_text("2 selected")
    ann_page.get_by_role("button", name="Send their stones").click()
    expect(ann_page).to_have_url(f"{live_server.url}/inbox/compose?stone={stone.pk}")
    expect(ann_page.locator(".messages")).to_contain_text("1 message is left out")


def test_it_is_sent_by_key_and_says_who_does_not_answer(
    ann_page: Page, live_server: LiveServer, koda: Agent, prax: Agent
) -> None:
    ann_page.goto(f"{live_server.url}/inbox/compose")
    expect(ann_page.get_by_text("koda has not connected yet")).to_be_hidden()
    ann_page.get_by_label("koda", exact=True).check()
    expect(ann_page.get_by_text("koda has not connected yet")).to_be_visible()
    expect(ann_page.get_by_text("prax has not connected yet")).to_be_hidden()
    ann_page.locator("#id_text").fill("Ship it.")
    ann_page.keyboard.press("Control+Enter")
    expect(ann_page.locator(".messages")).to_contain_text("Sent to koda.")
    assert inbox_of(koda) == [(1, "Ship it.")]


def test_a_notice_goes_with_its_page(ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent) -> None:
    ann_page.set_viewport_size({"width": 1280, "height": 800})
    ann_page.goto(f"{live_server.url}/inbox/compose?to=koda")
    ann_page.locator("#id_text").fill("Ship it.")
    ann_page.get_by_role("button", name="Send").click()
    expect(ann_page.locator(".messages")).to_contain_text("Sent to koda.")
    ann_page.get_by_role("link", name="All", exact=True).click()
    expect(ann_page).to_have_url(re.compile("tab=all"))
    expect(ann_page.locator("#tab-all[aria-current]")).to_be_visible()
    expect(ann_page.locator(".messages")).to_have_count(0)


def test_a_message_that_is_opened_leaves_the_title_in_sight(
    ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent
) -> None:
    """Also where a subject of several lines stands above a long message; and no list's name is broken."""
    text = "\n\n".join(f"Paragraph {number} of the long report." for number in range(200))
    send(koda, "ann", payload=text, subject="Keys of buckets that nobody rotates " * 3)
    for width in (1280, 390):
        ann_page.set_viewport_size({"width": width, "height": 600})
        ann_page.goto(f"{live_server.url}/inbox/?tab=all")
        ann_page.locator("#mails [data-open]").first.click()
        expect(ann_page.locator(".letter")).to_be_visible()
        ann_page.wait_for_timeout(300)
        assert ann_page.evaluate("scrollY") == 0
    assert ann_page.locator(".thread-crumbs a").evaluate("each => each.getClientRects().length") == 1
    assert ann_page.locator(".thread-crumbs a").bounding_box()["height"] < 50  # type: ignore[index]
