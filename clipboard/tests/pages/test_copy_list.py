"""The list of copies: newest first, by pages, found by words, a hash, an application, a pin."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from clipboard.models import CaptureMethod, ClipboardEntry
from clipboard.services import make_stone, pin, save_clipboard_settings
from clipboard.tests.copy_factories import BARE_STONE
from clipboard.tests.pages.conftest import HANDOFF, NEXT, QUESTION, XSS, Copies, copy
from clipboard.tests.pages.page_parts import listed, page_of, words
from clipboard.views import copy_filter
from core.rest.agent_tokens import new_token


def test_newest_first_with_where_each_came_from(person: Client, ann: User, copies: Copies) -> None:
    stone = make_stone(account=ann, entry_id=copies.handoff.pk)
    pin(account=ann, entry_id=copies.question.pk, is_pinned=True)
    page = page_of(person)
    assert listed(page) == [copies.changed.pk, copies.question.pk, copies.handoff.pk]
    text = words(page)
    assert "Clipboard 3 copies" in text
    origin = copies.handoff.sha256[:8]
    assert (
        f"pinned a part of it, from {origin} code {copies.question.sha256[:8]} just now {copies.question.tokens} tokens"
        in text
    )
    assert f"much of it, changed, from {origin} gedit" in text
    assert f"stone {stone.content.border_hash}" in text
    assert f"firefox {origin} just now" in text


def test_a_row_says_which_stone_it_repeats(person: Client, ann: User) -> None:
    first = copy(ann, HANDOFF)
    stone = make_stone(account=ann, entry_id=first.pk)
    first.delete()
    copy(ann, HANDOFF)
    assert f"the same text, from stone {stone.content.border_hash}" in words(page_of(person))


def test_what_is_anothers_is_not_there(person: Client, copies: Copies, theirs: ClipboardEntry) -> None:
    for name, value in (("q", ""), ("q", "bucket"), ("app", "theirs"), ("q", theirs.sha256[:8])):
        assert theirs.pk not in page_of(person, "", **{name: value})  # type: ignore[arg-type]  # no status
    assert "theirs" not in page_of(person)


def test_found_by_words_by_hash_and_by_filters(person: Client, ann: User, copies: Copies) -> None:
    question, handoff, changed = copies.question, copies.handoff, copies.changed
    assert listed(page_of(person, q="bucket -port")) == [question.pk]
    assert listed(page_of(person, q='"port 7001"')) == [handoff.pk]
    assert listed(page_of(person, q=changed.sha256[:9].upper())) == [changed.pk]
    assert listed(page_of(person, app="code")) == [question.pk]
    pin(account=ann, entry_id=handoff.pk, is_pinned=True)
    assert listed(page_of(person, pinned="yes")) == [handoff.pk]
    assert listed(page_of(person, pinned="yes", q="bucket", app="code")) == []
    assert listed(page_of(person, pinned="1")) == [changed.pk, question.pk, handoff.pk]
    assert 'value="yes"' in page_of(person, pinned="yes")


def test_applications_with_their_counts(person: Client, ann: User, copies: Copies) -> None:
    copy(ann, NEXT, "code")
    page = words(page_of(person, app="emacs"))
    assert "All Pinned from code 2 from firefox 1 from gedit 1 from emacs 0" in page
    assert "No copy matches No copy matches your search and filters." in page


@pytest.mark.parametrize("odd", ["\x00", "x" * 2_000, XSS, "((", "-", '"', "%"])
def test_no_search_breaks_the_page(person: Client, copies: Copies, odd: str) -> None:
    page = page_of(person, q=odd, app=odd, older=odd, newer=odd)
    assert "<script>alert" not in page


def test_without_copies_it_says_how_they_come(person: Client) -> None:
    page = page_of(person)
    assert "No copies yet" in words(page)
    assert "python manage.py watch_clipboard --account ann" in page
    assert "On the machine where you copy, in QA.Stone’s folder there:" in page
    assert "It watches the machine that it runs on and writes to the site’s database." in words(page)
    assert 'hx-get="/clipboard/"' not in page  # nothing to search


def test_it_says_when_it_is_paused(person: Client, ann: User) -> None:
    assert "No desktop watcher has recorded a copy yet" in words(page_of(person))
    save_clipboard_settings(ann, is_paused=True)
    page = words(page_of(person))
    assert "Paused: nothing is recorded. Resume" in page
    assert "Paused: nothing is recorded until you resume it." in page


def test_copies_are_said_to_be_recorded_where_a_watcher_does(person: Client, ann: User) -> None:
    copy(ann, "Typed on the page.", capture_method=CaptureMethod.PAGE)
    assert "No desktop watcher has recorded a copy yet" in words(page_of(person))
    copy(ann, "Copied on the desktop.", capture_method=CaptureMethod.WATCHER)
    page = words(page_of(person))
    assert "The desktop watcher last recorded a copy just now" in page
    assert "No desktop watcher" not in page
    assert "The desktop watcher last" in words(person.get("/assistant/settings").content.decode())


def test_pages_by_key(person: Client, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copy_filter, "PAGE_ROWS", 2)
    entry_ids = [copy(ann, f"Copy number {number}.").pk for number in range(5)]
    page, listed_ids = page_of(person), list[str]()
    while True:
        listed_ids += listed(page)
        older = re.search(r'rel="next" href="\?older=([^"]+)"', page)
        if not older:
            break
        page = page_of(person, older=older[1])
    assert listed_ids == entry_ids[::-1]
    newer = re.search(r'rel="prev" href="\?newer=([^"]+)"', page)
    assert newer
    assert listed(page_of(person, newer=newer[1])) == [entry_ids[2], entry_ids[1]]
    beyond = page_of(person, older=entry_ids[0])
    assert "There are no more." in words(beyond)


def test_one_page_costs_the_same_for_one_copy_and_for_many(
    person: Client, ann: User, copies: Copies, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    queries = 10
    with django_assert_num_queries(queries):
        page_of(person)
    for number in range(6):
        make_stone(account=ann, entry_id=copy(ann, f"{HANDOFF} {number}", f"app{number}").pk)
    with django_assert_num_queries(queries):
        assert len(listed(page_of(person))) == 9


def test_htmx_gets_the_region(person: Client, copies: Copies) -> None:
    headers = {"HX-Request": "true", "HX-Target": "copies"}
    response = person.get("/clipboard/", {"q": "bucket"}, headers=headers)
    page = response.content.decode()
    assert page.count('id="copies"') == 1
    assert "<html" not in page
    assert "<title>“bucket” · Clipboard · QA.Stone</title>" in page
    assert {"HX-Request", "HX-Target"} <= set(response["Vary"].split(", "))


def test_what_is_new_is_told(person: Client, ann: User, copies: Copies, theirs: ClipboardEntry) -> None:
    def news(after: str) -> tuple[int, str]:
        response = person.get("/clipboard/updates", {"after": after})
        return response.status_code, words(response.content.decode())

    assert news(copies.changed.pk) == (204, "")
    assert news(copies.question.pk) == (200, "1 new copy: show it")
    assert news("") == (200, "3 new copies: show them")
    assert news("nonsense") == (204, "")


def test_a_copy_whose_time_has_run_out_is_gone(person: Client, ann: User, copies: Copies) -> None:
    ClipboardEntry.objects.filter(pk=copies.changed.pk).update(expires=timezone.now() - timedelta(seconds=1))
    assert listed(page_of(person)) == [copies.question.pk, copies.handoff.pk]
    page_of(person, copies.changed.pk, 404)


def test_a_text_is_recorded_by_hand(person: Client, ann: User, copies: Copies) -> None:
    response = person.post("/clipboard/", {"content": f"  {NEXT}\n", "source_app": "a letter"}, follow=True)
    entry = ClipboardEntry.objects.filter(account=ann).latest("pk")
    assert response.redirect_chain == [(f"/clipboard/{entry.pk}", 302)]
    assert (entry.capture_method, entry.source_app, entry.relation) == (
        CaptureMethod.PAGE,
        "a letter",
        "part",
    )
    assert "Recorded." in words(response.content.decode())
    again = person.post("/clipboard/", {"content": f"  {NEXT}\n"}, follow=True).content.decode()
    assert "This is the text that you copied last: it is already recorded." in words(again)
    assert ClipboardEntry.objects.filter(account=ann).count() == 4


def test_a_copy_of_which_no_stone_can_be_made(person: Client, ann: User) -> None:
    save_clipboard_settings(ann, auto_format=True)
    page = person.post("/clipboard/", {"content": BARE_STONE}, follow=True).content.decode()
    assert ClipboardEntry.objects.get().stone is None
    assert "Recorded." in words(page)
    assert "No stone could be made of it: The LOD-0 is empty." in words(page)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Text: This field is required."),
        ("password: correct-horse-9-battery", "This looks like a secret"),
    ],
    ids=["empty", "a secret"],
)
def test_what_cannot_be_recorded_stays_in_the_form(
    person: Client, ann: User, typed: str, message: str
) -> None:
    response = person.post("/clipboard/", {"content": typed, "source_app": "a letter"})
    page = response.content.decode()
    assert response.status_code == 422
    assert message in words(page)
    assert 'href="#id_content"' in page
    assert 'value="a letter"' in page
    assert f"\n{typed}</textarea>" in page
    assert not ClipboardEntry.objects.exists()


def test_a_token_of_this_site_is_not_recorded(person: Client, ann: User) -> None:
    response = person.post("/clipboard/", {"content": f"Use {new_token()} for it, please."})
    assert response.status_code == 422
    assert not ClipboardEntry.objects.exists()


def test_nothing_is_recorded_while_it_is_paused(person: Client, ann: User) -> None:
    save_clipboard_settings(ann, is_paused=True)
    response = person.post("/clipboard/", {"content": QUESTION})
    assert response.status_code == 409
    page = response.content.decode()
    assert "The clipboard is paused: nothing was recorded." in words(page)
    assert "who rotates the key of the bucket?" in page
    assert not ClipboardEntry.objects.exists()
