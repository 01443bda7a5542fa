"""The clipboard in a real browser: in every look, with and without JavaScript, with the worst that it may hold."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from clipboard.models import ClipboardEntry
from clipboard.services import make_stone, pin, save_clipboard_settings
from clipboard.tests.pages.conftest import CHANGED, HANDOFF, NEXT, QUESTION, XSS, Copies, copy
from core.pages.tests.page_checks import check_page
from stones.models import Stone
from stones.tests.factories import store

pytestmark = pytest.mark.browser


@pytest.fixture
def ann(transactional_db: None) -> User:
    return User.objects.create_user("ann", password="correct horse 9")


def grow(account: User, root: ClipboardEntry, many: int) -> ClipboardEntry:
    """A chain of copies of copies, as one makes it in many days of work."""
    entries: list[ClipboardEntry] = []
    for number in range(many):
        entries.append(
            ClipboardEntry(
                account=account,
                sha256=f"{number:064x}",
                preview=f"Copy {number} of a copy",
                characters=10,
                tokens=3,
                source_app="an editor with quite a long name",
                capture_method="watcher",
                copied=timezone.now() + timedelta(seconds=number),
                parent=entries[-1] if entries else root,
                relation="reworked",
                overlap=0.5,
            )
        )
    ClipboardEntry.objects.bulk_create(entries)
    return entries[-1]


@pytest.mark.long
def test_every_page_in_every_look(
    ann_page: Page, live_server: LiveServer, ann: User, complaints: list[str]
) -> None:
    ann_page.goto(f"{live_server.url}/clipboard/")
    check_page(ann_page, "nothing yet")
    copies = Copies(
        copy(ann, HANDOFF, "firefox"), copy(ann, QUESTION, "x" * 200), copy(ann, CHANGED, "gedit")
    )
    make_stone(account=ann, entry_id=copies.handoff.pk)
    pin(account=ann, entry_id=copies.question.pk, is_pinned=True)
    long = copy(ann, "Unbroken" * 60)
    last = grow(ann, copies.changed, 60)
    save_clipboard_settings(ann, store_full=False)
    unkept = copy(ann, NEXT * 2)
    for address in ("", "?q=zebra", f"{copies.handoff.pk}", f"{long.pk}", f"{last.pk}", f"{unkept.pk}"):
        ann_page.goto(f"{live_server.url}/clipboard/{address}")
        check_page(ann_page, address)
    ann_page.goto(f"{live_server.url}/clipboard/{long.pk}/delete")
    check_page(ann_page, "delete")
    save_clipboard_settings(ann, is_paused=True)
    ann_page.goto(f"{live_server.url}/clipboard/")
    ann_page.get_by_text("Record a text by hand").click()
    ann_page.get_by_label("Text", exact=True).fill("Something.")
    ann_page.get_by_role("button", name="Record").click()
    ann_page.locator(".summary").wait_for()
    check_page(ann_page, "paused, with a fault")
    complaints[:] = [complaint for complaint in complaints if "409" not in complaint]  # asked for


@pytest.mark.long
def test_a_long_chain_scrolls_in_its_own_box(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    ann_page.set_viewport_size({"width": 320, "height": 800})
    last = grow(ann, copy(ann, HANDOFF, "firefox"), 60)
    ann_page.goto(f"{live_server.url}/clipboard/{last.pk}")
    box = ann_page.get_by_role("region", name="The chain as a graph")
    sizes = box.evaluate("box => [box.scrollWidth > box.clientWidth, box.scrollHeight > box.clientHeight]")
    assert sizes == [True, True]
    assert ann_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert box.evaluate("box => box.clientHeight < innerHeight")
    box.focus()
    ann_page.keyboard.press("End")
    for _ in range(50):
        if box.evaluate("box => box.scrollTop > 0"):
            break
        ann_page.wait_for_timeout(100)
    assert box.evaluate("box => box.scrollTop > 0")


def test_from_a_copy_to_its_origin_to_a_stone_and_away(
    ann_page: Page, live_server: LiveServer, ann: User
) -> None:
    ann_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    handoff, question = copy(ann, HANDOFF, "firefox"), copy(ann, QUESTION, "code")
    ann_page.goto(f"{live_server.url}/clipboard/")
    ann_page.evaluate("window.isSamePage = true")
    ann_page.get_by_label("Search what you copied").fill("bucket -port")
    ann_page.keyboard.press("Enter")
    expect(ann_page.get_by_role("heading", name="Clipboard")).to_be_focused()
    expect(ann_page).to_have_url(f"{live_server.url}/clipboard/?q=bucket%20-port")
    expect(ann_page.locator("[data-open]")).to_have_count(1)
    assert ann_page.evaluate("window.isSamePage")
    ann_page.locator("[data-open]").click()

    ann_page.get_by_role("button", name="Copy").click()
    expect(ann_page.get_by_role("button", name="Copied")).to_be_visible()
    assert ann_page.evaluate("navigator.clipboard.readText()") == QUESTION
    # The graph's own node leads there, as the list does.
    ann_page.locator(".chain-graph a").first.click()
    expect(ann_page).to_have_url(f"{live_server.url}/clipboard/{handoff.pk}")

    ann_page.get_by_role("button", name="Pin").click()
    expect(ann_page.get_by_text("Pinned: kept until you delete it.")).to_be_visible()
    ann_page.get_by_role("button", name="Make a stone").click()
    expect(ann_page.get_by_text("A stone was made.")).to_be_visible()
    stone = Stone.objects.get(account=ann)
    expect(ann_page).to_have_url(f"{live_server.url}/stones/{stone.content.border_hash}")

    ann_page.goto(f"{live_server.url}/clipboard/{question.pk}")
    ann_page.get_by_role("link", name="Delete…").click()
    dialog = ann_page.get_by_role("dialog")
    dialog.get_by_role("link", name="Cancel").click()
    expect(dialog).to_be_hidden()
    ann_page.get_by_role("link", name="Delete…").click()
    dialog.get_by_role("button", name="Delete the copy").click()
    expect(ann_page.get_by_text("is deleted.")).to_be_visible()
    assert list(ClipboardEntry.objects.values_list("pk", flat=True)) == [handoff.pk]


@pytest.mark.long
def test_without_javascript(ann_without_script: Page, live_server: LiveServer, ann: User) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/clipboard/")
    expect(page.get_by_text("watch_clipboard --account ann")).to_be_visible()
    page.get_by_label("Text", exact=True).fill(HANDOFF)
    page.get_by_label("Copied from").fill("a letter")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("heading", name="Handoff: the export service")).to_be_visible()
    page.get_by_role("link", name="Clipboard").first.click()
    page.get_by_label("Search what you copied").fill("firewall")
    page.get_by_role("button", name="Search").click()
    page.locator("[data-open]").click()
    page.get_by_role("button", name="Make a stone").click()
    expect(page.get_by_text("A stone was made.")).to_be_visible()
    page.goto(f"{live_server.url}/clipboard/")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("nothing is recorded.").first).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    page.locator("[data-open]").click()
    page.get_by_role("link", name="Delete…").click()
    page.get_by_role("button", name="Delete the copy").click()
    expect(page.get_by_text("No copies yet")).to_be_visible()


@pytest.mark.long
def test_what_is_new_is_shown_when_asked_for(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    ann_page.goto(f"{live_server.url}/clipboard/")
    expect(ann_page.get_by_text("Waiting for the first copy…")).to_be_visible()
    copy(ann, HANDOFF, "firefox")
    ann_page.get_by_role("link", name="1 new copy: show it").click()
    expect(ann_page.locator("[data-open]")).to_have_count(1)


def test_content_runs_nothing(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    """What was copied is shown as it stands, and the policy had nothing to stop: ann_page fails otherwise."""
    first = copy(ann, f"{XSS}\n\n{HANDOFF}", XSS)
    second = copy(ann, f"{XSS}\n\n{CHANGED}", "]]>--><svg>")
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    ann_page.on("dialog", dismiss)
    for path in ("", f"{first.pk}", f"{second.pk}", f"{second.pk}/delete"):
        ann_page.goto(f"{live_server.url}/clipboard/{path}")
        bad = ann_page.locator("main :is(img, script, svg[onload], a[href^='javascript'])")
        assert bad.count() == 0, path
    assert ann_page.locator(".chain-graph").count() == 0  # the page that asks
    ann_page.goto(f"{live_server.url}/clipboard/{second.pk}")
    assert ann_page.locator(".chain-graph a").count() == 2
    assert dialogs == []


@pytest.mark.long
def test_deleting_what_is_pinned_takes_a_tick(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    stone = store(ann, content=HANDOFF)
    entry = copy(ann, HANDOFF)
    pin(account=ann, entry_id=entry.pk, is_pinned=True)
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.get_by_role("link", name="Delete…").click()
    dialog = ann_page.get_by_role("dialog")
    expect(dialog).to_contain_text("Its copy in the clipboard goes with it. It is pinned.")
    dialog.get_by_role("button", name="Delete").click()
    expect(dialog.get_by_role("checkbox")).to_be_focused()
    assert Stone.objects.exists()
    dialog.get_by_label("Delete pinned copies, too").check()
    dialog.get_by_role("button", name="Delete").click()
    expect(ann_page.get_by_text("and the copy of its text are deleted")).to_be_visible()
    assert not Stone.objects.exists()
