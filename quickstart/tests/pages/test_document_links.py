"""Documents that an entry or a skill of the shipped collection names lead to the manual; others stay as written."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from quickstart.models import Collection
from quickstart.tests.factories import index, make_collection, make_entry, make_skill
from quickstart.tests.pages.page_text import page_of

DOCS = [
    "docs/brain.md",
    "docs/scaling.md#connections",
    "docs/brain.md#gone",
    "docs/adr/0008-mcp.md",
    "LICENSE",
]
SHIPPED = "5f" * 32


@pytest.fixture
def product(ann: User) -> Collection:
    made = make_collection(ann, shipped_hash=SHIPPED)
    make_entry(made, entry_id="about", question="What is the brain for?", related_docs=DOCS)
    body = "## Related\n\n- `docs/brain.md`\n- `skills/skill_x.md`\n\n```\ncat `docs/brain.md`\n```\n"
    make_skill(made, skill_id="skill_a", body=body)
    index(made)
    return made


@pytest.mark.parametrize("address", ["/ask/entries/about", "/ask/?q=What+is+the+brain+for%3F"])
def test_a_document_leads_to_its_page_and_section(person: Client, product: Collection, address: str) -> None:
    page = page_of(person, address)
    assert '<a href="/manual/brain" title="docs/brain.md">' in page
    assert (
        '<a href="/manual/scaling#connections" title="docs/scaling.md#connections">Scaling › Connections</a>'
        in page
    )
    assert '<a href="/manual/brain" title="docs/brain.md#gone">' in page
    assert "docs/adr/0008-mcp.md</code>" in page
    assert "LICENSE</code>" in page


def test_another_collection_names_files_of_its_own(person: Client, product: Collection) -> None:
    Collection.objects.update(shipped_hash="")
    page = page_of(person, "/ask/entries/about")
    assert "docs/brain.md</code>" in page
    assert 'title="docs/brain.md"' not in page
    assert "/manual/brain" not in page_of(person, "/ask/skills/skill_a").partition("The whole skill")[2]


def test_a_skill_links_what_it_lists(person: Client, product: Collection) -> None:
    text = page_of(person, "/ask/skills/skill_a").partition("The whole skill")[2]
    assert text.count('<a href="/manual/brain"') == 1
    assert "<code>skills/skill_x.md</code>" in text
    assert "cat `docs/brain.md`" in text


def test_the_closest_document_is_linked_too(person: Client, product: Collection) -> None:
    page = page_of(person, "/ask/", q="the brain has which yellow trumpet")
    assert '<a href="/manual/brain" title="docs/brain.md">' in page.partition("The closest document")[2]
