"""One copy: its text as it was copied, its chain in words and as a graph, what is known of it."""

import re
from html import escape, unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clipboard.models import ClipboardEntry
from clipboard.services import delete_entry, make_stone, save_clipboard_settings
from clipboard.tests.pages.conftest import HANDOFF, NEXT, QUESTION, XSS, Copies, copy
from clipboard.tests.pages.page_parts import page_of, words


def chain_of(page: str) -> list[str]:
    """The lines of the chain, as they are read."""
    listed = page.partition('class="chain-list">')[2].partition("</ol>")[0]
    return [
        " ".join(unescape(re.sub(r"<[^>]+>", " ", line)).split())
        for line in re.findall(r"<li.*?</li>", listed, re.DOTALL)
    ]


def copied(page: str) -> str:
    """What the button Copy takes."""
    return unescape(page.partition('<code id="copied">')[2].partition("</code>")[0])


@pytest.mark.parametrize("name", ["pk", "sha256", "prefix", "capitals"])
def test_found_by_its_id_and_by_its_hash(person: Client, copies: Copies, name: str) -> None:
    entry = copies.question
    names = {
        "pk": entry.pk,
        "sha256": entry.sha256,
        "prefix": entry.sha256[:8],
        "capitals": entry.sha256[:8].upper(),
    }
    page = page_of(person, names[name])
    assert copied(page) == QUESTION
    assert entry.sha256 in page


def test_its_text_is_shown_as_it_was_copied(person: Client, ann: User) -> None:
    text = f"\t## A  title \n\n{XSS}\n    indented\n"
    page = page_of(person, copy(ann, text).pk)
    assert copied(page) == text.strip("\n") or copied(page) == text
    assert "<script>alert" not in page
    assert escape(XSS) in page
    assert '<h1 dir="auto">A  title</h1>' in page


def test_its_chain_in_words_and_as_a_graph(person: Client, ann: User, copies: Copies) -> None:
    stone = make_stone(account=ann, entry_id=copies.handoff.pk)
    page = page_of(person, copies.handoff.pk)
    lines = chain_of(page)
    hashes = {name: entry.sha256[:8] for name, entry in copies._asdict().items()}
    assert len(lines) == 4
    assert lines == [
        f"This copy {hashes['handoff']} firefox, just now",
        f"Open question: who rotates the key of the bucket? The bakery's own ac… a part of this copy "
        f"{hashes['question']} code, just now",
        f"# Handoff: the export service The export job writes to /var/export ev… reworked from this copy, 99% of the "
        f"words {hashes['changed']} gedit, just now",
        f"handoff clipboard by you made of this copy stone {hashes['handoff']} just now",
    ]
    graph = page.partition('<svg class="chain-graph"')[2].partition("</div>")[0]
    links = re.findall(r'<a href="([^"]+)" tabindex="-1"', graph)
    assert set(links) == {f"/clipboard/{each.pk}" for each in copies} | {f"/stones/{stone.pk}"}
    assert f'<a href="/clipboard/{copies.handoff.pk}" tabindex="-1" aria-current="page"' in graph
    for link in links:
        assert person.get(link).status_code == 200
    up = chain_of(page_of(person, copies.question.pk))
    assert [line.split()[:2] for line in up] == [["#", "Handoff:"], ["This", "copy"]]


def test_a_copy_that_came_from_nothing_says_so(person: Client, ann: User) -> None:
    page = page_of(person, copy(ann, NEXT).pk)
    assert "Nothing that you copied or stored before contains this text or much of it." in words(page)
    assert '<svg class="chain-graph"' not in page


def test_a_copy_whose_origin_is_gone_says_how_it_related(person: Client, ann: User, copies: Copies) -> None:
    delete_entry(account=ann, entry_id=copies.handoff.pk)
    assert "It was a part of something that was deleted" in words(page_of(person, copies.question.pk))
    changed = words(page_of(person, copies.changed.pk))
    assert "It was reworked from something that was deleted" in changed


def test_a_text_that_was_not_kept(person: Client, ann: User) -> None:
    save_clipboard_settings(ann, store_full=False)
    entry = copy(ann, HANDOFF)
    page = page_of(person, entry.pk)
    assert "The text was not stored." in words(page)
    assert 'id="copied"' not in page
    assert "Make a stone" not in page
    assert NEXT not in page


def test_what_is_known_of_it(person: Client, ann: User, copies: Copies) -> None:
    entry = copies.handoff
    text = words(page_of(person, entry.pk))
    assert f"firefox just now {entry.tokens} tokens {len(HANDOFF)} characters" in text
    assert "Recorded by the desktop's clipboard" in text
    assert entry.expires is not None
    assert f"Kept until {entry.expires:%Y-%m-%d}" in text


def test_digits_of_two_texts_lead_to_both(person: Client, ann: User, copies: Copies) -> None:
    ClipboardEntry.objects.filter(pk=copies.question.pk).update(sha256="ab" * 4 + "1" * 56)
    ClipboardEntry.objects.filter(pk=copies.changed.pk).update(sha256="ab" * 4 + "2" * 56)
    response = person.get("/clipboard/abababab", follow=True)
    assert response.redirect_chain == [("/clipboard/?q=abababab", 302)]
    page = response.content.decode()
    assert "could mean any of 2 texts" in words(page)
    assert re.findall(r'data-open href="/clipboard/([^"]+)"', page) == [copies.changed.pk, copies.question.pk]


@pytest.mark.parametrize("name", ["zzz", "abc", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "deadbeef", "%00", "a" * 300])
def test_what_is_not_there_is_not_found(person: Client, copies: Copies, name: str) -> None:
    page_of(person, name, 404)


@pytest.mark.parametrize("part", ["", "/delete"])
def test_what_is_anothers_is_not_found(person: Client, theirs: ClipboardEntry, part: str) -> None:
    page_of(person, f"{theirs.pk}{part}", 404)
    page_of(person, f"{theirs.sha256[:12]}{part}", 404)
