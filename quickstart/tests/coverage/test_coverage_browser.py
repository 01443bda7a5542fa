"""Coverage and Questions in a real browser: in every look, without JavaScript, by keyboard."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page
from quickstart.models import Collection, CoverageRun, Review
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.coverage.coverage_samples import TREE
from quickstart.tests.factories import make_collection, make_entry, make_skill
from quickstart.tests.waiting.question_rows import ask

pytestmark = pytest.mark.browser

BASH, RUST = ["Compilation", "Targets", "bash"], ["Compilation", "Targets", "rust"]
EVERYTHING = [*TREE, ("W" * 60,), ("W" * 60, "A label " * 9)]


@pytest.fixture
def planted(ann: User) -> Collection:
    """A report with something in every section."""
    made = make_tree(make_collection(ann, name="weaver", title="The Weaver"), EVERYTHING)
    now = timezone.now()
    changed = make_skill(made, tree_path=RUST, body_changed=now + timedelta(days=1))
    make_skill(made, tree_path=["Mindmap", "Linking"])
    make_entry(made, tree_path=BASH, level=1)
    make_entry(made, tree_path=["Compilation"], level=2, question="What can it compile to? " * 6)
    make_entry(made, tree_path=RUST, related_skills=[changed.file], reviewed=now)
    make_entry(made, tree_path=["Data", "XML"], review=Review.DRAFT)
    make_entry(made, tree_path=["Nowhere", "Unbroken" * 20], entry_id="lost" * 20)
    for days, percent in ((9, 10.0), (4, 35.5), (0, 42.0)):
        CoverageRun.objects.create(
            account=ann,
            collection=made,
            made=now - timedelta(days=days),
            percent=percent,
            nodes=14,
            covered=3,
            gaps=9 - days // 2,
            entries=20,
            skills=2,
        )
    return made


@pytest.fixture
def with_questions(planted: Collection) -> Collection:
    entry = make_entry(planted, tree_path=BASH)
    for number, text in enumerate(
        ("How do I compile to bash?", "compiling to bash", "Bash: how to compile?")
    ):
        ask(planted, text, session=f"s{number}", entry=entry)
    wrong = {"outcome": "answered", "verdict": "down", "comment": "That is the old way. " * 12}
    ask(planted, "Unbroken" * 60, **wrong)
    return planted


@pytest.mark.long
def test_the_pages_in_every_look(
    ann_page: Page, live_server: LiveServer, ann: User, with_questions: Collection
) -> None:
    make_collection(ann, name="bare")
    queries = ("", "&open=all", "&open=none", "&gaps=1", "&severity=high", "&severity=low")
    addresses = [f"/ask/coverage/?collection=weaver{query}" for query in queries]
    addresses += ["/ask/coverage/?collection=bare", "/ask/questions/?collection=weaver"]
    for address in [*addresses, "/ask/questions/?collection=bare"]:
        ann_page.goto(live_server.url + address)
        ann_page.evaluate(
            "document.querySelectorAll('main .coverage-list').forEach(list => (list.open = true))"
        )
        check_page(ann_page, address)


@pytest.mark.long
def test_without_a_collection(ann_page: Page, live_server: LiveServer) -> None:
    for address in ("/ask/coverage/", "/ask/questions/"):
        ann_page.goto(live_server.url + address)
        check_page(ann_page, address)


def test_by_keyboard(ann_page: Page, live_server: LiveServer, planted: Collection) -> None:
    ann_page.goto(f"{live_server.url}/ask/coverage/")
    bash = ann_page.get_by_text("bash", exact=True)
    expect(bash).not_to_be_visible()
    ann_page.locator("summary", has=ann_page.get_by_text("Targets", exact=True)).focus()
    ann_page.keyboard.press("Enter")
    expect(bash).to_be_visible()
    ann_page.keyboard.press("Space")
    expect(bash).not_to_be_visible()


@pytest.mark.long
def test_without_script(
    ann_without_script: Page, live_server: LiveServer, with_questions: Collection
) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/ask/coverage/")
    page.get_by_role("link", name="Expand all").click()
    expect(page.get_by_text("bash", exact=True)).to_be_visible()
    page.get_by_role("link", name="Gaps only").click()
    expect(page.get_by_text("bash", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Collapse all").click()
    expect(page).to_have_url(f"{live_server.url}/ask/coverage/?gaps=1&open=none")
    expect(page.get_by_text("Index Formats", exact=True)).not_to_be_visible()

    page.goto(f"{live_server.url}/ask/questions/")
    page.get_by_role("button", name="Dismiss “Bash: how to compile?”").click()
    expect(page.locator(".messages")).to_contain_text("Dismissed: 3 questions.")
    expect(page.locator(".waiting-group")).to_have_count(1)
