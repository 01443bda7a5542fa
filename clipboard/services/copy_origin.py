"""What a copy was copied from, as far as the account's other copies and stones show it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User

from clipboard.analysis.fingerprints import from_signed, to_signed
from clipboard.analysis.text_similarity import (
    FingerprintedText,
    Similarity,
    compare_fingerprints,
    compare_texts,
)
from clipboard.models import ClipboardEntry, Fingerprints, Relation
from clipboard.queries.similar_texts import (
    CurrentHolder,
    SimilarText,
    find_current_holders,
    find_similar_texts,
    texts_of,
)
from clipboard.services.write_fingerprints import fingerprint_salt
from stones.format import content_sha256
from stones.models import Stone
from stones.services.pasted_stone import find_pasted_stone


@dataclass(frozen=True)
class CopiedText:
    """A canonical text of an account; what is found out about it is found out once."""

    account: User
    text: str

    @cached_property
    def sha256(self) -> str:
        return content_sha256(self.text)

    @cached_property
    def fingerprinted(self) -> FingerprintedText:
        return FingerprintedText(self.text, fingerprint_salt(self.account.pk))

    @cached_property
    def fingerprints(self) -> list[int]:
        return to_signed(self.fingerprinted.hashed.fingerprints)


@dataclass(frozen=True)
class CopyOrigin:
    """The entry or the stone, at most one of them, how the copy relates to it, and how much of it both have."""

    relation: str = ""
    entry_id: str | None = None
    stone_id: str | None = None
    overlap: float | None = None

    def fields(self) -> dict[str, Any]:
        """As the columns of a ClipboardEntry."""
        return {
            "parent_id": self.entry_id,
            "parent_stone_id": self.stone_id,
            "relation": self.relation,
            "overlap": self.overlap,
        }


def find_origin(copied: CopiedText) -> CopyOrigin:
    """What of the account's explains most of the text: the same text first, then what shares most with it.

    Of several that explain as much the latest: from there it was most likely copied.
    """
    if stone := find_pasted_stone(copied.account, copied.text):
        return CopyOrigin(Relation.REPEATS, stone_id=stone.pk, overlap=1.0)
    return _find_same_text(copied) or _find_similar_text(copied) or CopyOrigin()


def confirm_origin(origin: CopyOrigin) -> CopyOrigin:
    """The origin, locked until the end of the transaction; none where it was deleted meanwhile."""
    there = True
    if origin.entry_id:
        there = ClipboardEntry.objects.select_for_update(no_key=True).filter(pk=origin.entry_id).exists()
    elif origin.stone_id:
        there = Stone.objects.select_for_update(no_key=True).filter(pk=origin.stone_id).exists()
    return origin if there else CopyOrigin()


def _find_same_text(copied: CopiedText) -> CopyOrigin | None:
    entries = ClipboardEntry.objects.alive().filter(account=copied.account, sha256=copied.sha256)
    if entry_id := entries.order_by("-pk").values_list("pk", flat=True).first():
        return CopyOrigin(Relation.REPEATS, entry_id=entry_id, overlap=1.0)
    stones = Stone.objects.alive().filter(account=copied.account, content__sha256=copied.sha256)
    if stone_id := stones.order_by("-stored", "-pk").values_list("pk", flat=True).first():
        return CopyOrigin(Relation.REPEATS, stone_id=stone_id, overlap=1.0)
    return None


def _find_similar_text(copied: CopiedText) -> CopyOrigin | None:
    found = find_similar_texts(copied.account, copied.fingerprints)
    like = [*_compare_stored(copied, found), *_compare_unstored(copied, found)]
    if not like:
        return None
    likeness, relative = max(like, key=lambda pair: (pair[0].rank, pair[1].since))
    return CopyOrigin(
        likeness.relation, entry_id=relative.entry_id, stone_id=relative.stone_id, overlap=likeness.overlap
    )


def _compare_stored(
    copied: CopiedText, found: list[SimilarText]
) -> Iterator[tuple[Similarity, CurrentHolder]]:
    """By the texts themselves."""
    ids = [candidate.content_id for candidate in found if candidate.content_id is not None]
    standing = find_current_holders(copied.account, ids)
    for content_id, text in texts_of(standing):
        if likeness := compare_texts(
            copied.fingerprinted, FingerprintedText(text, copied.fingerprinted.salt)
        ):
            yield likeness, standing[content_id]


def _compare_unstored(
    copied: CopiedText, found: list[SimilarText]
) -> Iterator[tuple[Similarity, CurrentHolder]]:
    """By the fingerprints, where there is no text."""
    ids = [candidate.entry_id for candidate in found if candidate.entry_id is not None]
    rows = Fingerprints.objects.filter(account=copied.account, entry__in=ids).select_related("entry")
    for row in rows.filter(entry__in=ClipboardEntry.objects.alive()):
        entry = row.entry
        if entry and (
            likeness := compare_fingerprints(copied.fingerprinted, from_signed(row.values), entry.characters)
        ):
            yield likeness, CurrentHolder(entry.copied, entry_id=entry.pk)
