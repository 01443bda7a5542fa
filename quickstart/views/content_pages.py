"""Pages of a collection's contents: an entry, the skills, a skill."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import NoReverseMatch
from django.views.decorators.http import require_safe

from core.llm import count_tokens
from core.pages.fragments import render_page
from core.pages.json_twins import CurlTwin, rows_response, wants_json, wants_rows
from quickstart.exceptions import EntryNotFound, SkillNotFound
from quickstart.models import Collection, Entry, Skill
from quickstart.queries.browse_collection import entries_of, find_entry, find_skill, skills_of, with_words
from quickstart.queries.content_json import serialize_entry, serialize_skill, serialize_skill_line
from quickstart.queries.outdated_entries import entries_naming, outdated_entries
from quickstart.queries.skill_tree import path_labels, skill_tree_of
from quickstart.services.answer_parts import entry_refs, related_skills
from quickstart.services.manual_sections import link_documents, named_documents
from quickstart.tree_paths import key_of
from quickstart.views.collection_access import (
    collection_of,
    may_curate,
    require_collection,
    selectable_collections,
)

MAX_SKILLS = 200
MAX_WORDS = 200


@require_safe
def entry_page(request: HttpRequest, entry_id: str) -> HttpResponse:
    """An entry with its related links."""
    collection = require_collection(request)
    try:
        entry = find_entry(collection, entry_id.replace("\x00", ""))
    except EntryNotFound as error:
        raise Http404(error.message) from error
    if wants_json(request):
        return JsonResponse(serialize_entry(entry), json_dumps_params={"ensure_ascii": False})
    context = {
        "curl": _curl(request, "entry", collection, entry.entry_id),
        "collection": collection,
        "entry": entry,
        "variants": [variant.text for variant in entry.variants.all()],
        "prerequisites": entry_refs(collection, entry.prerequisites),
        "go_deeper": entry_refs(collection, entry.go_deeper),
        "skills": related_skills(collection, entry.related_skills),
        "documents": named_documents(collection, entry.related_docs),
        "tokens": count_tokens(entry.answer),
        "may_curate": may_curate(request, collection, "change_entry"),
    }
    return render(request, "quickstart/entry.html", context)


@require_safe
def skill_list(request: HttpRequest) -> HttpResponse:
    """The tree and the skills: `?at=` those at a node or below it, `?outside` those at none, `?q=` a search."""
    collection = collection_of(request)
    context: dict[str, Any] = {
        "collections": selectable_collections(request),
        "collection": collection,
        "words": " ".join(request.GET.get("q", "").replace("\x00", " ").split())[:MAX_WORDS],
    }
    if collection:
        context |= _list_context(request, collection, context["words"])
        context["curl"] = _curl(request, "skills", collection, q=context["words"], path=context["place_path"])
    if wants_rows(request):
        rows = [serialize_skill_line(skill) for skill in context.get("skills", ())]
        return rows_response(request, rows, file_name="skills")
    regions = {"skills": "quickstart/_skills.html"}
    return render_page(request, "quickstart/skills.html", context, regions=regions)


def _list_context(request: HttpRequest, collection: Collection, words: str) -> dict[str, Any]:
    skill_tree = skill_tree_of(collection)
    chosen = skill_tree.by_key.get(request.GET.get("at", ""))
    outside = chosen is None and "outside" in request.GET
    rows = skills_of(collection)
    total = rows.count()
    if words:
        rows = with_words(rows, words, collection)
    if chosen or outside:
        rows = rows.filter(pk__in=chosen.skills if chosen else skill_tree.outside)
    skills = list(rows.order_by("tree_key", "title", "pk")[: MAX_SKILLS + 1])
    return {
        "skills": skills[:MAX_SKILLS],
        "has_more": len(skills) > MAX_SKILLS,
        "max_skills": MAX_SKILLS,
        "total": total,
        "skill_tree": skill_tree,
        "place": chosen.node.key if chosen else "",
        "place_labels": path_labels(chosen) if chosen else "",
        "place_path": " › ".join(chosen.node.path) if chosen else "",
        # Open nodes: the path to the chosen node.
        "open_keys": [key_of(chosen.node.path[:depth]) for depth in range(1, len(chosen.node.path) + 1)]
        if chosen
        else [],
        "is_outside": outside,
    }


@require_safe
def skill_page(request: HttpRequest, skill_id: str) -> HttpResponse:
    """A skill's text, and the entries that use it."""
    collection = require_collection(request)
    skill = _skill(collection, skill_id)
    if wants_json(request):
        return JsonResponse(serialize_skill(skill), json_dumps_params={"ensure_ascii": False})
    used_by = _used_by(collection, skill)
    to_review = outdated_entries([skill])[skill.pk]
    context = {
        "curl": _curl(request, "skill", collection, skill.skill_id),
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
    return render(request, "quickstart/skill.html", context)


def _curl(request: HttpRequest, name: str, collection: Collection, *args: object, **query: object) -> str:
    """Empty for an id that no address of REST can hold: of several lines."""
    twin = CurlTwin(f"quickstart-api:{name}", args, {"collection": collection.name, **query})
    try:
        return twin.command(request)
    except NoReverseMatch:
        return ""


@require_safe
def skill_file(request: HttpRequest, skill_id: str) -> HttpResponse:
    """The imported text as a file, to be read in place (`?inline=1`) or downloaded."""
    skill = _skill(require_collection(request), skill_id)
    response = HttpResponse(skill.body, content_type="text/plain; charset=utf-8")
    if request.GET.get("inline") != "1":
        response["Content-Disposition"] = f'attachment; filename="{_file_name(skill)}"'
    return response


def _skill(collection: Collection, skill_id: str) -> Skill:
    try:
        return find_skill(collection, skill_id.replace("\x00", ""))
    except SkillNotFound as error:
        raise Http404(error.message) from error


def _used_by(collection: Collection, skill: Skill) -> list[Entry]:
    rows = entries_of(collection).filter(pk__in=entries_naming([skill])[skill.pk])
    return list(rows.defer("answer").order_by("level", "position"))


def _file_name(skill: Skill) -> str:
    """Letters, digits and a few signs: nothing that could end the header's value."""
    base = "".join(sign for sign in skill.skill_id if sign.isascii() and (sign.isalnum() or sign in "._-"))
    return f"{base or 'skill'}.md"
