"""Pasted stones: the assistant reads the header, then the channel's default level, then further levels on request."""

import json
from collections.abc import Callable
from time import sleep

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Request, Route, expect

from analytics.models import Event
from assistant.services.save_settings import assistant_config
from assistant.tests.browser.conftest import (
    Show,
    box,
    card,
    configure,
    expected,
    levels_read,
    make_stone,
    paste,
    shadow,
    text_of,
)
from brain.tests.factories import index, make_note
from clipboard.services import save_clipboard_settings
from core.jobs.tests.job_rows import run_one
from inbox.models import RUN_HELPER, AgentKind, Delivery, DeliveryState, HelperJob
from inbox.services import site_agent
from inbox.tests.factories import new_agent, send_stone
from stones.format import parse
from stones.models import Stone
from stones.services.pasted_stone import level_digest
from stones.tests.factories import LONG, MIDDLE

pytestmark = pytest.mark.browser
TASK = "Create the repository for ztgi-ui. It is a shared UI library."


def test_a_stored_stone_is_read_through_the_ledger(show: Show, stone: Stone, sent: list[Request]) -> None:
    page = show()
    paste(page, text_of(stone))
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    expect(card(page).locator("h3")).to_contain_text("handoff")
    expect(card(page).locator("progress")).to_have_js_property("value", 2)
    expect(card(page)).to_contain_text("Stored here: what is loaded is counted.")
    assert levels_read() == [("person ann", 0), ("person ann", 1)]

    first, second, third = (level.tokens for level in stone.content.levels.order_by("number"))
    page.get_by_role("button", name=f"Load more context (+{third} tokens)").click()
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")
    expect(card(page).locator("summary").last).to_be_focused()
    assert levels_read()[2:] == [("person ann", 2)]
    # The ledger's number: the header came with the paste, which it does not know of.
    read = first + second + third
    expect(card(page).locator(".cost")).to_contain_text(f"≈ {read} tokens read")
    expect(card(page).locator(".cost")).to_contain_text(f"{stone.content.tokens - read:,} saved")
    # Header and hashes went out, the text did not.
    bodies = [json.loads(each.post_data or "") for each in sent if each.url.endswith("/level")]
    copy = {
        "header": text_of(stone).partition("\n─")[0],
        "levels": [level_digest(text) for text in parse(text_of(stone)).levels],
        "is_whole": True,
    }
    request = {"border_hash": stone.content.sha256, "copy": copy}
    assert bodies == [request | {"level": level} for level in range(3)]


@pytest.mark.long
def test_an_edited_copy_is_read_alone(show: Show, stone: Stone, complaints: list[str]) -> None:
    page = show()
    paste(page, text_of(stone).replace("LOD-0: ", "LOD-0: Never: "))
    expect(card(page)).to_contain_text("This copy's LOD-0 is not that of")
    expect(card(page)).to_contain_text("Never: ")
    expect(card(page)).to_contain_text("it is counted nowhere")
    assert levels_read() == []
    expected(complaints, 409)


def test_an_unknown_stone_is_read_from_the_paste(
    show: Show, foreign: str, complaints: list[str], sent: list[Request]
) -> None:
    page = show()
    paste(page, foreign)
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    expect(card(page)).to_contain_text("it is counted nowhere")
    expect(card(page)).to_contain_text("once the stone is stored")
    page.get_by_role("button", name="Load more context").click()
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")
    assert levels_read() == []
    assert [each.url.rpartition("/")[2] for each in sent] == ["level"]  # asked once, not again
    expected(complaints, 404)


@pytest.mark.long
def test_an_unavailable_site_is_retried(show: Show, stone: Stone, complaints: list[str]) -> None:
    page = show()
    page.route("**/assistant/api/level", lambda route: route.fulfill(status=503, body="Busy"), times=1)
    paste(page, text_of(stone))
    expect(card(page).locator(".fault")).to_have_text("The site answered 503. Try again later.")
    assert levels_read() == []
    page.get_by_role("button", name="Load more context").click()
    expect(card(page)).to_contain_text("Stored here: what is loaded is counted.")
    assert levels_read() == [("person ann", 0)]
    expected(complaints, 503)


def test_a_level_is_loaded_once_whoever_wants_it(show: Show, stone: Stone) -> None:
    page = show()
    paste(page, text_of(stone))
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    # The menu's item acts on the card, whatever its button says.
    page.evaluate("""() => {
      const {card} = document.querySelector('qastone-assistant').shadowRoot.querySelector('article');
      return Promise.all([card.loadMore(), card.loadMore(), card.loadTo(2)]);
    }""")
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")
    expect(card(page).locator("summary")).to_have_count(3)
    assert [level for _, level in levels_read()] == [0, 1, 2]


@pytest.mark.long
def test_a_long_attached_stone_is_cut_to_the_limit(show: Show, ann: User) -> None:
    long = make_stone(ann, content="A port for each. " * 2_000, glow_channel="context")
    configure(ann, default_max_lod=3)
    page = show()
    paste(page, text_of(long))
    expect(shadow(page, "[role=status]")).to_contain_text("Kept as context of this chat")
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")
    page.get_by_role("button", name="Load more context").click()
    expect(card(page)).to_contain_text("LOD-3 of 4 in use")
    box(page).fill("How many ports are there?")
    with page.expect_response("**/assistant/api/chat") as response:
        page.keyboard.press("Enter")
    assert response.value.status == 200
    (attached,) = json.loads(response.value.request.post_data or "")["stones"]
    levels = list(long.content.levels.order_by("number"))
    assert attached["level"] == 3  # the source, behind its levels
    assert len(attached["text"]) == 20_000
    assert attached["text"].startswith(levels[0].text)


def test_a_truncated_copy_of_a_stored_stone_gets_its_levels_from_here(show: Show, stone: Stone) -> None:
    page = show()
    paste(page, text_of(stone, 0))
    expect(card(page)).to_contain_text("LOD-0 of 4 in use")
    expect(card(page)).to_contain_text("Its hash cannot be checked")
    page.get_by_role("button", name="Load more context").click()
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")


def test_a_changed_content_is_blocked(show: Show, stone: Stone, sent: list[Request]) -> None:
    page = show()
    paste(page, text_of(stone).replace("port 7003", "port 6666"))
    expect(card(page)).to_contain_text("Blocked: its content does not match its hash.")
    expect(card(page)).to_contain_text("Header only")
    expect(page.get_by_role("button", name="Load more context")).to_have_count(0)
    expect(card(page).locator("details")).to_have_count(0)
    assert sent == []


@pytest.mark.long
def test_a_damaged_stone_is_reported_by_line_and_pasted_as_text(show: Show, stone: Stone) -> None:
    page = show()
    damaged = "\n\n" + text_of(stone).replace("lod_count: 4", "lod_count: four")
    paste(page, damaged)
    line = damaged.split("\n").index("lod_count: four") + 1
    expect(shadow(page, ".blocked")).to_contain_text(
        f"Line {line}: lod_count is a whole number from 1 to 99."
    )
    page.get_by_role("button", name="Keep as text").click()
    expect(box(page)).to_be_focused()
    expect(box(page)).to_have_value(damaged.removeprefix("\n\n"))


@pytest.mark.long
def test_a_text_that_speaks_of_stones_is_no_damaged_one(show: Show, stone: Stone) -> None:
    page = show()
    paste(page, "The structure is\n\n" + text_of(stone).replace("lod_count: 4", "lod_count: <a number>"))
    paste(page, text_of(stone))
    expect(card(page)).to_have_count(1)
    expect(shadow(page, ".blocked")).to_have_count(0)


def test_several_stones_in_one_paste(show: Show, stone: Stone, ann: User) -> None:
    other = make_stone(ann, content=MIDDLE, glow_channel="data")
    page = show()
    paste(page, f"Two:\n{text_of(stone)}\nand\n{text_of(other)}")
    expect(card(page)).to_have_count(2)
    expect(card(page).first).to_contain_text("LOD-1 of 4 in use")
    expect(card(page).last).to_contain_text("LOD-1 of 3 in use")
    expect(card(page).first).to_contain_text("Note: text after the stone is not read.")
    expect(shadow(page, ".log")).to_contain_text("The text before the stone is left out.")


def test_a_task_is_acknowledged_with_its_scan(show: Show, ann: User) -> None:
    task = make_stone(ann, content=TASK, glow_channel="task")
    koda = new_agent(ann, "koda")
    send_stone(koda, site_agent(ann, AgentKind.PERSON).name, stone=task.content.sha256, max_lod=3)
    page = show()
    paste(page, text_of(task))
    expect(shadow(page, ".said")).to_contain_text(f"Got it: {TASK}")
    assert levels_read() == [("person ann", 0)]
    page.get_by_role("button", name="Tell its sender").click()
    expect(shadow(page, ".said")).to_contain_text("✓ Acknowledged")
    assert Delivery.objects.get().state == DeliveryState.ACKNOWLEDGED


@pytest.mark.long
def test_a_context_stone_stays_attached_until_it_is_removed(show: Show, stone: Stone) -> None:
    page = show()
    paste(page, text_of(stone))
    chips = page.get_by_role("list", name="Context of this chat").get_by_role("listitem")
    expect(chips).to_have_text([f"handoff {stone.content.border_hash}✕"])
    page.get_by_role("button", name="Load more context").click()
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")

    box(page).fill("Which port was kept for export job 1?")
    with page.expect_request("**/assistant/api/chat") as request:
        page.keyboard.press("Enter")
    (attached,) = json.loads(request.value.post_data or "")["stones"]
    levels = [level.text for level in stone.content.levels.order_by("number")[:3]]
    assert attached == {
        "border_hash": stone.content.sha256,
        "channel": "handoff",
        "level": 2,
        "text": "\n\n".join(levels),
    }
    expect(shadow(page, ".you")).to_have_text("Which port was kept for export job 1?")
    expect(shadow(page, ".said").last).to_contain_text("7001")
    expect(box(page)).to_have_value("")

    page.get_by_role("button", name=f"Remove handoff {stone.content.border_hash} from the context").click()
    expect(page.get_by_role("list", name="Context of this chat")).to_be_hidden()


@pytest.mark.long
def test_a_query_is_answered_from_its_scan(show: Show, ann: User, sent: list[Request]) -> None:
    make_note(ann, title="Ports", body="Job 17 has port 7017.")
    index(ann)
    query = make_stone(ann, content="Which port has job 17?", glow_channel="query")
    page = show()
    paste(page, text_of(query))
    expect(shadow(page, ".said")).to_contain_text("Job 17 has port 7017")
    shadow(page, "summary").filter(has_text="Sources").click()
    expect(page.get_by_role("link", name="Ports")).to_be_visible()
    assert [each.url.rpartition("/")[2] for each in sent] == ["level", "query"]


@pytest.mark.long
def test_more_of_a_query_is_loaded_only_while_there_is_no_support(
    show: Show, ann: User, sent: list[Request]
) -> None:
    query = make_stone(ann, content=f"Where is the moon kept?\n\n{LONG}", glow_channel="query")
    page = show()
    paste(page, text_of(query))
    expect(shadow(page, ".log")).to_contain_text("Your notes hold no answer to LOD-0: loading LOD-1.")
    expect(shadow(page, ".said")).to_have_count(2)
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")  # no further by itself
    calls = [each.url.rpartition("/")[2] for each in sent]
    assert calls == ["level", "query", "level", "query"]
    page.get_by_role("button", name="Load more context").click()
    expect(shadow(page, ".log")).to_contain_text("Asking your brain with LOD-2.")
    expect(shadow(page, ".said")).to_have_count(3)


@pytest.mark.long
def test_a_helper_is_offered_with_its_price(show: Show, stone: Stone) -> None:
    assert stone.fortune.endswith(":complex")
    page = show()
    paste(page, text_of(stone))
    form = page.get_by_role("form", name="Spawn a helper")
    expect(form).to_contain_text(f"all {stone.content.tokens:,} tokens")
    form.get_by_label("Its task").fill("Who rotates the key of bucket 17?")
    form.get_by_role("button", name="Spawn a helper (").click()
    expect(card(page)).to_contain_text("A helper is at work")
    job = HelperJob.objects.get()
    assert job.task == "Who rotates the key of bucket 17?"
    expect(page.get_by_role("link", name="Watch it")).to_have_attribute(
        "href", f"{page.url.split('/stones')[0]}/inbox/helpers/{job.pk}"
    )


@pytest.mark.long
def test_a_helper_that_cannot_be_offered_says_so(show: Show, stone: Stone, complaints: list[str]) -> None:
    """What offers one is a module of its own, and the site may be away by then."""
    page = show()
    page.route("**/helping*.js", lambda route: route.abort())
    paste(page, text_of(stone))
    expect(shadow(page, ".log")).to_contain_text("Offline: the site does not answer.")
    expect(card(page)).to_contain_text("of 4 in use")
    complaints[:] = [each for each in complaints if "ERR_FAILED" not in each]


def with_helper(page: Page, stone: Stone) -> Page:
    """The stone is pasted, and a helper is at work on it."""
    paste(page, text_of(stone))
    form = page.get_by_role("form", name="Spawn a helper")
    form.get_by_label("Its task").fill("Which port has the export job number 17?")
    form.get_by_role("button", name="Spawn a helper (").click()
    expect(card(page)).to_contain_text("A helper is at work")
    return page


@pytest.mark.long
def test_the_answer_of_a_helper_appears_in_its_card(show: Show, stone: Stone, ann: User) -> None:
    page = with_helper(show(), stone)
    job = HelperJob.objects.get()
    run_one(job, RUN_HELPER)
    job.refresh_from_db()
    assert job.answer is not None
    expect(card(page).locator(".answer")).to_have_text(job.answer.scan)
    expect(card(page).get_by_role("link", name="Open", exact=True)).to_have_attribute(
        "href", f"{page.url.split('/stones')[0]}/inbox/{job.answer.pk}"
    )
    # On another page it stands in the conversation, and nobody waits for it any more.
    show("/agents/")
    expect(shadow(page, ".said").last).to_contain_text(job.answer.scan)
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    expect(card(page).locator(".card")).to_have_count(0)
    # What it cost is counted once it is known: no model, no tokens.
    page.goto("about:blank")
    until(lambda: Event.objects.filter(type="helper_spawned").exists())
    assert list(Event.objects.filter(type="helper_spawned").values_list("tokens", flat=True)) == [0]
    # To see it in a card is not to read it.
    assert Delivery.objects.get(message=job.answer).state == "queued"


def test_a_helper_answers_on_the_page_where_the_person_is_by_then(show: Show, stone: Stone) -> None:
    page = with_helper(show(), stone)
    show("/agents/")
    helper = card(page).locator(".card")
    expect(helper).to_contain_text("Which port has the export job number 17?")
    expect(helper).to_contain_text("A helper is at work")
    job = HelperJob.objects.get()
    HelperJob.objects.update(used_tokens=1_234)
    run_one(job, RUN_HELPER)
    job.refresh_from_db()
    assert job.answer is not None
    expect(helper.locator(".answer")).to_have_text(job.answer.scan)
    # The panel was closed with its page; its button tells that something is new.
    expect(page.get_by_role("button", name="QA.Stone assistant, 1 unread")).to_be_visible()
    page.goto("about:blank")
    until(lambda: Event.objects.filter(type="helper_spawned").exists())
    assert list(Event.objects.filter(type="helper_spawned").values_list("tokens", flat=True)) == [1_234]


@pytest.mark.long
def test_a_helper_that_is_no_longer_there_is_waited_for_no_more(
    show: Show, stone: Stone, complaints: list[str]
) -> None:
    page = with_helper(show(), stone)
    HelperJob.objects.all().delete()
    expect(card(page).locator(".fault")).to_have_text(
        "This helper is no longer there: Which port has the export job number 17?"
    )
    show("/agents/")
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    expect(card(page).locator(".card")).to_have_count(0)
    expected(complaints, 404)


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(100):
        if is_so():
            return
        sleep(0.1)
    pytest.fail("It has not come within ten seconds.")


@pytest.mark.long
def test_a_helper_for_a_stone_that_is_not_stored_yet(
    show: Show, foreign: str, ann: User, complaints: list[str]
) -> None:
    page = show()
    paste(page, foreign)
    question = page.get_by_role("form", name="Store the stone")
    expect(question).to_contain_text("A helper can read the rest for you, once the stone is stored here")
    assert not Stone.objects.filter(account=ann).exists()
    question.get_by_role("button", name="Store it here").click()
    form = page.get_by_role("form", name="Spawn a helper")
    expect(form.get_by_label("Its task")).to_be_focused()
    stored = Stone.objects.get(account=ann)
    assert stored.content.text.startswith("Mallory's text.")
    # Its price is said, and nothing of it is spent yet.
    expect(form).to_contain_text(f"all {stored.content.tokens:,} tokens")
    assert not HelperJob.objects.exists()
    expect(question).to_have_count(0)
    form.get_by_role("button", name="Spawn a helper (").click()
    expect(card(page)).to_contain_text("A helper is at work")
    assert HelperJob.objects.get().stone_id == stored.pk
    # From now on the ledger knows what is read of it.
    expect(card(page)).to_contain_text("Stored here")
    page.get_by_role("button", name="Load more context").click()
    expect(card(page).get_by_role("group", name="Text of LOD-2")).to_be_visible()
    assert levels_read() == [("person ann", 2)]
    expected(complaints, 404)


@pytest.mark.long
def test_what_the_account_does_not_store_gets_no_helper(
    show: Show, foreign: str, ann: User, complaints: list[str]
) -> None:
    save_clipboard_settings(ann, is_paused=True)
    page = show()
    paste(page, foreign)
    page.get_by_role("button", name="Store it here").click()
    expect(card(page).locator(".fault").last).to_contain_text("The clipboard is paused")
    assert not Stone.objects.filter(account=ann).exists()
    expect(page.get_by_role("button", name="Store it here")).to_be_enabled()
    expected(complaints, 404, 409)


@pytest.mark.long
def test_a_cut_copy_cannot_be_stored(show: Show, ann: User, complaints: list[str]) -> None:
    other = User.objects.create(username="mallory")
    made = make_stone(other, content=f"Mallory's text.\n\n{LONG}", glow_channel="context")
    page = show()
    paste(page, text_of(made, 1))
    expect(card(page)).to_contain_text("once the stone is stored")
    expect(page.get_by_role("button", name="Store it here")).to_have_count(0)
    expected(complaints, 404)


@pytest.mark.long
def test_the_settings_hold(show: Show, stone: Stone, ann: User) -> None:
    channels = assistant_config(ann)["qastone"]["channels"]
    channels["handoff"]["color"] = "#112233"
    configure(ann, default_max_lod=0, spawn_helper_threshold=3, channels=channels)
    page = show()
    paste(page, text_of(stone))
    expect(card(page)).to_contain_text("LOD-0 of 4 in use")
    expect(card(page)).to_contain_text("your settings stop at LOD-0")
    expect(card(page).locator(".dot")).to_have_css("background-color", "rgb(17, 34, 51)")
    expect(page.get_by_role("form", name="Spawn a helper")).to_have_count(0)


@pytest.mark.long
def test_without_detection_only_the_panel_meets(show: Show, stone: Stone, ann: User) -> None:
    configure(ann, auto_detect=False)
    page = show()
    paste(page, text_of(stone))
    expect(shadow(page, ".panel")).to_be_hidden()
    page.keyboard.press("Control+/")
    page.keyboard.press("Control+v")
    expect(card(page)).to_contain_text("LOD-1 of 4 in use")
    expect(box(page)).to_have_value("")


@pytest.mark.long
def test_what_is_switched_off_is_not_there(ann_page, live_server, ann: User) -> None:  # type: ignore[no-untyped-def]
    configure(ann, enabled=False)
    with ann_page.expect_response("**/configs/qastone.json"):
        ann_page.goto(f"{live_server.url}/stones/")
    ann_page.wait_for_timeout(200)
    expect(ann_page.locator("qastone-assistant")).to_have_count(0)


FIELDS = {
    "input": "put(make('input'))",
    "textarea": "put(make('textarea'))",
    "editable": "put(Object.assign(make('p'), {contentEditable: 'true'}))",
    "in a shadow": "within(make('div'), 'open')",
    "in a closed shadow": """
        customElements.define('closed-field', class extends HTMLElement {});
        within(make('closed-field'), 'closed');
    """,
    "design mode": "document.designMode = 'on'; window.field = document.body",
    "the page's own": """
        window.field = document.body;
        document.body.addEventListener('paste', event => event.preventDefault());
    """,
}
MAKING = """
    const make = name => document.createElement(name);
    const put = field => { document.body.append(field); window.field = field };
    const within = (host, mode) => {
      document.body.append(host);
      window.field = make('input');
      host.attachShadow({mode}).append(window.field);
    };
"""


@pytest.mark.long
@pytest.mark.parametrize("kind", FIELDS)
def test_a_field_of_the_page_keeps_its_paste(
    show: Show, stone: Stone, kind: str, sent: list[Request]
) -> None:
    page = show()
    page.evaluate(f"() => {{ {MAKING} {FIELDS[kind]}; window.field.focus() }}")
    paste(page, text_of(stone))
    page.wait_for_timeout(200)
    expect(shadow(page, ".panel")).to_be_hidden()
    if kind not in ("the page's own", "design mode"):
        assert "QASTONE" in page.evaluate("field.value ?? field.textContent")
    assert sent == []


def test_plain_text_is_nobodys_business(show: Show, sent: list[Request]) -> None:
    page = show()
    paste(page, "A sentence with §QASTONE§ in it.")
    page.wait_for_timeout(200)
    expect(shadow(page, ".panel")).to_be_hidden()
    page.keyboard.press("Control+/")
    page.keyboard.press("Control+v")
    expect(box(page)).to_have_value("A sentence with §QASTONE§ in it.")
    assert sent == []


@pytest.mark.long
def test_offline_says_so_and_keeps_the_draft(show: Show, complaints: list[str]) -> None:
    page = show()
    page.keyboard.press("Control+/")
    box(page).fill("Which port has job 17?")
    page.route("**/assistant/api/chat", lambda route: route.abort("internetdisconnected"))
    page.keyboard.press("Enter")
    expect(shadow(page, ".fault")).to_contain_text(
        "Offline: the site does not answer. What you wrote is kept."
    )
    expect(box(page)).to_have_value("Which port has job 17?")
    expect(shadow(page, ".you")).to_have_count(0)
    page.unroute("**/assistant/api/chat")
    show()
    page.keyboard.press("Control+/")
    expect(box(page)).to_have_value("Which port has job 17?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(shadow(page, ".you")).to_have_text("Which port has job 17?")
    complaints.clear()


@pytest.mark.long
@pytest.mark.parametrize("is_answered", [True, False])
def test_a_draft_survives_a_pending_answer(show: Show, complaints: list[str], is_answered: bool) -> None:
    page = show()
    page.keyboard.press("Control+/")
    waiting: list[Route] = []
    page.route("**/assistant/api/chat", lambda route: waiting.append(route))
    box(page).fill("Which port has job 17?")
    with page.expect_request("**/assistant/api/chat"):
        page.keyboard.press("Enter")
    expect(shadow(page, ".you")).to_have_text("Which port has job 17?")
    box(page).fill("And job 18?")
    while not waiting:
        page.wait_for_timeout(20)
    (route,) = waiting
    if is_answered:
        route.fulfill(json={"text": "7017", "sources": []})
        expect(shadow(page, ".said").last).to_have_text("7017")
    else:
        route.abort()
        expect(shadow(page, ".fault")).to_contain_text("Offline")
    expect(box(page)).to_have_value("And job 18?")
    expect(shadow(page, ".you")).to_have_text("Which port has job 17?")  # it stands nowhere else
    show()
    page.keyboard.press("Control+/")
    expect(box(page)).to_have_value("And job 18?")
    complaints.clear()


def test_a_refusal_is_displayed_in_its_own_words(show: Show, complaints: list[str]) -> None:
    page = show()
    page.keyboard.press("Control+/")
    box(page).fill("x" * 2001)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(shadow(page, ".fault")).to_have_text("The message must have 1 to 2,000 characters.")
    expected(complaints, 400)
