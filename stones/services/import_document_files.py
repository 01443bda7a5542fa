"""Many texts are stored at once, all of them or none."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import transaction

from core.rest.exceptions import ProductError
from stones.format import FormatError, begins_as_stone, canonical, content_sha256, parse
from stones.models import ListedStone
from stones.queries import assemble, stones_of
from stones.services.pasted_stone import refuse_stone
from stones.services.read_levels import stone_text
from stones.services.stone_draft import StoneDraft
from stones.services.store_stones import Stored, store_stone, store_stone_text

_ID = re.compile(r"[0-9A-Z]{26}")


@dataclass(frozen=True)
class ImportDocument:
    """A text to import, or why it could not be read. `place` names it: a file, or a file and line. `id`: of the stone
    whose export it is.
    """

    place: str
    draft: StoneDraft | None = None
    fault: str = ""
    id: str = ""


@dataclass(frozen=True)
class ImportFault:
    """What is wrong with one document."""

    place: str
    reason: str


@dataclass
class StoneImportResult:
    """How many stones were made, how many were there already, and what was wrong: with a fault none was made.

    `warnings`: which of those that were there said something else, or are the same stone as another of the documents.
    """

    created: int = 0
    there: int = 0
    faults: list[ImportFault] = field(default_factory=list)
    warnings: list[ImportFault] = field(default_factory=list)


def import_documents(
    *, account: User, documents: Iterable[ImportDocument], dry_run: bool = False
) -> StoneImportResult:
    """Store every document, or none when one is at fault or with `dry_run`. Safe to repeat.

    A text that begins as a stone is stored as that stone; every other as content, stones inside it included.
    """
    imported = StoneImportResult()
    # By the id of each stone, the document that was first taken for it.
    places: dict[str, str] = {}
    with transaction.atomic():
        for document in documents:
            _import(account, document, imported, places)
        if imported.faults or dry_run:
            transaction.set_rollback(True)
    return StoneImportResult(faults=imported.faults) if imported.faults else imported


def _import(
    account: User, document: ImportDocument, imported: StoneImportResult, places: dict[str, str]
) -> None:
    if document.draft is None:
        imported.faults.append(ImportFault(document.place, document.fault))
        return
    try:
        stored = _store(account, document.draft, document.id)
    except ProductError as error:
        imported.faults.append(ImportFault(document.place, error.message))
    else:
        imported.created += stored.created
        imported.there += not stored.created
        first = places.setdefault(stored.stone.pk, document.place)
        irregular = (f"line {each.line} of the stone: {each.reason}" for each in stored.notices)
        imported.warnings += [ImportFault(document.place, reason) for reason in irregular]
        if stored.has_other_words:
            reason = "its sender's own words were not stored: the same stone is there with other words"
            imported.warnings.append(ImportFault(document.place, reason))
        elif first != document.place:
            reason = f"is the same stone as {first}: one text under one header, with the same levels"
            imported.warnings.append(ImportFault(document.place, reason))


def _store(account: User, draft: StoneDraft, exported: str) -> Stored:
    # With claims it is another writer's stone, exported: a stone that its content holds is quoted there.
    is_stone = begins_as_stone(draft.content) and not (draft.levels or draft.history or draft.claims)
    same = _find_exported(account, draft.content) if is_stone else _find_by_id(account, exported, draft)
    if same is not None:
        return Stored(same, created=False)
    if is_stone:
        return store_stone_text(
            account=account, text=draft.content, ttl_days=draft.ttl_days, source_agent=draft.source_agent
        )
    if not draft.claims:
        refuse_stone(draft.content, instead="Leave out levels and history: then it is stored as it is.")
    return store_stone(account=account, draft=draft)


def _find_by_id(account: User, stone_id: str, draft: StoneDraft) -> ListedStone | None:
    """The account's own stone of this id, if it has this text, this channel and these words."""
    stones = stones_of(account).defer(None).filter(pk=stone_id, glow_channel=draft.glow_channel)
    stone = stones.first() if _ID.fullmatch(stone_id) else None
    if stone is None or stone.content.text != canonical(draft.content):
        return None
    given = {0: draft.summary, 1: draft.detail, **draft.levels}
    own = dict(stone.author_levels.values_list("number", "text"))
    return stone if own == {number: text for number, text in given.items() if text} else None


def _find_exported(account: User, text: str) -> ListedStone | None:
    """The account's own stone whose export this text is, to the letter."""
    try:
        sha256 = content_sha256(parse(text).levels[-1])
    except FormatError:
        return None
    stones = stones_of(account).defer(None).filter(content__sha256=sha256)
    exported = canonical(text).rstrip("\n")
    return next((each for each in stones if stone_text(assemble(each)).rstrip("\n") == exported), None)
