"""Pages of a collection's contents: an entry, a skill and its file."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import NoReverseMatch
from django.views.decorators.http import require_safe

from core.llm import count_tokens
from core.pages.json_twins import CurlTwin, wants_json
from quickstart.exceptions import EntryNotFound, SkillNotFound
from quickstart.models import Collection, Entry, Skill
from quickstart.queries.browse_collection import entries_of, find_entry, find_skill, skills_of
from quickstart.queries.content_json import serialize_entry, serialize_skill
from quickstart.queries.outdated_entries import entries_naming, outdated_entries
from quickstart.rendering.page_steps import names_page
from quickstart.services.answer_parts import command_notes_of, entry_refs, related_skills
from quickstart.services.manual_sections import link_documents, named_documents
from quickstart.views.collection_access import may_curate, require_collection
from quickstart.views.offered_options import opened_from

MAX_WORDS = 200


@require_safe
def entry_page(request: HttpRequest, entry_id: str) -> HttpResponse:
    """An entry with its related links. One that is not published has a page for its curator alone."""
    collection = require_collection(request)
    is_curated = may_curate(request, collection, "change_entry")
    try:
        entry = find_entry(collection, entry_id.replace("\x00", ""), also_unpublished=is_curated)
    except EntryNotFound as error:
        raise Http404(error.message) from error
    if wants_json(request):
        return JsonResponse(serialize_entry(entry), json_dumps_params={"ensure_ascii": False})
    context = {
        # REST has what is published alone.
        "curl": content_curl(request, "entry", collection, entry.entry_id) if entry.is_published else "",
        "collection": collection,
        "entry": entry,
        "variants": [variant.text for variant in entry.variants.all()],
        "prerequisites": entry_refs(collection, entry.prerequisites),
        "go_deeper": entry_refs(collection, entry.go_deeper),
        "skills": related_skills(collection, entry.related_skills),
        "documents": named_documents(collection, entry.related_docs),
        "command_notes": command_notes_of(entry, collection),
        "tokens": count_tokens(entry.answer),
        "kind": Entry.TreeLevel(entry.level).words,
        "by_page": names_page(entry.answer),
        "may_curate": is_curated,
    }
    context |= opened_from(request, collection, "entry", entry.entry_id)
    return render(request, "quickstart/entry.html", context)


@require_safe
def skill_page(request: HttpRequest, skill_id: str) -> HttpResponse:
    """A skill's text, and the entries that use it. One that is not published has a page for its curator alone."""
    collection = require_collection(request)
    skill = _skill(request, collection, skill_id)
    if wants_json(request):
        return JsonResponse(serialize_skill(skill), json_dumps_params={"ensure_ascii": False})
    used_by = _used_by(collection, skill)
    to_review = outdated_entries([skill])[skill.pk]
    context = {
        "curl": content_curl(request, "skill", collection, skill.skill_id) if skill.is_published else "",
        "collection": collection,
        "skill": skill,
        "body": link_documents(collection, skill.body),
        "triggers": list(skill.triggers.all()),
        "children": list(skills_of(collection).filter(parent=skill)),
        "used_by": used_by,
        "stale": [entry for entry in used_by if entry.pk in to_review],
        "tokens": count_tokens(skill.body),
        "may_curate": may_curate(request, collection, "change_skill"),
    }
    context |= opened_from(request, collection, "skill", skill.skill_id)
    return render(request, "quickstart/skill.html", context)


def content_curl(
    request: HttpRequest, name: str, collection: Collection, *args: object, **query: object
) -> str:
    """The command that asks REST for it. Empty for an id that no address of REST can hold: of several lines."""
    twin = CurlTwin(f"quickstart-api:{name}", args, {"collection": collection.name, **query})
    try:
        return twin.command(request)
    except NoReverseMatch:
        return ""


@require_safe
def skill_file(request: HttpRequest, skill_id: str) -> HttpResponse:
    """The imported text as a file, to be read in place (`?inline=1`) or downloaded."""
    skill = _skill(request, require_collection(request), skill_id)
    response = HttpResponse(skill.body, content_type="text/plain; charset=utf-8")
    if request.GET.get("inline") != "1":
        response["Content-Disposition"] = f'attachment; filename="{_file_name(skill)}"'
    return response


def _skill(request: HttpRequest, collection: Collection, skill_id: str) -> Skill:
    is_curated = may_curate(request, collection, "change_skill")
    try:
        return find_skill(collection, skill_id.replace("\x00", ""), also_unpublished=is_curated)
    except SkillNotFound as error:
        raise Http404(error.message) from error


def _used_by(collection: Collection, skill: Skill) -> list[Entry]:
    rows = entries_of(collection).filter(pk__in=entries_naming([skill])[skill.pk])
    return list(rows.defer("answer").order_by("level", "position"))


def _file_name(skill: Skill) -> str:
    """Letters, digits and a few signs: nothing that could end the header's value."""
    base = "".join(sign for sign in skill.skill_id if sign.isascii() and (sign.isalnum() or sign in "._-"))
    return f"{base or 'skill'}.md"
