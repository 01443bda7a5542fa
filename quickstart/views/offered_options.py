"""What was offered to a question: its address, and which of it the asker opened or picked."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from core.pages.request_account import account_of
from quickstart.exceptions import QuestionNotFound
from quickstart.kinds import Intent, OwnerKind
from quickstart.models import AskerChoice, Collection, Question
from quickstart.services.choose_option import note_opened
from quickstart.views.collection_access import conversation_in

PickedId = tuple[str, str]
"""The kind of what was picked, and its id."""


def question_number(text: str) -> int:
    """Raises QuestionNotFound for what is no number of a question."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise QuestionNotFound("There is no such question.")
    return int(text)


def question_address(question: Question, *, intent: str = "") -> str:
    """Of the page on which it was asked, in its conversation; with the asker's intent, if that is one."""
    query = {"collection": question.collection.name, "q": question.text}
    if conversation := conversation_in(question.session):
        query["conversation"] = conversation
    if intent in list(Intent):
        query["intent"] = intent
    return f"{reverse('quickstart:ask')}?{urlencode(query)}"


def picked_of(request: HttpRequest, question_id: int | None) -> PickedId | None:
    """What the asker says that it was; None without a word."""
    if question_id is None:
        return None
    asked = Question.objects.filter(account=account_of(request), pk=question_id, choice=AskerChoice.PICKED)
    question = asked.select_related("entry", "skill").first()
    return _chosen_in(question) if question else None


def opened_from(
    request: HttpRequest, collection: Collection, kind: OwnerKind, option_id: str
) -> dict[str, Any]:
    """For the page of a collection's entry or skill that was opened from what was offered to a question (`?asked=`)."""
    number = request.GET.get("asked", "")
    if not number:
        return {}
    try:
        question = note_opened(
            account=account_of(request),
            collection=collection,
            question_id=question_number(number),
            kind=kind,
            option_id=option_id,
        )
    except QuestionNotFound:
        return {}
    if question is None:
        return {}
    is_picked = question.choice == AskerChoice.PICKED and _chosen_in(question) == (kind, option_id)
    address = question_address(question)
    return {"asked": question, "asked_address": address, "is_picked": is_picked, "kind_of_page": kind}


def _chosen_in(question: Question) -> PickedId | None:
    if question.entry:
        return "entry", question.entry.entry_id
    return ("skill", question.skill.skill_id) if question.skill else None
