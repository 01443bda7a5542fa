"""The pages of what a collection holds: an entry, the skills, a skill."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from llm import count_tokens
from pages.people import account_of
from quickstart.exceptions import EntryNotFound, SkillNotFound
from quickstart.models import Collection, Entry, Review, Skill
from quickstart.queries.browsing import (
    entries_of,
    find_entry,
    find_skill,
    skills_of,
    tree_of,
    under_key,
    with_words,
)
from quickstart.queries.collections import collections_for
from quickstart.services.telling import refs, related_skills
from quickstart.views.people import collection_of, needed_collection

MOST_SKILLS = 200
MAX_WORDS = 200
MAX_KEY = 1_000


@require_safe
def entry_page(request: HttpRequest, entry_id: str) -> HttpResponse:
    """An entry with its links onward."""
    collection = needed_collection(request)
    try:
        entry = find_entry(collection, entry_id)
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
    }
    return render(request, "quickstart/entry.html", context)


@require_safe
def skill_list(request: HttpRequest) -> HttpResponse:
    """The tree on the left, the skills of the chosen place on the right; `?q=` looks for words and phrases."""
    collection = collection_of(request)
    words, place = request.GET.get("q", "").strip()[:MAX_WORDS], request.GET.get("at", "")[:MAX_KEY]
    context: dict[str, Any] = {
        "collections": list(collections_for(account_of(request))),
        "collection": collection,
        "words": words,
        "place": place,
    }
    if collection:
        context |= _listed(collection, words, place)
    is_fragment = request.headers.get("HX-Target") == "skills"
    template = "quickstart/_skills.html" if is_fragment else "quickstart/skills.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _listed(collection: Collection, words: str, place: str) -> dict[str, Any]:
    rows = skills_of(collection)
    total = rows.count()
    if words:
        rows = with_words(rows, words)
    if place:
        rows = under_key(rows, place)
    skills = list(rows.order_by("tree_key", "title")[: MOST_SKILLS + 1])
    return {
        "skills": skills[:MOST_SKILLS],
        "has_more": len(skills) > MOST_SKILLS,
        "most": MOST_SKILLS,
        "total": total,
        "tree": tree_of(collection),
    }


@require_safe
def skill_page(request: HttpRequest, skill_id: str) -> HttpResponse:
    """A skill's text, and which entries use it."""
    collection = needed_collection(request)
    skill = _skill(collection, skill_id)
    used_by = _used_by(collection, skill)
    stale = [entry for entry in used_by if entry.reviewed and entry.reviewed < skill.body_changed]
    context = {
        "collection": collection,
        "skill": skill,
        "triggers": list(skill.triggers.all()),
        "children": list(skills_of(collection).filter(parent=skill)),
        "used_by": used_by,
        "stale": stale,
        "tokens": count_tokens(skill.body),
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
        return find_skill(collection, skill_id)
    except SkillNotFound as error:
        raise Http404(error.message) from error


def _used_by(collection: Collection, skill: Skill) -> list[Entry]:
    """Entries that name it by its id or its file, however they spell the folder."""
    names = [skill.skill_id, f"{skill.skill_id}.md", skill.file, f"skills/{skill.skill_id}.md"]
    rows = entries_of(collection).filter(related_skills__overlap=names, review=Review.PUBLISHED)
    return list(rows.defer("answer").order_by("level", "position"))


def _file_name(skill: Skill) -> str:
    """Letters, digits and a few signs: nothing that could end the header's value."""
    base = "".join(sign for sign in skill.skill_id if sign.isascii() and (sign.isalnum() or sign in "._-"))
    return f"{base or 'skill'}.md"
