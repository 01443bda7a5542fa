"""The preview while a curator types: the rendered answer and the six-point checklist."""

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from core.pages.render_markdown import render
from quickstart.curation.entry_checklist import EntryDraft, checklist
from quickstart.models import Entry, Node

_VARIANT = re.compile(r"variants-\d+-text")
LISTS = ("tree_path", "go_deeper", "related_skills", "related_docs")


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """Of the form's current values; nothing is stored. For staff: wrapped by the admin site."""
    return HttpResponse(render_checklist(draft_from_form(request.POST), request.POST.get("collection")))


def render_checklist(draft: EntryDraft, collection_id: Any) -> SafeString:
    collection_number = str(collection_id or "")
    nodes = (
        Node.objects.filter(collection=int(collection_number))
        if collection_number.isdecimal()
        else Node.objects.none()
    )
    points = checklist(draft, node_keys=set(nodes.values_list("key", flat=True)))
    context: Mapping[str, Any] = {"answer": render(draft.answer), "points": points}
    return render_to_string("admin/quickstart/_entry_checklist.html", dict(context))


def draft_from_form(typed: QueryDict) -> EntryDraft:
    level = typed.get("level", "")
    lists = {name: _lines(typed.get(name, "")) for name in LISTS}
    return EntryDraft(
        question=typed.get("question", ""),
        answer=typed.get("answer", ""),
        variants=_variants(typed),
        level=int(level) if level.isdecimal() else None,
        verify_command=typed.get("verify_command", ""),
        **lists,
    )


def draft_from_entry(entry: Entry) -> EntryDraft:
    return EntryDraft(
        question=entry.question,
        answer=entry.answer,
        variants=[variant.text for variant in entry.variants.all()] if entry.pk else [],
        level=entry.level,
        verify_command=entry.verify_command,
        **{name: getattr(entry, name) or [] for name in LISTS},
    )


def _variants(typed: QueryDict) -> list[str]:
    named = [name for name in typed if _VARIANT.fullmatch(name)]
    return [typed.get(name, "") for name in named if not typed.get(f"{name.removesuffix('text')}DELETE")]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
