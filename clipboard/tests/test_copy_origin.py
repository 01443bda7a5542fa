"""What a copy was copied from: parts, wholes, reworked texts, and what is none of them."""

import os
import random
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from clipboard.models import ClipboardEntry, Fingerprints
from clipboard.services import delete_entry, fingerprint_missing_contents, save_clipboard_settings
from clipboard.services.copy_origin import CopiedText, confirm_origin, find_origin
from clipboard.tests.copy_factories import NOTE, copy
from stones.models import Content, Stone
from stones.services.delete_stones import delete_stone
from stones.tests.factories import LONG, new_account, store, write_levels

HANDOFFS = Path(__file__).parents[3] / "shared" / "data" / "handoffs"
PARAGRAPHS = LONG.split("\n\n")
PART = "\n\n".join(PARAGRAPHS[5:9])


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def stored(account: User, content: str, **fields: object) -> Stone:
    """A stone as it is when its job is done."""
    stone = store(account, content=content, **fields)
    write_levels(stone)
    return stone


def test_a_part_of_a_stone(account: User) -> None:
    stone = stored(account, LONG)
    part = copy(account, PART)
    assert (part.parent_stone, part.parent, part.relation, part.overlap) == (stone, None, "part", 1.0)


def test_a_part_of_a_copy(account: User) -> None:
    whole, part = copy(account, LONG), copy(account, PART)
    assert (part.parent, part.parent_stone, part.relation, part.overlap) == (whole, None, "part", 1.0)


def test_white_space_makes_no_other_text(account: User) -> None:
    whole = copy(account, LONG)
    wrapped = copy(account, PART.replace(" ", "\n   "))
    assert (wrapped.parent, wrapped.relation) == (whole, "part")
    again = copy(account, f"{LONG}\n\n")
    assert (again.parent, again.relation, again.overlap) == (whole, "repeats", 1.0)


def test_all_of_it_and_more(account: User) -> None:
    part = copy(account, PART)
    whole = copy(account, LONG)
    assert (whole.parent, whole.relation, whole.overlap) == (part, "contains", 1.0)


def test_much_of_it_changed(account: User) -> None:
    stone = stored(account, LONG)
    reworked = copy(account, LONG.replace("every night", "each evening"))
    assert (reworked.parent_stone, reworked.relation) == (stone, "reworked")
    assert reworked.overlap is not None
    assert 0.7 < reworked.overlap < 1


def test_a_rendered_copy_of_markdown(account: User) -> None:
    whole = copy(account, f"# **The report**\n\n- _{NOTE}_\n- `port 7892` is **kept** for it, by decision.")
    rendered = copy(account, f"The report\n{NOTE}\nport 7892 is kept for it, by decision.")
    assert (rendered.parent, rendered.relation, rendered.overlap) == (whole, "reworked", 1.0)


@pytest.mark.parametrize(
    "text",
    [
        "Somebody else writes about bread and sourdough here, and about nothing else at all.",
        "port 7005 for it",
    ],
    ids=["another text", "few words"],
)
def test_what_has_nothing_to_do_with_it(account: User, text: str) -> None:
    stored(account, LONG)
    entry = copy(account, text)
    assert (entry.parent, entry.parent_stone, entry.relation, entry.overlap) == (None, None, "", None)


def test_of_two_that_hold_it_the_latest(account: User) -> None:
    stored(account, LONG)
    earlier = copy(account, f"One more line before.\n\n{LONG}")
    later = copy(account, f"{LONG}\n\nOne more line behind.")
    assert later.parent == earlier
    assert copy(account, PART).parent == later


def test_what_explains_more_of_it_comes_before_what_is_later(account: User) -> None:
    whole = copy(account, LONG)
    copy(account, PARAGRAPHS[5] + "\n\n" + PARAGRAPHS[6])
    part = copy(account, PART)
    assert (part.parent, part.relation) == (whole, "part")


def test_a_copy_comes_before_the_stone_that_was_made_of_it(account: User) -> None:
    whole = copy(account, LONG, as_stone=True)
    assert copy(account, PART).parent == whole


def test_the_same_text_of_a_stone(account: User) -> None:
    stone = store(account, content=LONG)
    entry = copy(account, LONG)
    assert (entry.parent_stone, entry.relation, entry.overlap) == (stone, "repeats", 1.0)


def test_nothing_of_another_account(account: User) -> None:
    other = new_account()
    stored(other, LONG)
    copy(other, PART)
    assert copy(account, PART).relation == ""
    mine, theirs = Fingerprints.objects.get(account=account), Fingerprints.objects.filter(account=other)
    assert not any(set(mine.values) & set(each.values) for each in theirs)


def test_what_has_run_out_is_not_there(account: User) -> None:
    past = timezone.now() - timedelta(seconds=1)
    stored(account, LONG)
    copy(account, f"{LONG} And more.")
    Stone.objects.update(expires=past)
    ClipboardEntry.objects.update(expires=past)
    assert copy(account, PART).relation == ""


def test_where_texts_are_not_kept(account: User) -> None:
    save_clipboard_settings(account, store_full=False)
    whole = copy(account, LONG)
    part = copy(account, PART)
    assert (part.parent, part.relation, part.overlap) == (whole, "part", 1.0)
    reworked = copy(account, LONG.replace("every night", "each evening"))
    assert (reworked.parent, reworked.relation) == (whole, "reworked")
    assert reworked.overlap is not None
    assert 0.5 <= reworked.overlap < 1


def test_deleted_while_it_was_looked_for(account: User) -> None:
    whole, stone = copy(account, LONG), store(account, content=PART)
    of_entry = find_origin(CopiedText(account, f"{LONG} And more."))
    of_stone = find_origin(CopiedText(account, PART))
    assert (of_entry.entry_id, of_stone.stone_id) == (whole.pk, stone.pk)
    delete_entry(account=account, entry_id=whole.pk)
    delete_stone(account=account, border_hash=stone.content.sha256)
    assert [confirm_origin(origin).fields() for origin in (of_entry, of_stone)] == [
        {"parent_id": None, "parent_stone_id": None, "relation": "", "overlap": None}
    ] * 2


def test_stones_of_the_time_before_are_marked_later(account: User) -> None:
    stone = store(account, content=LONG)
    assert copy(account, PART).relation == ""
    assert fingerprint_missing_contents(limit=10) == 1
    assert fingerprint_missing_contents(limit=10) == 0
    assert copy(account, f"{PART}\n").parent is not None
    assert copy(account, "\n\n".join(PARAGRAPHS[20:23])).parent_stone == stone


def test_no_more_are_marked_than_is_said(account: User) -> None:
    for number in range(3):
        store(account, content=f"{NOTE} {number}")
    assert fingerprint_missing_contents(limit=2) == 2
    assert Content.objects.filter(fingerprints=None).count() == 1


def documents() -> list[str]:
    if not HANDOFFS.is_dir():
        pytest.skip("the real handoffs lie beside the project, in ../shared/data/handoffs; they are not here")
    paths = sorted(HANDOFFS.iterdir())
    chosen = paths if os.environ.get("TEST_ALL") else paths[::8]
    return [path.read_text(encoding="utf-8", errors="replace") for path in chosen]


def test_parts_of_real_documents(account: User) -> None:
    texts = documents()
    stones = [stored(account, text) for text in texts]
    for stone, text in zip(stones, texts, strict=True):
        lines = text.split("\n")
        part = copy(account, "\n".join(lines[len(lines) // 3 : len(lines) // 2]))
        assert (part.parent_stone, part.relation) == (stone, "part")
        delete_entry(account=account, entry_id=part.pk)


def test_real_documents_reworked(account: User) -> None:
    texts, chance = documents(), random.Random(6)
    stones = [stored(account, text) for text in texts]
    for stone, text in zip(stones, texts, strict=True):
        words = ["reworded" if chance.random() < 0.05 else word for word in text.split()]
        reworked = copy(account, " ".join(words))
        assert (reworked.parent_stone, reworked.relation) == (stone, "reworked")
        delete_entry(account=account, entry_id=reworked.pk)


def test_real_documents_of_others_are_unrelated(account: User) -> None:
    assert [copy(account, text).relation for text in documents()] == [""] * len(documents())
