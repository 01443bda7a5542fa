"""What is done with the skills that are ticked in the list: review, export, delete, and the way back."""

from functools import partial

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST

from audit.services import record
from core.pages.chosen_rows import ChosenAction, Noun, act_on_chosen, confirm_deletion, filter_chosen
from core.pages.json_lines_file import json_lines_file
from core.pages.key_pages import NUMBER
from core.pages.request_account import account_of
from core.pages.undo_deletion import pack_deleted, store_deletion
from quickstart.models import Review, Skill
from quickstart.queries.list_skills import editable_skills
from quickstart.queries.specification_files import skills_index
from quickstart.services.review_skills import delete_skills, set_skill_reviews
from quickstart.views.collection_access import is_curator
from quickstart.views.review_undo import DONE, read_states, report_review

Skills = QuerySet[Skill]
SKILLS = Noun("skill", "skills")
URL = "quickstart:skills-chosen"


@require_POST
def chosen(request: HttpRequest) -> HttpResponseBase:
    """`action` on the skills named by `chosen`. What the account may not change is left out of every count."""
    permission = "delete_skill" if request.POST.get("action") in _DELETIONS else "change_skill"
    own = editable_skills(account_of(request)) if is_curator(request, permission) else Skill.objects.none()
    return act_on_chosen(request, filter_chosen(request, own, NUMBER), _ACTIONS, fallback="quickstart:skills")


def _review(request: HttpRequest, skills: Skills, *, review: Review) -> None:
    """Those that are in another state; the others stay as they are."""
    states = dict.fromkeys(skills.values_list("pk", flat=True), review)
    before = set_skill_reviews(skills=skills, states=states, reason=DONE[review])
    report_review(request, URL, f"{SKILLS.phrase(len(before))} {DONE[review]}.", before)


def _restore(request: HttpRequest, skills: Skills) -> None:
    """Each into the state that the form says."""
    before = set_skill_reviews(skills=skills, states=read_states(request), reason="put back")
    report_review(request, URL, f"{SKILLS.phrase(len(before))} as before.", before)


def _export(request: HttpRequest, skills: Skills) -> HttpResponseBase:
    """In the lines of the specification's index of skills."""
    record("export", "skills", account=account_of(request).pk, count=skills.count())
    return json_lines_file([skills_index(skills)], "skills_index.jsonl")


def _ask_delete(request: HttpRequest, skills: Skills) -> HttpResponse:
    keys = [str(skill.pk) for skill in skills]
    names = {"url_name": URL, "fallback": "quickstart:skills"}
    return confirm_deletion(request, keys, SKILLS, words="quickstart/_delete_skills.html", **names)


def _delete(request: HttpRequest, skills: Skills) -> None:
    with transaction.atomic():
        packed = pack_deleted(list(skills))
        number = SKILLS.phrase(delete_skills(skills=skills))
        undo = store_deletion(account_of(request), number, packed)
    messages.success(request, f"{number} deleted.", extra_tags=undo)


_DELETIONS = ("ask-delete", "delete")
_ACTIONS: dict[str, ChosenAction[Skills]] = {
    "publish": partial(_review, review=Review.PUBLISHED),
    "draft": partial(_review, review=Review.DRAFT),
    "retire": partial(_review, review=Review.RETIRED),
    "restore": _restore,
    "export": _export,
    "ask-delete": _ask_delete,
    "delete": _delete,
}
