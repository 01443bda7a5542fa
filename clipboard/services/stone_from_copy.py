"""A copy becomes a stone."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from clipboard.exceptions import CopyNotFound, TextNotStored
from clipboard.models import ClipboardEntry
from clipboard.queries.find_copies import own_copy
from clipboard.services.clipboard_preferences import clipboard_settings
from stones.exceptions import StoneNotFound
from stones.format import begins_as_stone
from stones.models import BY_PERSON, Stone
from stones.services.pasted_stone import find_pasted_stone
from stones.services.sender_words import NO_WORDS, SenderWords
from stones.services.stone_draft import StoneDraft
from stones.services.store_stones import Stored, store_stone, store_stone_text


def make_stone(*, account: User, entry_id: str, source_agent: str = BY_PERSON) -> Stone:
    """The stone of a copy: the one that was made of it, the one that it is a copy of, else a new one.

    Safe to repeat. Raises CopyNotFound; TextNotStored where the copy has its hash alone; and as `store_stone`.
    """
    copies = ClipboardEntry.objects.alive().filter(account=account)
    entry = own_copy(copies.select_related("stone__content", "content"), entry_id)
    if stone := find_current_stone(entry):
        return stone
    if entry.content is None:
        raise TextNotStored(
            "No texts were kept when this was copied, so there is nothing to make a stone of. Copy it again with "
            "“Keep full texts” turned on in the settings of the clipboard."
        )
    stored_stone = stone_of_text(
        account=account, entry=entry, text=entry.content.text, source_agent=source_agent
    )
    return stored_stone.stone


def find_current_stone(entry: ClipboardEntry) -> Stone | None:
    """The stone that was made of a copy, while its time has not run out."""
    stone = entry.stone
    return stone if stone and stone.is_alive(timezone.now()) else None


def stone_of_text(
    *, account: User, entry: ClipboardEntry, text: str, source_agent: str, words: SenderWords = NO_WORDS
) -> Stored:
    """The same for a copy whose text is at hand; a new stone gets the sender's own words."""
    # Together: of a copy that is deleted meanwhile no stone may come into being.
    with transaction.atomic():
        pasted = find_pasted_stone(account, text)
        stored = Stored(pasted, False) if pasted else _store_new_stone(account, text, source_agent, words)
        stone = stored.stone
        # Locked before the copy, as by those who delete both. It may have been deleted meanwhile.
        if not Stone.objects.select_for_update(no_key=True).filter(pk=stone.pk).exists():
            raise StoneNotFound("The stone of this copy was deleted meanwhile.")
        _join(entry, stone)
    return stored


def _join(entry: ClipboardEntry, stone: Stone) -> None:
    if not ClipboardEntry.objects.filter(pk=entry.pk).update(stone=stone):
        raise CopyNotFound("This copy was deleted meanwhile.")
    entry.stone = stone


def _store_new_stone(account: User, text: str, source_agent: str, words: SenderWords) -> Stored:
    account_settings = clipboard_settings(account)
    if begins_as_stone(text):
        # Somebody else's, stored here as it is: its levels stay its author's. No stone is put into another.
        return store_stone_text(
            account=account, text=text, ttl_days=account_settings.ttl_days, source_agent=source_agent
        )
    draft = StoneDraft(
        content=text,
        stone_type="clipboard",
        source_agent=source_agent,
        generate_lods=account_settings.generate_lods,
        lod_model=account_settings.lod_model,
        ttl_days=account_settings.ttl_days,
        summary=words.summary,
        detail=words.detail,
    )
    return store_stone(account=account, draft=draft)
