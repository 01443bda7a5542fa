"""A kind of answers of the tests' own: what it writes is scripted."""

import itertools
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User

from answering.answer_kinds import AnswerKind
from answering.models import WrittenAnswer
from answering.services.request_answer import request_answer
from core.llm import Draft
from core.rest.exceptions import ProductError


class SampleError(ProductError):
    code = "sample_error"


SAMPLE = AnswerKind("tests.sample", errors=(SampleError,))
# What the next answers do, by what their request names.
scripts: dict[str, Callable[[WrittenAnswer, Draft], Any]] = {}
saved: list[Any] = []
_numbers = itertools.count()


@SAMPLE.writes
def write_sample(answer: WrittenAnswer, draft: Draft) -> Any:
    return scripts[answer.request["script"]](answer, draft)


@SAMPLE.saves
def save_sample(answer: WrittenAnswer, written: Any) -> Any:
    saved.append(written)
    return {"text": written}


def new_account() -> User:
    return User.objects.create(username=f"answers{next(_numbers)}")


def request_sample(
    script: Callable[[WrittenAnswer, Draft], Any] = lambda answer, draft: "text",
    *,
    account: User | None = None,
    requester: str = "person",
) -> WrittenAnswer:
    name = f"script{next(_numbers)}"
    scripts[name] = script
    return request_answer(
        account=account or new_account(), kind=SAMPLE, requester=requester, request={"script": name}
    )
