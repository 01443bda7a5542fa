"""Pages of notes: the list, search results, and one note at cited words."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models.functions import Left
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from brain.answer_sources import PROFILE_ID, SourceType
from brain.checking.excerpt_matching import find_excerpt, normalize_text
from brain.exceptions import AnswerNotFound
from brain.models import EMBED_NOTE, Note
from brain.note_serializers import NoteBody, serialize_found_notes, serialize_notes
from brain.queries.conversation_queries import find_turn
from brain.queries.note_queries import count_notes, existing_note_ids, find_note, notes_of, tags_of
from brain.services.find_notes import FoundNote, find_notes, related_notes
from brain.standard_response import Metadata
from brain.views.note_pagination import ORDERS, paginate_notes
from core.jobs.find_jobs import find_job, jobs_of
from core.pages.fragments import render_page
from core.pages.json_twins import CurlTwin, rows_response, wants_json, wants_rows
from core.pages.list_window import read_window
from core.pages.mark_text import Mark, render_marked
from core.pages.request_account import account_of
from core.text.storable_text import storable_line

MAX_WORDS = 300
MAX_FOUND = 30
MAX_TAGS = 12
BEGINNING = 300
_MOST_DIGITS = 9


@require_safe
def note_list(request: HttpRequest) -> HttpResponse:
    """`?q=` notes about it, best first; `?tag=` notes with a tag; without `q` newest first, in pages."""
    account = account_of(request)
    words = storable_line(request.GET.get("q", ""))[:MAX_WORDS]
    tag = request.GET.get("tag", "").replace("\x00", "")[:100]
    tags, total = tags_of(account), count_notes(account)
    context: dict[str, Any] = {
        "words": words,
        "tag": tag,
        "total": total["all"],
        "own": total["own"],
        "tags": _select_tags(tags, tag),
        "more_tags": [each for each in tags[MAX_TAGS:] if each[0] != tag],
        "max_found": MAX_FOUND,
        "curl": CurlTwin("brain-api:notes", query={"q": words, "tag": tag}).command(request),
    }
    list_rows = _found_notes if words else _note_window
    return list_rows(request, account, context)


def _found_notes(request: HttpRequest, account: User, context: dict[str, Any]) -> HttpResponse:
    words, tag = context["words"], context["tag"]
    found = find_notes(account=account, query=words, tags=[tag] if tag else [], limit=MAX_FOUND)
    if wants_rows(request):
        return rows_response(request, serialize_found_notes(found), file_name="notes")
    jobs = jobs_of([each.note for each in found], EMBED_NOTE)
    return _render_list(request, context | {"hits": [(each, jobs[each.note.pk]) for each in found]})


def _note_window(request: HttpRequest, account: User, context: dict[str, Any]) -> HttpResponse:
    tag = context["tag"]
    window = read_window(request.GET, ORDERS)
    rows = window.of_days(notes_of(account, [tag] if tag else []), "dated")
    page = paginate_notes(
        rows.annotate(beginning=Left("body", BEGINNING)),
        order=window.order,
        older=request.GET.get("older", ""),
        newer=request.GET.get("newer", ""),
    )
    if wants_rows(request):
        return rows_response(request, serialize_notes(page.notes), file_name="notes", older=page.older)
    jobs = jobs_of(page.notes, EMBED_NOTE)
    notes = [(note, jobs[note.pk]) for note in page.notes]
    context |= {"page": page, "notes": notes, "window": window, "orders": ORDERS}
    return _render_list(request, context | ({"curl": ""} if window.is_used else {}))


def _render_list(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    return render_page(request, "brain/notes.html", context, regions={"notes": "brain/_note_list.html"})


def _select_tags(tags: list[tuple[str, int]], chosen: str) -> list[tuple[str, int]]:
    """The most used, and the chosen one in any case."""
    selected = tags[:MAX_TAGS]
    if chosen and all(name != chosen for name, _ in selected):
        selected.append((chosen, dict(tags).get(chosen, 0)))
    return selected


@dataclass(frozen=True, slots=True)
class CitedExcerpt:
    """The citation that an address points to."""

    excerpt: str
    answer_id: str
    """The answer that cited them; empty where the address names none."""
    place: tuple[int, int] | None
    """Their present place. None: the text has changed since."""


@require_safe
def note_page(request: HttpRequest, note_id: str) -> HttpResponse:
    """`?from=&to=` marks these characters, `?answer=&n=` the excerpt of an answer's citation; `?related` adds related
    notes.
    """
    account = account_of(request)
    note = find_note(account, note_id)
    if wants_json(request):
        return JsonResponse(dict(NoteBody(note, context={"jobs": jobs_of([note], EMBED_NOTE)}).data))
    cited = find_cited_excerpt(request, note.body)
    html, is_marked = render_marked_text(note.body, cited, keeps_lines=note.keeps_lines)
    context = {
        "note": note,
        "curl": CurlTwin("brain-api:note", [note.pk]).command(request),
        "job": find_job(note, EMBED_NOTE),
        "html": html,
        "cited": cited,
        "is_marked": is_marked,
        "sources": _sources(account, note),
        "related": related_notes(note=note) if "related" in request.GET else None,
    }
    return render(request, "brain/note.html", context)


@require_safe
def note_related(request: HttpRequest, note_id: str) -> HttpResponse:
    """Related notes: a fragment of the note's page."""
    note = find_note(account_of(request), note_id)
    related: list[FoundNote] = related_notes(note=note)
    return render(request, "brain/_related_notes.html", {"note": note, "related": related})


def _sources(account: User, note: Note) -> list[dict[str, str]]:
    """Sources of a saved answer; a deleted note among them has no title."""
    named_text = {each["id"] for each in note.sources if each["type"] == SourceType.NOTES}
    existing_ids = existing_note_ids(account, named_text)
    return [_source(each, existing_ids) for each in note.sources]


def _source(source: dict[str, str], existing_ids: Collection[str]) -> dict[str, str]:
    if source["id"] == PROFILE_ID:
        return source | {"type": SourceType.PROFILE}
    is_gone = source["type"] == SourceType.NOTES and source["id"] not in existing_ids
    return {"type": "gone"} if is_gone else source


def find_cited_excerpt(request: HttpRequest, text: str) -> CitedExcerpt | None:
    """The cited words and their place in the text; None if the address names none."""
    start, end = (_number(request.GET.get(name, "")) for name in ("from", "to"))
    answer_id, number = request.GET.get("answer", ""), _number(request.GET.get("n", ""))
    named_text = text[start:end] if start is not None and end is not None and start < end <= len(text) else ""
    excerpt = _excerpt(account_of(request), answer_id, number) if answer_id else None
    if excerpt is None:
        # Without an answer the words are those at the place.
        return (
            CitedExcerpt(named_text, "", (start, end))
            if named_text and start is not None and end is not None
            else None
        )
    if not excerpt:
        return CitedExcerpt("", answer_id, None)
    if (
        named_text
        and find_excerpt(excerpt, normalize_text(named_text))
        and start is not None
        and end is not None
    ):
        return CitedExcerpt(excerpt, answer_id, (start, end))
    return CitedExcerpt(excerpt, answer_id, find_excerpt(excerpt, normalize_text(text)))


def render_marked_text(
    text: str, cited: CitedExcerpt | None, *, keeps_lines: bool = False
) -> tuple[SafeString, bool]:
    """The text with the cited words marked, and whether they could be."""
    place = cited.place if cited else None
    marks = [Mark(*place, id="cited", css="cited")] if place else []
    html, marked_places = render_marked(text, marks, keeps_lines=keeps_lines)
    return html, any(marked_places)


def _excerpt(account: User, answer_id: str, number: int | None) -> str | None:
    """The excerpt under a number of an answer; None if there is no such answer or number."""
    try:
        metadata = Metadata.model_validate(find_turn(account, answer_id).metadata)
    except AnswerNotFound:
        return None
    if number is None or not 1 <= number <= len(metadata.citations):
        return None
    return metadata.citations[number - 1].excerpt or ""


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None
