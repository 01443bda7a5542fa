"""Asking in a real browser: with htmx, without JavaScript, by keyboard, in every look, and with hostile content."""

import re
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page
from quickstart.models import Collection, Question
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import make_collection, make_entry, make_skill

pytestmark = pytest.mark.browser

FEED = "how do i feed the sourdough starter"
IN_VAIN = "export my photos to a calendar"
XSS = "<script>alert(1)</script><img src=x onerror=alert(2)>[x](javascript:alert(3))\"'><svg onload=alert(4)>"


def ask_url(live_server: LiveServer, **query: str) -> str:
    return f"{live_server.url}/ask/?{urlencode({'collection': 'kitchen'} | query)}"


def test_ask_copy_and_say_that_it_was_right(
    ann_page: Page, live_server: LiveServer, kitchen: Collection
) -> None:
    ann_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann_page.goto(ask_url(live_server))
    expect(ann_page.locator("#q")).to_be_focused()
    ann_page.evaluate("window.isSamePage = true")
    ann_page.keyboard.type(FEED)
    ann_page.keyboard.press("Enter")

    title = ann_page.get_by_role("heading", name="How do I feed the sourdough starter?")
    expect(title).to_be_focused()
    expect(ann_page).to_have_title(f"“{FEED}” · Ask · QA.Stone")
    expect(ann_page).to_have_url(re.compile(r"/ask/\?collection=kitchen&q=how%20do%20i%20feed"))

    ann_page.keyboard.press("y")
    copy = ann_page.get_by_role("button", name="Copied")
    expect(copy).to_be_visible()
    assert ann_page.evaluate("navigator.clipboard.readText()") == "scale --check starter"

    ann_page.get_by_role("link", name="Look for how to do it").click()
    expect(ann_page.get_by_role("heading", name="Sourdough care")).to_be_focused()
    ann_page.go_back()
    expect(title).to_be_visible()

    ann_page.get_by_role("button", name="No").dblclick()
    expect(ann_page.locator("#thanks")).to_be_focused()
    ann_page.get_by_label("What did you look for?").fill("the cold way")
    ann_page.keyboard.press("Enter")
    expect(ann_page.get_by_text("a curator will read it")).to_be_focused()
    verdicts = Question.objects.exclude(verdict="").values_list("text", "verdict", "comment")
    assert list(verdicts) == [(FEED, "down", "the cold way")]


def test_one_of_the_nearest_is_picked_in_place(
    ann_page: Page, live_server: LiveServer, kitchen: Collection
) -> None:
    ann_page.goto(ask_url(live_server, q=IN_VAIN))
    ann_page.evaluate("window.isSamePage = true")
    ann_page.get_by_role("button", name="This one").first.click()
    expect(ann_page.locator("#picked")).to_be_focused()
    assert ann_page.evaluate("window.isSamePage")
    assert Question.objects.get().choice == "picked"


@pytest.mark.long
def test_in_vain_the_nearest_lead_on(
    ann_page: Page, live_server: LiveServer, ann: User, kitchen: Collection
) -> None:
    ann.is_superuser = True
    ann.save(update_fields=["is_superuser"])
    ann_page.goto(ask_url(live_server))
    ann_page.locator("#q").fill(IN_VAIN)
    ann_page.get_by_role("button", name="Ask", exact=True).click()
    expect(ann_page.get_by_role("heading", name="No clear answer here")).to_be_focused()
    nearest = ann_page.get_by_role("region", name="Closest matches").get_by_role("listitem")
    expect(nearest).to_have_count(3)
    ann_page.get_by_role("link", name="Add this question").click()
    expect(ann_page.locator("#id_question")).to_have_value(IN_VAIN)


@pytest.mark.long
def test_without_javascript(ann_without_script: Page, live_server: LiveServer, kitchen: Collection) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/ask/")
    page.get_by_role("link", name="What can I bake here?").click()
    expect(page.get_by_role("heading", name="What can I bake here?")).to_be_visible()
    page.get_by_label("Your question").fill(FEED)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("Discard half, then add 50 g of flour")).to_be_visible()
    page.get_by_text("Matches considered").click()
    expect(page.locator("meter").first).to_be_visible()
    page.get_by_role("link", name="Look for how to do it").click()
    expect(page.get_by_role("heading", name="Sourdough care")).to_be_visible()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("Thank you.")).to_be_visible()
    page.get_by_role("button", name="Ask", exact=True).wait_for()
    assert Question.objects.filter(verdict="up").count() == 1


@pytest.mark.long
def test_by_keyboard_alone(ann_page: Page, live_server: LiveServer, kitchen: Collection) -> None:
    keys = ann_page.keyboard
    ann_page.goto(f"{live_server.url}/stones/")
    keys.press("g")
    keys.press("a")
    expect(ann_page.locator("#q")).to_be_focused()
    keys.type(FEED)
    keys.press("Enter")
    expect(ann_page.locator("#answer-title")).to_be_focused()
    reached: list[str] = []
    for _ in range(40):
        keys.press("Tab")
        reached.append(ann_page.evaluate("(document.activeElement.innerText || '').trim()"))
        if reached[-1] == "Yes":
            break
    assert {"Copy", "Sourdough care", "How does a rye starter differ from a wheat starter?"} <= set(reached)
    keys.press("Enter")
    expect(ann_page.locator("#thanks")).to_have_text("Thank you.")


@pytest.mark.long
def test_every_answer_in_every_look(
    ann_page: Page,
    live_server: LiveServer,
    kitchen: Collection,
    complaints: list[str],
) -> None:
    long = "x" * 90 + " --and " * 30
    make_entry(
        kitchen,
        entry_id="long" * 40,
        question="How do I scrub the W" + "o" * 60 + "k?",
        answer=f"```\n{long}\n```",
        verify_command=long,
        tree_path=["A label " * 10, "U" * 100],
        related_docs=["docs/" + "d" * 120],
        tags=["t" * 90],
    )
    queries = [
        {},
        {"q": FEED},
        {"q": FEED, "intent": "action"},
        {"q": IN_VAIN},
        {"q": "how do i scrub the wok"},
        {"q": "x" * 1_001},
    ]
    for query in queries:
        ann_page.goto(ask_url(live_server, **query))
        for folded in ann_page.locator("main details:not([open]) > summary").all():
            folded.click()
        check_page(ann_page, str(query)[:80])
    for path in ("sourdough", "long" * 40):
        ann_page.goto(f"{live_server.url}/ask/entries/{path}")
        check_page(ann_page, path)
    complaints[:] = [complaint for complaint in complaints if "400" not in complaint]  # asked for


def test_content_runs_nothing(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    """Others' texts are shown escaped, and the content security policy blocked nothing: ann_page fails otherwise."""
    bad = make_tree(make_collection(ann, name="bad", title=XSS, description=XSS), [(XSS,), (XSS, "b")])
    skill = make_skill(
        bad,
        title=XSS,
        description=XSS,
        body=f"# {XSS}\n\n{XSS}\n\n```\n{XSS}\n```",
        quick_command=XSS,
        prerequisites=[XSS],
        triggers=[XSS],
        tree_path=[XSS],
    )
    words = {"question": f"How do I wash up? {XSS}", "answer": f"# Washing up\n\n{XSS}"}
    other = make_entry(bad, **words, level=1)
    entry = make_entry(
        bad,
        question=f"Where do the spoons go? {XSS}",
        answer=f"- {XSS}\n\n{XSS}",
        tree_path=[XSS, "b"],
        tags=[XSS],
        verify_command=XSS,
        variants=[XSS],
        related_docs=[XSS],
        related_skills=[skill.skill_id],
        prerequisites=[other.entry_id],
        go_deeper=[other.entry_id],
    )
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    ann_page.on("dialog", dismiss)
    requests: list[str] = []
    ann_page.on("request", lambda request: requests.append(request.url))
    paths = [
        "/ask/",
        f"/ask/?{urlencode({'q': 'where do the spoons go'})}",
        f"/ask/?{urlencode({'q': XSS, 'intent': XSS})}",
        f"/ask/entries/{entry.entry_id}",
        "/ask/skills/",
        f"/ask/skills/?{urlencode({'q': XSS, 'at': XSS})}",
        f"/ask/skills/{skill.skill_id}",
        f"/ask/skills/{skill.skill_id}/file?inline=1",
    ]
    for path in paths:
        ann_page.goto(live_server.url + path)
        assert ann_page.locator("main :is(img, script, svg[onload], a[href^='javascript'])").count() == 0, (
            path
        )
    assert dialogs == []
    assert all(url.startswith(live_server.url) for url in requests)
