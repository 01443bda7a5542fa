"""The paste page: header first, then one level at a time; the ledger shows what was read."""

import json

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import FilePayload, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from stones.format import parse
from stones.models import LedgerEntry, Stone
from stones.queries import assemble, find_stone
from stones.services.pasted_stone import level_digest
from stones.services.read_levels import stone_text
from stones.tests.factories import FOREIGN_STONE, LONG, store, write_levels

pytestmark = pytest.mark.browser


def text_of(stone: Stone, lod: int | None = None) -> str:
    return stone_text(assemble(find_stone(stone.account, stone.content.border_hash)), lod)


@pytest.fixture
def foreign(ann: User) -> str:
    """A stone that ann was sent and does not have."""
    other = User.objects.create(username="mallory")
    stone = store(other, content=f"Mallory's text.\n\n{LONG}", glow_channel="context", source_agent="prax")
    write_levels(stone)
    return text_of(stone)


@pytest.fixture
def sent(ann_page: Page) -> list[Request]:
    """What the page sent, but for the addresses it was made of."""
    requests: list[Request] = []
    ann_page.on("request", lambda request: requests.append(request) if request.method == "POST" else None)
    return requests


def paste(page: Page, live_server: LiveServer, text: str) -> None:
    page.goto(f"{live_server.url}/paste")
    page.locator("#text").fill(text)


def levels_read() -> list[tuple[str, int | None]]:
    return list(LedgerEntry.objects.order_by("pk").values_list("reader__name", "level"))


def test_what_became_of_a_stone_on_its_way_is_one_press_away(
    ann_page: Page, live_server: LiveServer, stone: Stone
) -> None:
    result = ann_page.locator("#result")
    for press, text, told in (
        (
            "Find out why",
            text_of(stone).replace("We decided to keep", "We decided\nto keep"),
            "it was wrapped on the way",
        ),
        (
            "Read it all the same",
            text_of(stone).replace("LOD-0:", "**LOD-0:**", 1),
            "`**LOD-0:**` is read as `LOD-0:`",
        ),
    ):
        paste(ann_page, live_server, text)
        ann_page.get_by_role("button", name=press).first.click()
        expect(result).to_contain_text(told)


def test_a_quoted_stone_is_read_without_its_marks(
    ann_page: Page, live_server: LiveServer, stone: Stone
) -> None:
    paste(ann_page, live_server, "".join(f"> {line}\n" for line in text_of(stone).split("\n")))
    expect(ann_page.locator(".stone-card")).to_contain_text("Its content matches its hash")
    expect(ann_page.locator("#result")).to_contain_text("these marks were taken off")


def test_what_levels_leave_out_is_said_when_one_is_read(
    ann_page: Page, live_server: LiveServer, sent: list[Request], complaints: list[str]
) -> None:
    paste(ann_page, live_server, FOREIGN_STONE)
    card = ann_page.locator(".stone-card")
    expect(card.locator(".numbers")).to_contain_text("%)")
    assert sent == []
    card.locator("[data-act=load]").click()
    expect(card.locator(".note.warn", has_text="red valve")).to_have_count(1)
    card.get_by_role("button", name="Store it here").click()
    expect(card).to_contain_text("Stored here")
    expect(card.locator(".note.warn", has_text="red valve")).to_have_count(1)
    complaints.clear()  # of the 404 that says that it is not stored here


def test_header_only_then_more_and_the_ledger_shows_it(
    ann_page: Page, live_server: LiveServer, stone: Stone, sent: list[Request]
) -> None:
    paste(ann_page, live_server, text_of(stone))
    card = ann_page.locator(".stone-card")
    expect(card).to_contain_text("Header read. No level is open, and nothing was sent.")
    expect(card.locator(".channel")).to_have_text("channel handoff")
    expect(card).to_contain_text(
        "Its content matches its hash. Its shorter levels are as they came, unchecked."
    )
    expect(card.locator(".decision")).to_contain_text("of 0–3")
    assert card.locator(".opened").count() == 0
    assert sent == []
    assert levels_read() == []

    use = int(card.locator("[data-slot=use]").inner_text().split()[0].removeprefix("LOD-"))
    card.get_by_role("button", name=f"Use LOD-{use}").click()
    expect(card.locator(".opened")).to_have_count(use + 1)
    expect(card).to_contain_text("what you loaded is counted")
    assert levels_read() == [("person ann", level) for level in range(use + 1)]
    # Header and hashes went out, the text did not.
    levels = [level_digest(text) for text in parse(text_of(stone)).levels]
    header = text_of(stone).partition("\n─")[0]
    body = {
        "border_hash": stone.content.sha256,
        "level": 0,
        "levels": levels,
        "is_whole": True,
        "header": header,
    }
    assert json.loads(sent[0].post_data or "") == body

    card.get_by_role("button", name=f"Load LOD-{use + 1}").click()
    expect(card.locator(".opened")).to_have_count(use + 2)
    expect(card.locator(".opened").last.locator("h3")).to_be_focused()
    ann_page.get_by_role("link", name="Open its page").click()
    ann_page.get_by_role("link", name="Reads", exact=True).click()
    expect(ann_page.locator("main table:not(.reads-strip *) tbody tr")).to_have_count(use + 2)


def test_an_unknown_stone_is_read_here_and_stored_on_request(
    ann_page: Page, live_server: LiveServer, ann: User, foreign: str, complaints: list[str]
) -> None:
    paste(ann_page, live_server, foreign)
    card = ann_page.locator(".stone-card")
    card.locator("[data-act=load]").click()
    expect(card).to_contain_text("not stored here, so this read is counted nowhere")
    assert levels_read() == []
    opened = card.locator(".opened").count()
    card.get_by_role("button", name="Store it here").click()
    expect(card).to_contain_text("what you loaded is counted")
    assert Stone.objects.filter(account=ann).count() == 1
    assert levels_read() == [("person ann", level) for level in range(opened)]
    complaints[:] = [
        complaint for complaint in complaints if "404" not in complaint
    ]  # the question whether it is stored here


@pytest.mark.long
def test_a_truncated_copy_of_a_known_stone_gets_its_levels_from_here(
    ann_page: Page, live_server: LiveServer, stone: Stone
) -> None:
    paste(ann_page, live_server, text_of(stone, 0))
    card = ann_page.locator(".stone-card")
    expect(card).to_contain_text("Its hash cannot be checked")
    card.get_by_role("button", name="Use LOD-0").click()
    card.get_by_role("button", name="Load LOD-1").click()
    expect(card.locator(".opened")).to_have_count(2)


@pytest.mark.long
@pytest.mark.parametrize("is_cut", [True, False], ids=["cut", "whole"])
def test_of_a_changed_copy_the_copy_alone_is_read(
    ann_page: Page, live_server: LiveServer, ann: User, is_cut: bool
) -> None:
    stone = store(ann, content=LONG, levels={0: "Keep the ports.", 1: "In short.", 2: "At length."})
    text = text_of(stone, 1 if is_cut else None).replace("In short.", "In brief.")
    paste(ann_page, live_server, text)
    card = ann_page.locator(".stone-card")
    card.get_by_role("button", name="Use LOD-").click()
    expect(card).to_contain_text("Its LOD-1 is not that of the stone of this name that is stored here")
    expect(card.locator(".opened").nth(1)).to_contain_text("In brief.")
    expect(card.get_by_role("link", name="Open the stored one")).to_have_attribute(
        "href", f"/stones/{stone.content.border_hash}"
    )
    expect(card.get_by_role("button", name="Store it here")).to_be_visible(visible=not is_cut)
    if is_cut:
        # There is no more of it than the copy holds.
        expect(card.locator("[data-act=load]")).to_be_hidden()
        expect(card).to_contain_text("That is all there is.")
    assert levels_read() == []
    if not is_cut:
        card.get_by_role("button", name="Store it here").click()
        expect(card).to_contain_text("what you loaded is counted")
        changed = Stone.objects.exclude(pk=stone.pk).get()
        assert set(LedgerEntry.objects.values_list("stone", flat=True)) == {changed.pk}


@pytest.mark.long
def test_a_copy_of_the_earlier_of_two_stones_is_read_from_that_one(
    ann_page: Page, live_server: LiveServer, ann: User
) -> None:
    stone = store(ann, content=LONG, levels={0: "Keep the ports.", 1: "In short.", 2: "At length."})
    copied = text_of(stone, 1)
    write_levels(store(ann, content=LONG))
    paste(ann_page, live_server, copied)
    card = ann_page.locator(".stone-card")
    card.get_by_role("button", name="Use LOD-").click()
    expect(card).to_contain_text("what you loaded is counted")
    expect(card.locator(".opened").nth(1)).to_contain_text("In short.")
    assert set(LedgerEntry.objects.values_list("stone", flat=True)) == {stone.pk}


def test_a_changed_content_is_blocked(ann_page: Page, live_server: LiveServer, foreign: str) -> None:
    paste(ann_page, live_server, foreign.replace("port 7003", "port 6666"))
    mismatch = ann_page.locator("[data-part=mismatch]")
    expect(mismatch).to_be_visible()
    expect(mismatch).to_contain_text("Its content does not match its hash.")
    expect(ann_page.locator("[data-act=load]")).to_be_hidden()


def test_damage_is_named_by_line_and_nothing_is_lost(
    ann_page: Page, live_server: LiveServer, foreign: str, sent: list[Request]
) -> None:
    damaged = foreign.replace("lod_count: 4", "lod_count: four")
    paste(ann_page, live_server, damaged)
    fault = ann_page.locator(".fault")
    expect(fault).to_contain_text("Line 7: lod_count is a whole number from 1 to 99")
    expect(fault.locator("pre")).to_have_text("lod_count: four")
    fault.get_by_role("button", name="Show the line").click()
    assert ann_page.evaluate("getSelection().toString()") == "lod_count: four"
    assert ann_page.locator("#text").input_value() == damaged
    assert sent == []


@pytest.mark.long
def test_a_fault_below_the_header_keeps_the_header(
    ann_page: Page, live_server: LiveServer, foreign: str
) -> None:
    paste(ann_page, live_server, foreign.replace("\nLOD-1: ", "\nLOD-7: "))
    card = ann_page.locator(".stone-card")
    expect(card.locator(".channel")).to_have_text("channel context")
    expect(card).to_contain_text("LOD-1 is missing")
    expect(card.locator("[data-act=load]")).to_be_hidden()


def test_several_stones_with_text_around_them(
    ann_page: Page, live_server: LiveServer, foreign: str, stone: Stone
) -> None:
    paste(ann_page, live_server, f"first this:\n{foreign}\nthen that:\n{text_of(stone)}")
    expect(ann_page.locator(".stone-card")).to_have_count(2)
    expect(ann_page.locator("#result")).to_contain_text("other text around it")


@pytest.mark.long
def test_the_task_changes_what_is_used(ann_page: Page, live_server: LiveServer, foreign: str) -> None:
    paste(ann_page, live_server, foreign)
    expect(ann_page.locator("[data-act=load]")).to_contain_text("Use LOD-2")
    ann_page.get_by_label("quick").check()
    expect(ann_page.locator("[data-act=load]")).to_contain_text("Use LOD-1")
    ann_page.get_by_label("needs the full context").check()
    expect(ann_page.locator("[data-act=load]")).to_contain_text("Use LOD-2")


def test_plain_text_becomes_a_stone(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    paste(ann_page, live_server, "Where is a session ended when the password changes?")
    expect(ann_page.locator("#result")).to_contain_text("Not a stone yet")
    ann_page.get_by_role("button", name="Format as stone").click()
    expect(ann_page.get_by_label("Channel", exact=True)).to_have_value("query")
    ann_page.get_by_label("Channel", exact=True).select_option("task")
    ann_page.get_by_role("button", name="Store as a stone").click()
    expect(ann_page.locator("h1")).to_contain_text("Where is a session ended")
    assert Stone.objects.get(account=ann).glow_channel == "task"


@pytest.mark.long
def test_too_much_is_refused_before_it_is_sent(
    ann_page: Page, live_server: LiveServer, sent: list[Request]
) -> None:
    paste(ann_page, live_server, "x" * 1_000_001)
    expect(ann_page.locator("#result")).to_contain_text("1,000,001 bytes; at most 1,000,000")
    assert sent == []


@pytest.mark.long
def test_the_draft_survives_leaving_the_page(ann_page: Page, live_server: LiveServer) -> None:
    paste(ann_page, live_server, "a draft that nobody has sent")
    expect(ann_page.locator("#result")).to_contain_text("Not a stone yet")
    ann_page.goto(f"{live_server.url}/stones/")
    ann_page.goto(f"{live_server.url}/paste")
    expect(ann_page.locator("#text")).to_have_value("a draft that nobody has sent")


def test_nobody_else_is_shown_the_draft(
    ann_page: Page, live_server: LiveServer, ann: User, client: Client
) -> None:
    """In the same tab, as where a browser empties no storage at signing out."""
    paste(ann_page, live_server, "a draft that nobody has sent")
    expect(ann_page.locator("#result")).to_contain_text("Not a stone yet")
    kept = "Object.values(sessionStorage).filter((each) => each.includes('nobody has sent')).length"
    assert ann_page.evaluate(kept) == 1
    client.force_login(User.objects.create(username="bob"))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    ann_page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    ann_page.goto(f"{live_server.url}/paste")
    expect(ann_page.locator("html.has-script")).to_have_count(1)
    expect(ann_page.locator("#text")).to_have_value("")
    assert ann_page.evaluate(kept) == 0


@pytest.mark.long
def test_without_javascript(
    ann_without_script: Page, live_server: LiveServer, stone: Stone, ann: User
) -> None:
    page = ann_without_script
    paste(page, live_server, text_of(stone))
    page.get_by_role("button", name="Check").click()
    card = page.locator(".stone-card")
    expect(card).to_contain_text("It is stored here")
    card.get_by_role("button", name="Use LOD-").click()
    expect(page.locator(".opened").first).to_be_visible()
    assert levels_read()
    paste(page, live_server, "Make uploads retry.")
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Store as a stone").click()
    expect(page.locator("h1")).to_have_text("Make uploads retry.")


def test_a_hostile_header_runs_nothing(ann_page: Page, live_server: LiveServer, foreign: str) -> None:
    hostile = foreign.replace(
        "source_agent: prax", "source_agent: <img src=x onerror=document.title='owned'>"
    )
    paste(ann_page, live_server, hostile)
    expect(ann_page.locator(".stone-card h2")).to_contain_text("<img src=x")
    assert ann_page.title() != "owned"


def choose(page: Page, file: FilePayload) -> None:
    with page.expect_file_chooser() as opened:
        page.get_by_role("button", name="Choose a text file").click()
    opened.value.set_files(file)


DROP = """(box, [name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const type of ['dragover', 'drop']) {
    box.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


def test_a_chosen_file_is_in_the_box_and_nothing_is_sent(
    ann_page: Page, live_server: LiveServer, sent: list[Request]
) -> None:
    paste(ann_page, live_server, "What I was writing.")
    text = f"\ufeff{LONG}".encode()
    choose(ann_page, {"name": "wanjas-notes.md", "mimeType": "text/markdown", "buffer": text})
    expect(ann_page.locator("#text")).to_have_value(LONG)
    expect(ann_page.locator("#file-said")).to_have_text("wanjas-notes.md is in the box.")
    expect(ann_page.locator("#result")).to_contain_text("tokens")
    ann_page.get_by_role("button", name="Put back what stood there").click()
    expect(ann_page.locator("#text")).to_have_value("What I was writing.")
    assert sent == []


def test_a_dropped_stone_is_read_as_a_stone(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/paste")
    ann_page.locator("#text").evaluate(DROP, ["handoff.stone.md", text_of(stone)])
    expect(ann_page.locator(".stone-card")).to_contain_text("Its content matches its hash")
    expect(ann_page.get_by_role("button", name="Put back what stood there")).to_be_hidden()


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("photo.jpg", b"\xff\xd8\xff\xe0 \x00\x10", "photo.jpg is no text in UTF-8. The box is as it was."),
        ("disk.img", b"all\x00zeros", "disk.img is no text. The box is as it was."),
        ("nothing.md", b" \n", "nothing.md is empty. The box is as it was."),
        (
            "year.log",
            b"x" * (settings.STONE_MAX_BYTES + 1),
            f"year.log has {settings.STONE_MAX_BYTES + 1:,} bytes; {settings.STONE_MAX_BYTES:,} is the most. "
            "The box is as it was.",
        ),
    ],
)
def test_a_file_without_text_changes_nothing(
    ann_page: Page, live_server: LiveServer, name: str, content: bytes, told: str
) -> None:
    paste(ann_page, live_server, "What I was writing.")
    choose(ann_page, {"name": name, "mimeType": "application/octet-stream", "buffer": content})
    expect(ann_page.locator("#file-said")).to_have_text(told)
    expect(ann_page.locator("#text")).to_have_value("What I was writing.")
    expect(ann_page.locator("#result")).to_contain_text("tokens")
