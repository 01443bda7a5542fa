"""A model's wording of an answer, in the background: the curated answer is there at once."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from pydantic import TypeAdapter

from answering.answer_kinds import AnswerKind
from answering.models import WrittenAnswer
from answering.services.request_answer import request_answer
from core.llm import Draft
from quickstart.rendering.answer_content import PhrasedText, QuickstartAnswer
from quickstart.services.phrase_answer import may_be_phrased, phrase_answer

PHRASING = AnswerKind("quickstart.phrasing", errors=())
_STORED: TypeAdapter[QuickstartAnswer] = TypeAdapter(QuickstartAnswer)


def request_phrasing(answer: QuickstartAnswer, *, account: User, requester: str) -> WrittenAnswer | None:
    """Have an answer worded that its asker has already. None: nothing is to be worded, or no model does it.

    Raises TooManyAnswers.
    """
    if not may_be_phrased(answer, account=account):
        return None
    request = _STORED.dump_python(answer, mode="json")
    return request_answer(account=account, kind=PHRASING, requester=requester, request=request)


@PHRASING.writes
def write_phrasing(answer: WrittenAnswer, draft: Draft) -> QuickstartAnswer:
    curated = _STORED.validate_python(answer.request)
    return replace(curated, phrased=phrase_answer(curated, account=answer.account, draft=draft))


@PHRASING.saves
def save_phrasing(answer: WrittenAnswer, worded: QuickstartAnswer) -> Any:
    return _STORED.dump_python(worded, mode="json")


def worded_answer_of(answer: WrittenAnswer) -> QuickstartAnswer:
    """The answer with its wording, as `phrased`; None there: the wording was dropped."""
    return _STORED.validate_python(answer.result)


def wording_of(answer: WrittenAnswer) -> PhrasedText | None:
    return worded_answer_of(answer).phrased
