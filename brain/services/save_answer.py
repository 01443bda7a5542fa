"""Save an answer as a note: preview first, then store with its citations."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from brain.answer_sources import PROFILE_ID, SourceType
from brain.checking.unsupported_sentences import mark_unsupported
from brain.exceptions import AnswerNotFound
from brain.models import Note, NoteOrigin, Turn
from brain.services.manage_notes import create_note
from brain.services.note_content import validate_note
from brain.standard_response import Metadata

TITLE_CHARACTERS = 120
MAX_TAGS = 5
PROFILE_TITLE = "Profile"


@dataclass(frozen=True, slots=True)
class NotePreview:
    """`sources` as in Note.sources: {type, id, title, url, excerpt} each, in the order of the numbers."""

    title: str
    body: str
    tags: list[str]
    sources: list[dict[str, str]]


class SavedNote(NamedTuple):
    note: Note
    created: bool
    """False: it had been saved before and is unchanged."""


def preview_note(*, turn: Turn) -> NotePreview:
    """The note of an answer: the question is the title, the answer the body, its sources beside it.

    The sources are not in the body: found there, a quotation would count as a second source. Tags are those that most
    of the cited notes have. Unsupported sentences stay marked. Nothing is stored.
    """
    metadata = Metadata.model_validate(turn.metadata)
    return NotePreview(
        _title(turn.query),
        mark_unsupported(turn.answer.strip(), turn.unsupported),
        _tags(turn.account, metadata),
        _sources(metadata),
    )


@transaction.atomic
def save_as_note(
    *, turn: Turn, title: str | None = None, body: str | None = None, tags: Iterable[str] | None = None
) -> SavedNote:
    """Store an answer as a note; None takes the preview's value.

    Safe to repeat: while the note is unchanged, the same call returns it. Other values make another note. Raises
    AnswerNotFound when the conversation was deleted meanwhile, InvalidNote, NoteTooLarge, TokenInContent.
    """
    # Of two at once the second waits and finds the first one's note.
    row = Turn.objects.filter(account=turn.account_id, pk=turn.pk).select_for_update(no_key=True).first()
    if row is None:
        raise AnswerNotFound(f"There is no answer {turn.pk!r}.")
    preview = preview_note(turn=row)
    draft = validate_note(
        title=preview.title if title is None else title,
        body=preview.body if body is None else body,
        tags=preview.tags if tags is None else tags,
    )
    saved_answers = Note.objects.filter(account=row.account_id, origin=NoteOrigin.ANSWER, title=draft.title)
    existing = (
        saved_answers.filter(body=draft.body, tags=list(draft.tags), sources=preview.sources)
        .order_by("pk")
        .first()
    )
    if existing is not None:
        return SavedNote(existing, created=False)
    note = create_note(
        account=row.account,
        title=draft.title,
        body=draft.body,
        tags=draft.tags,
        origin=NoteOrigin.ANSWER,
        sources=preview.sources,
    )
    return SavedNote(note, created=True)


def _title(query: str) -> str:
    title = " ".join(query.split())
    if len(title) > TITLE_CHARACTERS:
        # Between words, if possible.
        title = title[:TITLE_CHARACTERS].rsplit(" ", 1)[0] + "…"
    return title


def _tags(account: User, metadata: Metadata) -> list[str]:
    """Tags of the cited notes, the most frequent first, then by name. Deleted notes have none."""
    cited = Note.objects.filter(account=account, pk__in={each.note_id for each in metadata.citations})
    counted = Counter(tag for tags in cited.values_list("tags", flat=True) for tag in tags)
    return sorted(counted, key=lambda tag: (-counted[tag], tag))[:MAX_TAGS]


def _sources(metadata: Metadata) -> list[dict[str, str]]:
    found: list[dict[str, Any]] = [
        {"type": SourceType.NOTES, "id": each.note_id, "title": each.note_title, "excerpt": each.excerpt}
        for each in metadata.citations
    ]
    found += [
        {
            "type": SourceType.EXTERNAL,
            "id": each.url,
            "title": each.title,
            "url": each.url,
            "excerpt": each.excerpt,
        }
        for each in metadata.external_sources
    ]
    if metadata.has_uncited_profile:
        found.append({"type": SourceType.PROFILE, "id": PROFILE_ID, "title": PROFILE_TITLE})
    names = ("type", "id", "title", "url", "excerpt")
    return [{name: str(each.get(name) or "") for name in names} for each in found]
