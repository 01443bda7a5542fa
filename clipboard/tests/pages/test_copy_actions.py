"""What is done with a copy: made a stone, pinned, deleted; and the clipboard paused."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clipboard.models import ClipboardEntry
from clipboard.services import clipboard_settings, save_clipboard_settings
from clipboard.tests.pages.conftest import HANDOFF, Copies, copy
from clipboard.tests.pages.page_parts import page_of, words
from stones.models import Content, Stone
from stones.tests.factories import store


def post(client: Client, path: str, **data: str) -> tuple[str, str]:
    """Where it led, and what was read there."""
    response = client.post(f"/clipboard/{path}", data, follow=True)
    assert response.status_code == 200
    return response.redirect_chain[-1][0], words(response.content.decode())


def test_a_stone_is_made_once(person: Client, ann: User, copies: Copies) -> None:
    where, message = post(person, f"{copies.handoff.pk}/stone")
    stone = Stone.objects.get(account=ann)
    assert where == f"/stones/{stone.content.border_hash}"
    assert "A stone was made." in message
    assert (stone.stone_type, stone.source_agent, stone.content.text) == ("clipboard", "user", HANDOFF)
    where, message = post(person, f"{copies.handoff.pk}/stone")
    assert where == f"/stones/{stone.content.border_hash}"
    assert "It is already a stone." in message
    assert Stone.objects.count() == 1
    page = page_of(person, copies.handoff.pk)
    assert f'href="/inbox/compose?stone={stone.content.border_hash}"' in page
    assert "Open stone" in words(page)
    assert "Make a stone" not in words(page)


def test_its_stone_opens_where_the_same_text_was_stored_again(
    person: Client, ann: User, copies: Copies
) -> None:
    """The hash finds the later stone then: the copy's own is named by its id."""
    post(person, f"{copies.handoff.pk}/stone")
    stone = Stone.objects.get(account=ann)
    store(ann, content=HANDOFF, source_agent="koda")
    page = page_of(person, copies.handoff.pk)
    assert f'href="/inbox/compose?stone={stone.pk}"' in page
    assert stone.content.border_hash in words(page)
    where, _ = post(person, f"{copies.handoff.pk}/stone")
    assert where == f"/stones/{stone.pk}"
    Stone.objects.filter(pk=stone.pk).update(expires=stone.created)
    assert f'href="/stones/{stone.pk}"' in page_of(person, copies.handoff.pk)


def test_no_stone_of_a_text_that_was_not_kept(person: Client, ann: User) -> None:
    save_clipboard_settings(ann, store_full=False)
    entry = copy(ann, HANDOFF)
    where, message = post(person, f"{entry.pk}/stone")
    assert where == f"/clipboard/{entry.pk}"
    assert "No texts were kept when this was copied" in message
    assert not Stone.objects.exists()


def test_pinned_it_stays_and_unpinned_its_days_begin_anew(person: Client, ann: User, copies: Copies) -> None:
    where, message = post(person, f"{copies.handoff.pk}/pin", pinned="yes")
    assert where == f"/clipboard/{copies.handoff.pk}"
    assert "Pinned: kept until you delete it." in message
    assert "Unpin: keep it 30 days more" in message
    assert "Kept until you delete it" in message
    copies.handoff.refresh_from_db()
    assert (copies.handoff.is_pinned, copies.handoff.expires) == (True, None)
    _, message = post(person, f"{copies.handoff.pk}/pin", pinned="no")
    assert "Unpinned." in message
    copies.handoff.refresh_from_db()
    assert not copies.handoff.is_pinned
    assert copies.handoff.expires is not None


def test_asked_before_it_is_deleted(person: Client, ann: User, copies: Copies) -> None:
    page = page_of(person, f"{copies.handoff.pk}/delete")
    assert "Delete this copy?" in words(page)
    assert "Cancel" in words(page)
    assert ClipboardEntry.objects.count() == 3
    where, message = post(person, f"{copies.handoff.pk}/delete")
    assert where == "/clipboard/"
    assert "The copy “# Handoff: the export service" in message
    assert set(ClipboardEntry.objects.values_list("pk", flat=True)) == {copies.question.pk, copies.changed.pk}
    assert not Content.objects.filter(text=HANDOFF).exists()
    page_of(person, copies.handoff.pk, 404)


def test_its_own_stone_stays(person: Client, ann: User, copies: Copies) -> None:
    post(person, f"{copies.handoff.pk}/stone")
    assert "the stone made from it stays" in words(page_of(person, f"{copies.handoff.pk}/delete"))
    post(person, f"{copies.handoff.pk}/delete")
    assert Stone.objects.get(account=ann).content.text == HANDOFF


def test_paused_and_resumed(person: Client, ann: User, copies: Copies) -> None:
    where, message = post(person, "pause", paused="yes", next="/assistant/settings")
    assert where == "/assistant/settings"
    assert "Paused: nothing is recorded." in message
    assert clipboard_settings(ann).is_paused
    where, message = post(person, "pause", paused="no", next="https://evil.example/")
    assert where == "/clipboard/"
    assert "Resumed: copies are recorded again." in message
    assert not clipboard_settings(ann).is_paused


@pytest.mark.parametrize("path", ["stone", "pin", "delete"])
def test_what_is_anothers_stays_as_it_is(person: Client, theirs: ClipboardEntry, path: str) -> None:
    before = ClipboardEntry.objects.values().get(pk=theirs.pk)
    assert person.post(f"/clipboard/{theirs.pk}/{path}", {"pinned": "yes"}).status_code == 404
    assert ClipboardEntry.objects.values().get(pk=theirs.pk) == before
    assert not Stone.objects.exists()


@pytest.mark.parametrize("path", ["stone", "pin"])
def test_a_link_changes_nothing(person: Client, copies: Copies, path: str) -> None:
    page_of(person, f"{copies.handoff.pk}/{path}", 405)
    page_of(person, "pause", 405)


def test_a_form_without_its_token_is_refused(ann: User, copies: Copies) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    assert client.post(f"/clipboard/{copies.handoff.pk}/delete").status_code == 403
    assert ClipboardEntry.objects.count() == 3
