"""What a person is told who stores a text that is stored already: which stone it is, and what of it changes."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format

from core.pages.format_duration import format_duration
from stones import services
from stones.models import Stone
from stones.services import StoneDraft, Stored
from stones.views.write_summary import warn_left_out


@dataclass(frozen=True)
class StoredBefore:
    """A stone of the text as it was before; whether the same draft finds it again; whether it has given words."""

    stone: Stone
    is_same: bool
    has_words: bool


def find_stored_before(account: User, draft: StoneDraft) -> StoredBefore | None:
    """Raises what storing the draft raises."""
    if (found := services.find_stored_draft(account=account, draft=draft)) is None:
        return None
    stone, is_same = found
    return StoredBefore(stone, is_same, stone.author_levels.exists())


def report_stored(
    request: HttpRequest, stored: Stored, draft: StoneDraft, before: StoredBefore | None
) -> None:
    """Messages of what was stored, and of what was there already."""
    if before is not None and not stored.created:
        messages.info(request, " ".join(_describe_again(stored, draft, before)))
    warn_left_out(request, stored.left_out)
    if stored.unused:
        messages.warning(request, stored.unused)
    if stored.has_other_words:
        messages.warning(
            request, "It already had a summary: yours was not used. “Change the summary” uses them."
        )


def _describe_again(stored: Stored, draft: StoneDraft, before: StoredBefore) -> list[str]:
    age = format_duration((timezone.now() - before.stone.stored).total_seconds())
    until, until_before = _day(stored.stone.expires), _day(before.stone.expires)
    told = [f"You stored this text {age} ago already, and this is that stone."]
    if until != until_before:
        told.append(f"It now stays until {until}; it was {until_before}.")
    elif draft.ttl_days is not None:
        told.append(f"It stays until {until}: what you chose under “Keep for (days)” would end no later.")
    else:
        told.append(f"It stays until {until}.")
    if draft.summary and not (before.has_words or stored.unused):
        told.append("It had no summary of yours: the new one was added.")
    return told


def _day(moment: datetime | None) -> str:
    return date_format(timezone.localtime(moment), "j F Y") if moment else "it is deleted"
