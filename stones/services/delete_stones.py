"""Stones are deleted, and purged when their time has run out.

A deletion takes one stone. Its text stays while another living stone has it; with the last one goes all that holds it:
its copies in the clipboard, too. A pin says "keep this": a person or an agent is refused before one is broken, unless
they say that they mean it. An operator, who deletes a text as such, is not.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from audit.services import record_deletion
from core.pages.undo_deletion import beginnings, pack_deleted, store_deletion
from stones.exceptions import AmbiguousHash, PinnedCopies, StoneNotFound
from stones.models import Content, ListedStone, Stone
from stones.queries import MAX_CANDIDATES, assemble, find_own_stone
from stones.signals import (
    CopyCounts,
    collect_answers,
    content_deleting,
    contents_purging,
    counting_copies,
    deletion_concerns,
    stones_deleting,
)
from stones.stored_header import text_of

BATCH = 500
DELETED, EXPIRED = "deleted", "expired"


class DeletionResult(NamedTuple):
    """What went: a stone of the text with this SHA-256. `stones`: how many others of that text stay.

    Where none does, the text went with all its levels, and so many copies of it in the clipboard.
    """

    sha256: str
    copies: int
    stones: int


class Deletion(NamedTuple):
    """What deleting a stone would take, and concern: `stones` of the same text stay, then no copy goes.

    `concerns` are sentences of the apps above.
    """

    copies: CopyCounts
    stones: int
    concerns: list[str]


@transaction.atomic
def delete_stone(*, account: User, border_hash: str, delete_pinned: bool = False) -> DeletionResult:
    """Delete one stone; with the last of its text the levels, passages, vectors and copies, too. The ledger stays.

    `delete_pinned`: pinned copies, too. Raises PinnedCopies where there are some, then nothing was deleted;
    AmbiguousHash with their ids where a hash names several stones; and as `find_own_stone`.
    """
    stone_id, deleted = _delete_stone(account, border_hash, delete_pinned=delete_pinned)
    record_deletion("stone", [stone_id], account=account.pk, copies=deleted.copies)
    return deleted


@transaction.atomic
def delete_stones(*, account: User, stone_ids: Iterable[str], delete_pinned: bool = False) -> tuple[int, int]:
    """Delete each of them, as one entry of the audit. Returns how many are deleted, and how many stay since copies of
    their text are pinned.
    """
    ids, copies, pinned = [], 0, 0
    for stone_id in stone_ids:
        try:
            _, deleted = _delete_stone(account, stone_id, delete_pinned=delete_pinned)
        except PinnedCopies:
            pinned += 1
        except StoneNotFound:
            continue
        else:
            ids.append(stone_id)
            copies += deleted.copies
    record_deletion("stone", ids, account=account.pk, copies=copies)
    return len(ids), pinned


@transaction.atomic
def _delete_stone(account: User, border_hash: str, *, delete_pinned: bool) -> tuple[str, DeletionResult]:
    """With the id of the stone that it was."""
    stone = find_own_stone(account, border_hash)
    stone_id = stone.pk
    content = _lock(stone.content_id)
    others = list(_others(stone))
    if others and border_hash != stone.pk:
        raise _several(stone, others)
    # Deleted by another, who had it locked until now.
    if content is None or not Stone.objects.filter(pk=stone.pk).exists():
        raise StoneNotFound.named(border_hash.lower())
    if not others:
        return stone_id, _delete_text(content, delete_pinned=delete_pinned)
    stones_deleting.send(Stone, stone_ids=[stone.pk], reason=DELETED)
    Stone.objects.filter(pk=stone.pk).delete()
    return stone_id, DeletionResult(content.sha256, 0, len(others))


@transaction.atomic
def delete_stone_for_agent(
    *, account: User, agent: str, border_hash: str, delete_pinned: bool = False
) -> DeletionResult:
    """As `delete_stone`. What the agent of this name did not make itself the account's person can bring back for an
    hour, as what is deleted on pages.
    """
    stone = find_own_stone(account, border_hash)
    packed = "" if stone.is_made_by(agent) else pack_stones(account, [stone.pk])
    what = describe_stone(stone)
    deleted = delete_stone(account=account, border_hash=border_hash, delete_pinned=delete_pinned)
    store_deletion(account, f"{what}, deleted by {agent}", packed)
    return deleted


def describe_stone(stone: ListedStone) -> str:
    """What its deletion is called where it can be undone: its hash and how its sentence begins."""
    return f"the stone {stone.content.border_hash}{beginnings([text_of(assemble(stone), 0)])}"


def pack_stones(account: User, ids: Iterable[str]) -> str:
    """Stones that are about to be deleted, for an undo, with the texts that go where no other stone has them."""
    stones = list(Stone.objects.filter(account=account, pk__in=ids))
    contents = Content.objects.filter(pk__in=[stone.content_id for stone in stones])
    return pack_deleted(stones, list(contents))


def preview_deletion(stone: Stone) -> Deletion:
    """What deleting it would take, and what else it would concern."""
    others = _others(stone).count()
    concerns = collect_answers(deletion_concerns, Stone, stone=stone)
    return Deletion(
        CopyCounts(0, 0) if others else _count_copies(stone),
        others,
        list(filter(None, concerns)),
    )


def _count_copies(stone: Stone) -> CopyCounts:
    answers: list[CopyCounts] = collect_answers(counting_copies, Content, content=stone.content)
    return CopyCounts(sum(each.total for each in answers), sum(each.pinned for each in answers))


@transaction.atomic
def delete_content(*, content_id: int) -> DeletionResult | None:
    """Delete a text with all its stones and all else that has it, pinned copies too; the ledger stays. Returns None
    when it was gone already.
    """
    content = _lock(content_id)
    if content is None:
        return None
    ids = list(Stone.objects.filter(content=content).order_by("pk").values_list("pk", flat=True))
    deleted = _delete_text(content, delete_pinned=True)
    record_deletion("stone", ids, account=content.account_id, copies=deleted.copies)
    return deleted


def _lock(content_id: int) -> Content | None:
    """The content, locked with its stones in the order in which they are stored: what is being stored of it, or read
    of its stones, comes before or after this transaction as a whole.
    """
    content = Content.objects.select_for_update().filter(pk=content_id).first()
    if content is not None:
        list(Stone.objects.select_for_update().filter(content=content).order_by("pk").values_list("pk"))
    return content


def _others(stone: Stone) -> QuerySet[Stone]:
    """The account's other living stones of the same text, the last given first."""
    same = Stone.objects.alive().filter(content=stone.content_id).exclude(pk=stone.pk)
    return same.order_by("-stored", "-pk")


def _several(stone: Stone, others: list[Stone]) -> AmbiguousHash:
    named = [stone, *others]
    return AmbiguousHash(
        f"{len(named):,} stones have the text {stone.content.border_hash!r}, and a deletion takes one: name it by its "
        "id. Nothing was deleted.",
        candidates=[each.pk for each in named[:MAX_CANDIDATES]],
    )


def _delete_text(content: Content, *, delete_pinned: bool) -> DeletionResult:
    copies = collect_answers(content_deleting, Content, content=content, delete_pinned=delete_pinned)
    stones = list(Stone.objects.filter(content=content).only("expires"))
    now = timezone.now()
    # One whose time had run out before was not deleted by anybody.
    for reason, is_alive in ((DELETED, True), (EXPIRED, False)):
        if ids := [stone.pk for stone in stones if stone.is_alive(now) == is_alive]:
            stones_deleting.send(Stone, stone_ids=ids, reason=reason)
    content.delete()
    return DeletionResult(content.sha256, sum(copies), 0)


def purge_expired(*, dry_run: bool = False) -> int:
    """Delete the stones whose time has run out, and the contents that nothing is left of. Returns how many stones."""
    expired = Stone.objects.filter(expires__lte=timezone.now())
    if dry_run:
        return expired.count()
    purged = 0
    while ids := list(expired.values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            # Locked first: one whose time was just extended is left alone.
            rows = Stone.objects.select_for_update().filter(pk__in=ids, expires__lte=timezone.now())
            locked = list(rows.order_by("pk").values_list("pk", flat=True))
            stones_deleting.send(Stone, stone_ids=locked, reason=EXPIRED)
            Stone.objects.filter(pk__in=locked).delete()
            purged += len(locked)
    _delete_left_contents()
    return purged


def _delete_left_contents() -> None:
    """Delete the contents that nothing is left of, whichever call left them."""
    left = ~Exists(Stone.objects.filter(content=OuterRef("pk")))
    for is_needed in collect_answers(contents_purging, Content):
        left &= ~is_needed
    while ids := list(Content.objects.filter(left).values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            # One that is in use is left for the next time. Checked again once it is locked: a stone may have been
            # made of it before, or a copy.
            free = Content.objects.select_for_update(skip_locked=True).filter(pk__in=ids)
            locked = list(free.values_list("pk", flat=True))
            deleted, _ = Content.objects.filter(left, pk__in=locked).delete()
        if not deleted:
            return
