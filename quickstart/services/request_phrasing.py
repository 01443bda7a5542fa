"""A model's wording of an answer, in the background: the curated answer is there at once."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User

from answering.answer_kinds import AnswerKind
from answering.models import WrittenAnswer
from answering.services.request_answer import request_answer
from core.llm import Draft
from quickstart.rendering.answer_content import PhrasedText, QuickstartAnswer, from_json, to_json
from quickstart.services.phrase_answer import may_be_phrased, phrase_answer

PHRASING = AnswerKind("quickstart.phrasing", errors=())


def request_phrasing(answer: QuickstartAnswer, *, account: User, requester: str) -> WrittenAnswer | None:
    """Have an answer worded that its asker has already. None: nothing is to be worded, or no model does it.

    Raises TooManyAnswers.
    """
    if not may_be_phrased(answer, account=account):
        return None
    return request_answer(account=account, kind=PHRASING, requester=requester, request=to_json(answer))


@PHRASING.writes
def write_phrasing(answer: WrittenAnswer, draft: Draft) -> QuickstartAnswer:
    curated = from_json(answer.request)
    return replace(curated, phrased=phrase_answer(curated, account=answer.account, draft=draft))


@PHRASING.saves
def save_phrasing(answer: WrittenAnswer, worded: QuickstartAnswer) -> Any:
    return to_json(worded)


def worded_answer_of(answer: WrittenAnswer) -> QuickstartAnswer:
    """The answer with its wording, as `phrased`; None there: the wording was dropped."""
    return from_json(answer.result)


def wording_of(answer: WrittenAnswer) -> PhrasedText | None:
    return worded_answer_of(answer).phrased
