"""The pages of what a collection holds: an entry, the skills, a skill."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from llm import count_tokens
from quickstart.exceptions import EntryNotFound, SkillNotFound
from quickstart.models import Collection, Entry, Skill
from quickstart.paths import key_of
from quickstart.queries.browsing import (
    entries_of,
    find_entry,
    find_skill,
    skills_of,
    with_words,
)
from quickstart.queries.freshness import naming, outdated
from quickstart.queries.shelves import labels_to, shelves_of
from quickstart.services.telling import refs, related_skills
from quickstart.views.people import collection_of, may_curate, needed_collection, shown_collections

MOST_SKILLS = 200
MAX_WORDS = 200


@require_safe
def entry_page(request: HttpRequest, entry_id: str) -> HttpResponse:
    """An entry with its links onward."""
    collection = needed_collection(request)
    try:
        entry = find_entry(collection, entry_id.replace("\x00", ""))
    except EntryNotFound as error:
        raise Http404(error.message) from error
    context = {
        "collection": collection,
        "entry": entry,
        "variants": [variant.text for variant in entry.variants.all()],
        "prerequisites": refs(collection, entry.prerequisites),
        "go_deeper": refs(collection, entry.go_deeper),
        "skills": related_skills(collection, entry.related_skills),
        "tokens": count_tokens(entry.answer),
        "may_curate": may_curate(request, collection, "change_entry"),
    }
    return render(request, "quickstart/entry.html", context)


@require_safe
def skill_list(request: HttpRequest) -> HttpResponse:
    """The tree and the skills: `?at=` those at a node or below it, `?outside` those at none, `?q=` those with words."""
    collection = collection_of(request)
    is_fragment = request.headers.get("HX-Target") == "skills"
    context: dict[str, Any] = {
        "collections": shown_collections(request),
        "collection": collection,
        "is_fragment": is_fragment,
        "words": " ".join(request.GET.get("q", "").replace("\x00", " ").split())[:MAX_WORDS],
    }
    if collection:
        context |= _listed(request, collection, context["words"])
    template = "quickstart/_skills.html" if is_fragment else "quickstart/skills.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _listed(request: HttpRequest, collection: Collection, words: str) -> dict[str, Any]:
    shelves = shelves_of(collection)
    chosen = shelves.by_key.get(request.GET.get("at", ""))
    outside = chosen is None and "outside" in request.GET
    rows = skills_of(collection)
    total = rows.count()
    if words:
        rows = with_words(rows, words)
    if chosen or outside:
        rows = rows.filter(pk__in=chosen.skills if chosen else shelves.outside)
    skills = list(rows.order_by("tree_key", "title", "pk")[: MOST_SKILLS + 1])
    return {
        "skills": skills[:MOST_SKILLS],
        "has_more": len(skills) > MOST_SKILLS,
        "most": MOST_SKILLS,
        "total": total,
        "shelves": shelves,
        "place": chosen.node.key if chosen else "",
        "place_labels": labels_to(chosen) if chosen else "",
        # What is open: the way to the chosen node.
        "way": [key_of(chosen.node.path[:depth]) for depth in range(1, len(chosen.node.path) + 1)]
        if chosen
        else [],
        "is_outside": outside,
    }


@require_safe
def skill_page(request: HttpRequest, skill_id: str) -> HttpResponse:
    """A skill's text, and which entries use it."""
    collection = needed_collection(request)
    skill = _skill(collection, skill_id)
    used_by = _used_by(collection, skill)
    to_review = outdated([skill])[skill.pk]
    context = {
        "collection": collection,
        "skill": skill,
        "triggers": list(skill.triggers.all()),
        "children": list(skills_of(collection).filter(parent=skill)),
        "used_by": used_by,
        "stale": [entry for entry in used_by if entry.pk in to_review],
        "tokens": count_tokens(skill.body),
        "may_curate": may_curate(request, collection, "change_skill"),
    }
    return render(request, "quickstart/skill.html", context)


@require_safe
def skill_file(request: HttpRequest, skill_id: str) -> HttpResponse:
    """The text as a file: as it was imported, to be read in place (`?inline=1`) or kept."""
    skill = _skill(needed_collection(request), skill_id)
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
    rows = entries_of(collection).filter(pk__in=naming([skill])[skill.pk])
    return list(rows.defer("answer").order_by("level", "position"))


def _file_name(skill: Skill) -> str:
    """Letters, digits and a few signs: nothing that could end the header's value."""
    base = "".join(sign for sign in skill.skill_id if sign.isascii() and (sign.isalnum() or sign in "._-"))
    return f"{base or 'skill'}.md"
