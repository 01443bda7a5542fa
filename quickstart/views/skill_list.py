"""The list of a collection's skills, beside its tree."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.pages.fragments import render_page
from core.pages.json_twins import rows_response, wants_rows
from core.text.storable_text import storable_line
from quickstart.models import Collection, Review
from quickstart.queries.browse_collection import Branch
from quickstart.queries.content_json import serialize_skill_line
from quickstart.queries.list_skills import count_by_state, paginate_by_place, skills_in_state
from quickstart.queries.skill_tree import path_labels, skill_tree_of
from quickstart.tree_paths import key_of
from quickstart.views.collection_access import (
    collection_of,
    is_curator,
    may_curate,
    selectable_collections,
    upload_target,
)
from quickstart.views.content_pages import content_curl

MAX_WORDS = 200


@require_safe
def skill_list(request: HttpRequest) -> HttpResponse:
    """The tree and the skills: `?at=` those at a node or below it, `?outside` those at none, `?q=` a search;
    `?review=` for their curator those in another state, at whatever place.
    """
    collection = collection_of(request)
    context: dict[str, Any] = {
        "collections": selectable_collections(request),
        "collection": collection,
        "upload_to": upload_target(request, collection),
        "words": storable_line(request.GET.get("q", ""))[:MAX_WORDS],
    }
    if collection:
        context |= _list_context(request, collection, context["words"])
    if wants_rows(request):
        page = context.get("page")
        rows = [serialize_skill_line(skill) for skill in (page.rows if page else ())]
        return rows_response(request, rows, file_name="skills", older=page.older if page else "")
    regions = {"skills": "quickstart/_skills.html"}
    return render_page(request, "quickstart/skills.html", context, regions=regions)


def _list_context(request: HttpRequest, collection: Collection, words: str) -> dict[str, Any]:
    may_change = may_curate(request, collection, "change_skill")
    counts = count_by_state(collection)
    review = _review_state(request.GET.get("review", ""), counts if may_change else {})
    skill_tree = skill_tree_of(collection)
    chosen = skill_tree.by_key.get(request.GET.get("at", ""))
    outside = chosen is None and "outside" in request.GET
    if review != Review.PUBLISHED:
        # The tree counts what is published.
        chosen, outside = None, False
    rows = skills_in_state(collection, review, words)
    if chosen or outside:
        rows = rows.filter(pk__in=chosen.skills if chosen else skill_tree.outside)
    older, newer = request.GET.get("older", ""), request.GET.get("newer", "")
    place_path = " › ".join(chosen.node.path) if chosen else ""
    page = paginate_by_place(rows, collection, older=older, newer=newer)
    # REST has the published ones, and its pages have another order.
    is_of_rest = review == Review.PUBLISHED and not (page.older or page.newer)
    return {
        "page": page,
        "count": rows.count(),
        "total": counts.get(review, 0),
        "review": review,
        "reviews": [(state, Review(state).label, count) for state, count in counts.items()]
        if may_change
        else [],
        "may_choose": may_change,
        "may_delete": is_curator(request, "delete_skill"),
        "skill_tree": skill_tree,
        "place": chosen.node.key if chosen else "",
        "place_labels": path_labels(chosen) if chosen else "",
        "open_keys": _open_keys(chosen),
        "is_outside": outside,
        "curl": content_curl(request, "skills", collection, q=words, path=place_path) if is_of_rest else "",
    }


def _review_state(text: str, counts: dict[str, int]) -> str:
    """The one that the address names and the reader may see; else the published ones, or what there is."""
    if text in Review.values and counts:
        return text
    return Review.PUBLISHED if Review.PUBLISHED in counts or not counts else next(iter(counts))


def _open_keys(chosen: Branch | None) -> list[str]:
    """Of the nodes that are open: the path to the chosen one."""
    path = chosen.node.path if chosen else []
    return [key_of(path[:depth]) for depth in range(1, len(path) + 1)]
