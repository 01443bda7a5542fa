"""A stone is found, opened and loaded level by level: with a mouse, by keyboard alone, and without JavaScript."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from stones.models import LedgerEntry, Stone
from stones.tests.factories import LONG, store, write_levels

pytestmark = pytest.mark.browser


def levels_read() -> list[int | None]:
    return list(LedgerEntry.objects.order_by("pk").values_list("level", flat=True))


def test_load_more_keeps_the_place_and_tells_the_ledger(
    ann_page: Page, live_server: LiveServer, stone: Stone
) -> None:
    ann_page.goto(f"{live_server.url}/stones/")
    ann_page.locator("[data-open]").click()
    expect(ann_page.locator(".meter-sum")).to_contain_text("You have read")
    assert levels_read() == [0]

    ann_page.get_by_role("button", name="Load LOD-1").click()
    expect(ann_page.locator("h2#lod-1")).to_be_focused()
    expect(ann_page).to_have_url(f"{live_server.url}/stones/{stone.content.border_hash}?lod=1")
    assert levels_read() == [0, 1]

    ann_page.get_by_role("button", name="Load only the source").click()
    expect(ann_page.locator("h2#lod-3")).to_be_attached()
    assert levels_read() == [0, 1, 3]
    expect(ann_page.locator(".load")).to_have_count(0)

    ann_page.go_back()
    expect(ann_page.locator("h2#lod-1")).to_be_attached()
    expect(ann_page.locator("h2#lod-2")).to_have_count(0)


@pytest.mark.long
def test_tabs_swap_and_keep_the_levels(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}?lod=1")
    ann_page.get_by_role("link", name="What an agent receives").click()
    expect(ann_page.locator("#received")).to_contain_text("delivered_lod: 1")
    expect(ann_page.locator("#tab-agent")).to_be_focused()
    ann_page.get_by_role("link", name="Reads", exact=True).click()
    expect(ann_page.locator("main tbody").last).to_contain_text("person ann")
    expect(ann_page).to_have_url(f"{live_server.url}/stones/{stone.content.border_hash}?tab=reads&lod=1")


def test_asking_a_stone(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.get_by_label("Your question").fill("Who rotates the key of bucket 17?")
    ann_page.get_by_role("button", name="Ask", exact=True).click()
    expect(ann_page.locator("#focus-title")).to_be_focused()
    expect(ann_page.locator(".passages")).to_contain_text("bucket 17")


def test_by_keyboard_alone(ann_page: Page, live_server: LiveServer, stone: Stone, ann: User) -> None:
    newer = store(ann, content=f"Newer. {LONG}")
    write_levels(newer)
    keys = ann_page.keyboard
    ann_page.goto(f"{live_server.url}/stones/")
    keys.press("j")
    keys.press("j")
    keys.press("k")
    keys.press("j")
    keys.press("Enter")
    expect(ann_page).to_have_url(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.wait_for_load_state()  # the address is the new one before what the keys do is there
    keys.press("1")
    expect(ann_page.locator("h2#lod-1")).to_be_focused()
    keys.press("?")
    expect(ann_page.get_by_role("dialog", name="Help and keys")).to_be_visible()
    keys.press("Escape")
    keys.press("/")
    expect(ann_page.locator("#search")).to_be_focused()
    keys.type("g s")  # letters in a field are letters
    expect(ann_page.locator("#search")).to_have_value("g s")
    ann_page.locator("h1").focus()
    keys.press("g")
    keys.press("p")
    expect(ann_page).to_have_url(f"{live_server.url}/paste")


@pytest.mark.long
def test_tab_reaches_the_load_button_and_the_skip_link(
    ann_page: Page, live_server: LiveServer, stone: Stone
) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.keyboard.press("Tab")
    expect(ann_page.locator(".skip")).to_be_focused()
    for _ in range(60):
        ann_page.keyboard.press("Tab")
        if ann_page.evaluate("document.activeElement.id") == "load":
            break
    ann_page.keyboard.press("Enter")
    expect(ann_page.locator("h2#lod-1")).to_be_focused()


@pytest.mark.long
def test_single_keys_can_be_turned_off(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/")
    ann_page.get_by_role("link", name="Help and keys").click()
    ann_page.get_by_role("button", name="Turn single-key shortcuts off").click()
    expect(ann_page.locator("body")).to_have_attribute("data-shortcuts", "off")
    ann_page.wait_for_load_state()
    ann_page.keyboard.press("c")
    ann_page.wait_for_timeout(200)
    expect(ann_page).to_have_url(f"{live_server.url}/stones/")


@pytest.mark.long
def test_every_key_that_the_help_shows_does_what_it_says(
    ann_page: Page, live_server: LiveServer, stone: Stone
) -> None:
    page_of_stone = f"{live_server.url}/stones/{stone.content.border_hash}"
    ann_page.goto(page_of_stone)
    key_rows = ann_page.locator("#help [data-keys]").evaluate_all(
        "rows => rows.map(row => ({...row.dataset}))"
    )
    assert {row["does"] for row in key_rows} == {
        "focus",
        "go",
        "dialog",
        "next",
        "previous",
        "click",
        "row",
        "chosen",
        "range",
        "send",
        "assistant",
    }
    for row in key_rows:
        # On messages and their rows, and where one is written: inbox/tests/browser.
        if row["does"] in ("row", "chosen", "range", "send") or row["target"].startswith("#thread"):
            continue
        ann_page.goto(page_of_stone)
        if row["does"] == "click":  # the levels, and copying, which other tests press
            assert ann_page.locator(row["target"]).count() == 1, row
            continue
        if row["does"] == "assistant":
            expect(ann_page.locator("qastone-assistant .bubble")).to_be_attached()
            ann_page.locator("h1").select_text()
        for key in row["keys"].split():
            ann_page.keyboard.press(key)
        if row["does"] == "assistant":
            expect(ann_page.locator(f"qastone-assistant {row['target']}")).to_be_visible()
        elif row["does"] == "go":
            expect(ann_page).to_have_url(live_server.url + row["target"])
        elif row["does"] == "focus":
            expect(ann_page.locator(row["target"])).to_be_focused()
        elif row["does"] == "dialog":
            expect(ann_page.locator(f"#{row['target']}")).to_be_visible()


@pytest.mark.long
def test_the_theme_changes_without_a_round_trip_and_stays(ann_page: Page, live_server: LiveServer) -> None:
    ann_page.goto(f"{live_server.url}/stones/")
    ann_page.get_by_label("account and theme").click()
    ann_page.get_by_role("button", name="Dark").click()
    assert ann_page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    ann_page.reload()
    assert ann_page.locator("html").get_attribute("data-theme") == "dark"


def test_a_copy_that_cannot_be_fetched_is_opened(
    ann_page: Page, live_server: LiveServer, stone: Stone, complaints: list[str]
) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}?lod=1")

    def drop(route: Route) -> None:
        route.abort() if route.request.resource_type == "fetch" else route.continue_()

    ann_page.route("**/text?lod=*", drop)
    ann_page.locator("[data-copy-url]").click()
    expect(ann_page).to_have_url(re.compile(r"/text\?lod=1$"))
    complaints.clear()  # that it could not be fetched


@pytest.mark.long
def test_copying_takes_what_is_loaded(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}?lod=1")
    ann_page.keyboard.press("y")
    expect(ann_page.locator("[data-copy-url]")).to_have_text("Copied LOD-0 to LOD-1")
    copied = ann_page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("§QASTONE§\ndelivered_lod: 1\n")
    ann_page.get_by_role("link", name="Provenance").click()
    ann_page.get_by_role("button", name="Copy", exact=True).click()
    expect(ann_page.locator("#announce")).to_have_text("Copied")
    assert ann_page.evaluate("navigator.clipboard.readText()") == stone.content.sha256


def test_deleting_asks_in_a_dialog(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.get_by_role("link", name="Delete…").click()
    dialog = ann_page.get_by_role("dialog")
    expect(dialog).to_contain_text("You can restore it for an hour")
    ann_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    ann_page.get_by_role("link", name="Delete…").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(ann_page.get_by_role("heading", name="No stones yet")).to_be_visible()
    assert not Stone.objects.exists()


def test_levels_appear_when_they_are_written(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    stone = store(ann, content=LONG)
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    expect(ann_page.locator(".level-note")).to_contain_text("wait to be written")
    write_levels(stone)
    expect(ann_page.locator(".level-note")).to_have_count(0)
    expect(ann_page.locator("[data-state=generating]")).to_have_count(0)


@pytest.mark.long
def test_the_first_stone_shows_up_by_itself(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    ann_page.goto(f"{live_server.url}/stones/")
    expect(ann_page.locator("#news")).to_contain_text("Waiting for the first stone")
    store(ann)
    expect(ann_page.locator("#news")).to_contain_text("1 new stone")


def test_without_javascript(ann_without_script: Page, live_server: LiveServer, stone: Stone) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/stones/")
    page.locator("[data-open]").click()
    page.get_by_role("button", name="Load LOD-1").click()
    expect(page.locator("h2#lod-1")).to_be_visible()
    assert levels_read() == [0, 1]
    page.get_by_role("link", name="Provenance").click()
    expect(page.locator("#sha256")).to_have_text(stone.content.sha256)
    page.get_by_label("Your question").fill("Who rotates the key of bucket 17?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".passages")).to_contain_text("bucket 17")
    page.get_by_role("link", name="Delete…").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Delete stone")


@pytest.mark.long
def test_what_fails_is_said_on_the_page(
    ann_page: Page, live_server: LiveServer, stone: Stone, complaints: list[str]
) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    stone.content.delete()
    ann_page.get_by_role("button", name="Load LOD-1").click()
    expect(ann_page.locator("#problem")).to_contain_text("There is no stone")
    expect(ann_page.locator("#problem")).to_contain_text("Nothing was saved")
    expect(ann_page).to_have_url(f"{live_server.url}/stones/{stone.content.border_hash}")
    if not complaints:  # the console may hear of it after the page
        ann_page.wait_for_event("console")
    assert len(complaints) == 1
    assert "404" in complaints.pop()


XSS = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">[x](javascript:alert(1))"


@pytest.mark.parametrize("tab", ["reading", "agent", "raw", "provenance"])
def test_content_runs_nothing(ann_page: Page, live_server: LiveServer, ann: User, tab: str) -> None:
    levels = {0: f"Scan {XSS}", 1: f"# Detail\n\n{XSS}", 2: f"- Deep {XSS}"}
    stone = store(ann, content=f"{XSS}\n\n{LONG}", levels=levels, claimed_source="<b>koda</b>")
    write_levels(stone)
    requested_urls = []
    ann_page.on("request", lambda request: requested_urls.append(request.url))
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}?lod=3&tab={tab}")
    ann_page.wait_for_timeout(150)
    assert ann_page.title() != "owned"
    assert ann_page.locator("main img, main script, main a[href^='javascript']").count() == 0
    assert all(url.startswith(live_server.url) for url in requested_urls)


@pytest.mark.long
@pytest.mark.parametrize("height", [600, 775, 1200])
def test_the_side_column_is_not_cut(
    ann_page: Page, live_server: LiveServer, stone: Stone, height: int
) -> None:
    ann_page.set_viewport_size({"width": 1280, "height": height})
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    cut = ann_page.locator(".aside").evaluate("side => side.scrollHeight - side.clientHeight")
    assert cut <= 1


@pytest.mark.long
def test_the_source_opens_alone_in_place(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.get_by_role("button", name="Load only the source").click()
    expect(ann_page).to_have_url(re.compile(r"\?lod=3&alone=1"))
    expect(ann_page.locator("#lod-3")).to_be_focused()
    expect(ann_page.locator("#lod-1")).to_have_count(0)
    ann_page.get_by_role("link", name=re.compile("^LOD-1 Detail")).click()
    expect(ann_page.locator("#lod-1")).to_be_focused()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_word_in_a_question_makes_the_page_no_wider(
    ann_page: Page, live_server: LiveServer, stone: Stone, width: int
) -> None:
    ann_page.set_viewport_size({"width": width, "height": 800})
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}?q={'x' * 300}")
    expect(ann_page.locator("#focus-title")).to_be_visible()
    assert ann_page.evaluate("document.documentElement.scrollWidth") == width


def test_a_question_stands_in_the_address(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.get_by_label("Your question").fill("who rotates the key of bucket 17")
    ann_page.locator("#ask button.small").click()
    expect(ann_page.locator("#focus-title")).to_be_focused()
    expect(ann_page).to_have_url(re.compile(r"\?q=who[+]rotates[^#]*bucket[+]17|\?q=who%20rotates.*17"))
    ann_page.reload()
    expect(ann_page.locator("#focus .passage").first).to_contain_text("bucket 17?")
