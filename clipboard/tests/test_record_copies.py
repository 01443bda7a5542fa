"""record_copy: once each, refused where it must be, as the account's settings say."""

import threading
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection
from django.utils import timezone

from clipboard.exceptions import ClipboardPaused, SecretCopied, StoneNotMade
from clipboard.models import CaptureMethod, ClipboardEntry, Fingerprints
from clipboard.services import record_copy, save_clipboard_settings
from clipboard.tests.copy_factories import BARE_STONE, NOTE, copy
from core.jobs.models import Job
from core.rest.agent_tokens import new_token
from core.rest.exceptions import ProductError
from stones import services
from stones.format import content_sha256
from stones.models import Content, Stone
from stones.queries import assemble, reloaded
from stones.tests.factories import LONG, SHORT, new_account, store

# Put together here, so that no scanner takes this file for a leak.
PRIVATE_KEY = "\n".join(
    [
        f"-----BEGIN {'OPENSSH'} PRIVATE KEY-----",
        "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gt",
    ]
)


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def test_a_copy_is_recorded(account: User) -> None:
    before = timezone.now()
    copied = record_copy(
        account=account, content=f"{SHORT}\r\n", source_app=" fire\nfox ", capture_method=CaptureMethod.PAGE
    )
    entry = copied.entry
    assert (copied.is_new, copied.stone, ClipboardEntry.objects.get()) == (True, None, entry)
    assert entry.content == Content.objects.get()
    assert entry.content.text == f"{SHORT}\n"
    assert entry.sha256 == entry.content.sha256 == content_sha256(f"{SHORT}\n")
    assert (entry.preview, entry.characters, entry.tokens) == (SHORT, len(SHORT) + 1, entry.content.tokens)
    assert (entry.source_app, entry.capture_method, entry.relation, entry.overlap) == (
        "fire fox",
        "page",
        "",
        None,
    )
    assert before <= entry.copied <= timezone.now()
    assert entry.expires == entry.copied + timedelta(days=30)
    assert not Job.objects.exists()


def test_the_newest_copy_again_is_that_copy(account: User) -> None:
    first = copy(account, SHORT)
    again = record_copy(
        account=account, content=SHORT, source_app="other", capture_method=CaptureMethod.WATCHER
    )
    assert (again.entry, again.is_new) == (first, False)
    assert again.entry.source_app == ""
    assert ClipboardEntry.objects.count() == 1


def test_an_older_copy_again_is_a_new_one(account: User) -> None:
    first, between = copy(account, SHORT), copy(account)
    again = copy(account, SHORT)
    assert {first, between, again} == set(ClipboardEntry.objects.all())
    assert (again.parent, again.relation, again.overlap) == (first, "repeats", 1.0)
    assert again.content == first.content


def test_what_another_account_copied_changes_nothing(account: User) -> None:
    copy(new_account(), SHORT)
    mine = copy(account, SHORT)
    assert (mine.parent, mine.relation) == (None, "")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param("", "content_not_text", id="empty"),
        pytest.param(" \n\t", "content_not_text", id="white space"),
        pytest.param("a\x00b", "content_not_text", id="NUL"),
        pytest.param("a" * 1_000_001, "content_too_large", id="large"),
        pytest.param(PRIVATE_KEY, "secret_copied", id="private key"),
        pytest.param(f"Use this one:\n{PRIVATE_KEY}\nThanks!", "secret_copied", id="private key in a text"),
    ],
)
def test_what_is_refused(account: User, content: str, code: str) -> None:
    with pytest.raises(ProductError) as refused:
        copy(account, content or " ")
    assert refused.value.code == code
    assert not ClipboardEntry.objects.exists()
    assert not Content.objects.exists()


def test_a_token_of_ours_is_refused(account: User) -> None:
    token = new_token()
    with pytest.raises(ProductError) as refused:
        copy(account, f"The token of koda is {token}, keep it.")
    assert token not in str(refused.value)
    assert not ClipboardEntry.objects.exists()


def test_a_refusal_never_repeats_the_secret(account: User) -> None:
    with pytest.raises(SecretCopied) as refused:
        copy(account, PRIVATE_KEY)
    assert "b3BlbnNz" not in f"{refused.value} {refused.value.extra}"
    assert refused.value.extra["kinds"]


def test_nothing_is_recorded_while_it_is_paused(account: User) -> None:
    save_clipboard_settings(account, is_paused=True)
    with pytest.raises(ClipboardPaused):
        copy(account)
    assert not ClipboardEntry.objects.exists()
    save_clipboard_settings(account, is_paused=False)
    assert copy(account) == ClipboardEntry.objects.get()


def test_a_copy_of_which_no_stone_can_be_made_is_recorded(account: User) -> None:
    copied = record_copy(
        account=account, content=BARE_STONE, capture_method=CaptureMethod.REST, as_stone=True
    )
    assert (copied.is_new, copied.stone, copied.entry.stone) == (True, None, None)
    assert copied.no_stone == "The LOD-0 is empty."
    entry = ClipboardEntry.objects.get()
    assert (entry, entry.content) == (copied.entry, Content.objects.get(text=BARE_STONE))
    with pytest.raises(
        StoneNotMade, match="The copy is recorded, but no stone could be made of it: The LOD-0"
    ):
        copied.its_stone()
    assert record_copy(account=account, content=BARE_STONE, capture_method=CaptureMethod.REST, as_stone=True) == (
        entry, False, None, copied.no_stone, (),
    )  # fmt: skip


def test_a_stone_that_failed_is_made_the_next_time(account: User) -> None:
    save_clipboard_settings(account, auto_format=True)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE stones_stone ADD CONSTRAINT no_stones CHECK (level_count = 0)")
        with pytest.raises(IntegrityError):
            copy(account, LONG)
        cursor.execute("ALTER TABLE stones_stone DROP CONSTRAINT no_stones")
    first = ClipboardEntry.objects.get()
    assert first.stone is None
    again = record_copy(account=account, content=LONG, capture_method=CaptureMethod.REST)
    assert (again.entry, again.is_new, again.no_stone) == (first, False, "")
    assert again.its_stone() == Stone.objects.get() == ClipboardEntry.objects.get().stone


@pytest.mark.parametrize(
    ("raw_source", "stored_source"),
    [
        ("firefox", "firefox"),
        ("https://ann:secret@example.org/notes?token=abc#top", "https://example.org/notes"),
        ("http://[broken", ""),
        ("a" * 300, "a" * 200),
        ("\x00\x1b[31m code \ud800", "[31m code"),
    ],
    ids=["name", "address", "no address", "long", "control characters"],
)
def test_what_it_was_copied_from(account: User, raw_source: str, stored_source: str) -> None:
    assert copy(account, source_app=raw_source).source_app == stored_source


def test_days_that_the_account_chose(account: User) -> None:
    save_clipboard_settings(account, ttl_days=3)
    entry = copy(account)
    assert entry.expires == entry.copied + timedelta(days=3)


def test_without_texts(account: User) -> None:
    save_clipboard_settings(account, store_full=False)
    entry = copy(account, LONG)
    assert (entry.content, entry.sha256) == (None, content_sha256(LONG))
    assert len(entry.preview) == 200
    assert not Content.objects.exists()
    assert Fingerprints.objects.get().entry == entry
    again = copy(account, f"And then:\n{LONG}")
    assert (again.parent, again.relation, again.overlap) == (entry, "contains", 1.0)
    assert again.content is None


def test_as_a_stone(account: User) -> None:
    copied = record_copy(account=account, content=LONG, capture_method=CaptureMethod.WIDGET, as_stone=True)
    stone = Stone.objects.get()
    assert (copied.stone, copied.entry.stone) == (stone, stone)
    assert (stone.stone_type, stone.source_agent, stone.level_count) == ("clipboard", "user", 4)
    assert stone.content == copied.entry.content
    again = record_copy(account=account, content=LONG, capture_method=CaptureMethod.WIDGET, as_stone=True)
    assert again == (copied.entry, False, stone, "", ())


def test_a_recorded_copy_becomes_a_stone_when_that_is_asked_for_later(account: User) -> None:
    entry = copy(account, LONG)
    copied = record_copy(
        account=account, content=LONG, capture_method=CaptureMethod.WIDGET, as_stone=True, source_agent="koda"
    )
    assert (copied.entry, copied.is_new, copied.stone) == (entry, False, Stone.objects.get())
    assert copied.entry.stone == copied.stone
    assert Stone.objects.get().source_agent == "koda"


def test_a_stone_of_every_copy(account: User) -> None:
    save_clipboard_settings(account, auto_format=True, generate_lods=False, lod_model="small-one")
    assert copy(account, SHORT).stone == Stone.objects.get()
    assert not Stone.objects.get().generate_lods
    plain = record_copy(account=account, content=LONG, capture_method=CaptureMethod.PAGE, as_stone=False)
    assert plain.stone is None


def stone_text(stone: Stone, max_lod: int | None = None) -> str:
    return services.stone_text(assemble(reloaded(stone)), max_lod)


@pytest.mark.parametrize("max_lod", [None, 0, 2], ids=["whole", "scan", "three levels"])
def test_a_copied_stone_is_known(account: User, max_lod: int | None) -> None:
    stone = store(account, content=LONG)
    copied = record_copy(
        account=account, content=stone_text(stone, max_lod), capture_method=CaptureMethod.PAGE, as_stone=True
    )
    assert (copied.entry.parent_stone, copied.entry.relation) == (stone, "repeats")
    assert copied.stone == stone
    assert Stone.objects.count() == 1


def test_a_stone_whose_levels_are_others_is_plain_text(account: User) -> None:
    stone = store(account, content=LONG)
    scan = services.stone_text(assemble(reloaded(stone)), 0)
    changed = scan.replace("LOD-0: ", "LOD-0: Not so: ")
    assert changed != scan
    entry = copy(account, changed)
    assert (entry.parent_stone, entry.relation) == (None, "")


def test_a_whole_stone_of_somebody_else(account: User) -> None:
    foreign = store(new_account(), content=LONG, levels={0: "Their scan."}, source_agent="prax")
    text = stone_text(foreign)
    plain = copy(account, text)
    assert (plain.parent_stone, plain.relation, plain.stone) == (None, "", None)
    copied = record_copy(account=account, content=text, capture_method=CaptureMethod.PAGE, as_stone=True)
    stone = copied.stone
    assert stone is not None
    assert (stone.account, stone.content.text) == (account, LONG)
    assert (stone.source_agent, stone.claimed_source) == ("user", "prax")
    assert stone.author_levels.get(number=0).text == "Their scan."


def test_one_text_from_many_interfaces_at_once_is_one_copy(transactional_db: None) -> None:
    account = new_account()
    start = threading.Barrier(6)
    recorded: list[ClipboardEntry] = []

    def run() -> None:
        try:
            start.wait()
            recorded.append(copy(account, LONG))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert recorded == [ClipboardEntry.objects.get()] * 6
    assert Fingerprints.objects.count() == 1


def test_its_fingerprints_are_kept_once_for_each_text(account: User) -> None:
    entry = copy(account, NOTE)
    copy(account)
    copy(account, NOTE)
    assert Fingerprints.objects.filter(content=entry.content).count() == 1
    assert Fingerprints.objects.count() == 2
