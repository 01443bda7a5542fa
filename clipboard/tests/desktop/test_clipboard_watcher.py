"""The watcher on a real X clipboard and the real database: what is recorded, what is not, and what it says of it."""

import random
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection

from clipboard.desktop.clipboard_watcher import Watcher, WatcherEvent
from clipboard.desktop.copy_recorder import Recorder
from clipboard.desktop.text_formats import MARK
from clipboard.desktop.x11 import X11
from clipboard.models import CaptureMethod, ClipboardEntry
from clipboard.services import save_clipboard_settings
from clipboard.tests.copy_factories import BARE_STONE
from clipboard.tests.desktop.displays import Desktop, eventually
from core.llm import count_tokens
from stones.format import HashVerdict, parse, verify
from stones.models import Stone
from stones.tests.factories import LONG, new_account

pytestmark = pytest.mark.django_db
LIMIT = 100_000
SECRET = "gh" + "p_" + "k2Vt9QpXz7LmRb4Yc1Nw8HsDf6GjKa3Tu5Ee"


class Watching:
    """A watcher that has had its first look, and what it said."""

    def __init__(self, desktop: Desktop, account: User, **options: object) -> None:
        self.events: list[WatcherEvent] = []
        record = Recorder(account, **options)  # type: ignore[arg-type]  # whatever the test says
        self.watcher = Watcher(X11(desktop.environment), record, self.events.append, limit=LIMIT)
        self.desktop = desktop
        self.poll()

    def poll(self) -> None:
        self.watcher.poll()

    def copies(self, *texts: str) -> None:
        for text in texts:
            self.desktop.copy(text)
            self.poll()

    @property
    def lines(self) -> list[str]:
        return [events.text for events in self.events]


Watch = Callable[..., Watching]


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def watch(desktop: Desktop, account: User) -> Watch:
    return lambda **options: Watching(desktop, account, **options)


def recorded() -> list[str]:
    """The texts of the copies, the oldest first."""
    return list(ClipboardEntry.objects.order_by("pk").values_list("content__text", flat=True))


def test_a_copy_of_which_no_stone_can_be_made(watch: Watch, account: User) -> None:
    save_clipboard_settings(account, auto_format=True)
    watching = watch()
    watching.copies(BARE_STONE)
    assert recorded() == [BARE_STONE]
    [line] = watching.lines
    assert line.startswith("copied ")
    assert line.endswith("no stone could be made of it: The LOD-0 is empty.")
    assert watching.events[0].fields["no_stone"] == "The LOD-0 is empty."


def test_a_copy_becomes_a_row(watch: Watch, account: User) -> None:
    watching = watch(app="notes")
    watching.copies(LONG)
    entry = ClipboardEntry.objects.get()
    assert (entry.account, entry.capture_method, entry.source_app) == (
        account,
        CaptureMethod.WATCHER,
        "notes",
    )
    assert entry.content is not None
    assert entry.content.text == LONG
    assert watching.lines == [f"copied {count_tokens(LONG):,} tokens from notes → {entry.sha256[:8]}"]
    assert watching.events[0].fields["id"] == entry.pk


def test_what_was_there_before_is_not_recorded(desktop: Desktop, watch: Watch) -> None:
    desktop.copy("from before")
    watching = watch()
    watching.poll()
    assert (recorded(), watching.events) == ([], [])


def test_unless_it_is_asked_for(desktop: Desktop, watch: Watch) -> None:
    watching = watch()
    desktop.copy("from before")
    watching.watcher.record_current_content()
    watching.poll()
    assert recorded() == ["from before"]


def test_each_copy_once(watch: Watch) -> None:
    watching = watch()
    watching.copies("one copy", "one copy", "another", "one copy")
    watching.poll()
    assert recorded() == ["one copy", "another", "one copy"]
    assert len(watching.lines) == 3
    newest, first = ClipboardEntry.objects.first(), ClipboardEntry.objects.last()
    assert newest is not None
    assert newest.parent == first
    assert watching.lines[2].endswith(f"the same as {newest.sha256[:8]}")
    assert (
        watching.watcher.summary().text == f"3 copied ({2 * count_tokens('one copy') + 1} tokens), 0 ignored"
    )


def test_a_part_says_what_it_is_a_part_of(watch: Watch) -> None:
    watching = watch()
    watching.copies(LONG, LONG[: len(LONG) // 2])
    whole = ClipboardEntry.objects.last()
    assert whole is not None
    assert watching.lines[1].endswith(f", part of {whole.sha256[:8]}")


def test_a_second_watcher_of_the_account_knows_the_newest_copy(watch: Watch) -> None:
    watch().copies("one copy")
    second = watch()
    second.watcher.record_current_content()
    second.poll()
    assert recorded() == ["one copy"]
    assert second.lines[0].startswith("copied before: 2 tokens")
    assert second.watcher.summary().text == "0 copied (0 tokens), 0 ignored"


def test_what_is_marked_as_secret_is_never_recorded(desktop: Desktop, watch: Watch) -> None:
    watching = watch()
    desktop.own({"UTF8_STRING": "correct horse battery", MARK: "secret"})
    watching.poll()
    watching.poll()
    assert recorded() == []
    assert watching.lines == ["ignored: marked as secret by the program that copied it"]
    # A clipboard manager offers it again after its owner has gone, without the mark.
    watching.copies("correct horse battery")
    assert recorded() == []
    assert watching.lines[1:] == ["ignored: it was marked as secret before"]
    watching.copies("something else")
    assert recorded() == ["something else"]


def test_what_looks_like_a_secret_is_named_by_its_kind(watch: Watch) -> None:
    watching = watch()
    watching.copies(f"git push https://{SECRET}@example.org/a.git")
    assert recorded() == []
    assert watching.lines == ["ignored: looks like a GitHub token"]
    assert SECRET[:8] not in repr(watching.events)


def test_what_is_no_text_is_said_once(desktop: Desktop, watch: Watch) -> None:
    watching = watch()
    desktop.copy_image()
    watching.poll()
    watching.poll()
    desktop.copy("a" * (LIMIT + 1))
    watching.poll()
    watching.poll()
    desktop.clear()
    watching.poll()
    watching.poll()
    assert recorded() == []
    assert watching.lines == [
        "ignored: no text (image/png)",
        "ignored: more than 100,000 bytes",
        "ignored: the clipboard is empty",
    ]


def test_a_pause_asked_for_here(desktop: Desktop, watch: Watch) -> None:
    watching = watch()
    watching.watcher.request_pause()
    watching.copies("private", "also private")
    watching.watcher.request_pause()
    watching.poll()
    assert recorded() == []
    watching.copies("public again")
    assert recorded() == ["public again"]
    assert watching.lines[:2] == ["paused: nothing is recorded", "resumed"]


def test_a_pause_in_the_settings_of_the_account(watch: Watch, account: User) -> None:
    watching = watch()
    save_clipboard_settings(account=account, is_paused=True)
    watching.copies("private")
    save_clipboard_settings(account=account, is_paused=False)
    watching.poll()
    watching.copies("public again")
    assert recorded() == ["public again"]
    assert watching.lines[0].startswith("ignored: The clipboard is paused")


def test_the_stone_takes_the_place_of_the_text(desktop: Desktop, watch: Watch) -> None:
    watching = watch(replace=True, replace_from=20)
    watching.copies(LONG)
    stone = Stone.objects.get()
    on_clipboard = parse(desktop.paste())
    assert verify(on_clipboard) is HashVerdict.VERIFIED
    assert on_clipboard.header.border_hash == stone.content.border_hash
    assert on_clipboard.levels[-1] == LONG
    for _ in range(3):
        watching.poll()
    assert recorded() == [LONG]
    assert watching.lines[0].endswith(f"the stone {stone.content.border_hash} is on the clipboard")
    # The same text once more is the same copy, and its stone is there again.
    watching.copies(LONG)
    assert eventually(lambda: parse(desktop.paste()).header == on_clipboard.header)
    watching.poll()
    assert (recorded(), Stone.objects.count()) == ([LONG], 1)
    assert watching.watcher.summary().fields["replaced"] == 2


@pytest.mark.long
def test_a_stone_larger_than_what_is_read_does_not_come_back(desktop: Desktop, watch: Watch) -> None:
    roll = random.Random(1)
    words = LONG.split()
    text = " ".join(roll.choices(words, k=LIMIT // 5))[: LIMIT - 100]
    watching = watch(replace=True, replace_from=20)
    watching.copies(text)
    assert len(desktop.paste().encode()) > LIMIT
    watching.poll()
    assert recorded() == [text]
    assert len(watching.lines) == 1


def test_a_short_text_stays_as_it_is(desktop: Desktop, watch: Watch) -> None:
    watching = watch(replace=True, replace_from=count_tokens(LONG) + 1)
    watching.copies(LONG)
    assert (desktop.paste(), recorded(), Stone.objects.count()) == (LONG, [LONG], 0)


def test_a_stone_of_somebody_else_is_not_wrapped_in_another(desktop: Desktop, watch: Watch) -> None:
    first = watch(replace=True, replace_from=20)
    first.copies(LONG)
    text = f"Look at this:\n\n{desktop.paste()}\n\nWhat do you think?"
    first.copies(text)
    assert desktop.paste() == text
    assert Stone.objects.count() == 1


@pytest.mark.long
def test_a_holder_that_hangs_is_said_once_and_its_answer_is_recorded(desktop: Desktop, watch: Watch) -> None:
    watching = watch()
    desktop.own({"UTF8_STRING": "Hi"}, manner="always")
    watching.poll()
    watching.poll()
    watching.copies("an answer")
    assert recorded() == ["an answer"]
    assert watching.lines[:2] == [
        "the program that holds the clipboard does not answer; asking it again and again",
        "the clipboard answers again",
    ]


def test_nothing_that_is_said_holds_the_text(watch: Watch) -> None:
    watching = watch(replace=True, replace_from=20)
    watching.copies(LONG, "wonderful", SECRET)
    events = repr(watching.events)
    assert "wonderful" not in events
    assert LONG[:20] not in events


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_gone_for_a_moment(watch: Watch) -> None:
    watching = watch()
    name = connection.settings_dict["NAME"]
    connection.close()
    try:
        connection.settings_dict["NAME"] = "nowhere"
        watching.copies("first", "second")
        watching.poll()
    finally:
        connection.settings_dict["NAME"] = name
    assert len(watching.lines) == 1
    assert watching.lines[0].startswith("the database does not answer (")
    assert watching.watcher.summary().fields["lost"] == 2
    watching.copies("third")
    assert recorded() == ["first", "second", "third"]
    assert "the database answers again" in watching.lines
    assert watching.watcher.summary().fields["lost"] == 0


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_closed_from_the_other_side(watch: Watch) -> None:
    watching = watch()
    watching.copies("first")
    with connection.cursor() as cursor, pytest.raises(Exception, match=r"terminat|closed"):
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    watching.copies("second")
    assert recorded() == ["first", "second"]
    assert len(watching.lines) == 2
