"""A model's wording of the answer, if a model is configured: from these entries only, each paragraph cited."""

import structlog
from django.contrib.auth.models import User
from pydantic import BaseModel, Field

from core.llm import Draft, LLMError, Stopped, get_chat_model
from quickstart.kinds import AskOutcome
from quickstart.rendering.answer_content import PhrasedText, QuickstartAnswer
from quickstart.rendering.grounded_phrasing import build_messages, check_phrasing

log = structlog.get_logger(__name__)

PURPOSE = "quickstart answer"
MAX_TOKENS = 1_500


class PhrasedOutput(BaseModel):
    text: str = Field(max_length=20_000)


def may_be_phrased(answer: QuickstartAnswer, *, account: User) -> bool:
    """Whether there is something to word, and a model that may do it."""
    if answer.entry is None or answer.outcome != AskOutcome.ANSWERED:
        return False
    try:
        return get_chat_model(account=account.pk) is not None
    except LLMError as error:
        log.warning("answer_not_phrased", reason=str(error))
        return False


def phrase_answer(
    answer: QuickstartAnswer, *, account: User, draft: Draft | None = None
) -> PhrasedText | None:
    """The wording with the ids that it cites. None: no model, it did not answer, or its text failed the check.

    The curated answer is shown in any case, so a model's error costs only its wording.
    """
    if answer.entry is None:
        return None
    try:
        model = get_chat_model(account=account.pk)
        if model is None:
            return None
        completion = model.parse(
            build_messages(answer),
            PhrasedOutput,
            purpose=PURPOSE,
            max_completion_tokens=MAX_TOKENS,
            draft=draft,
        )
    except Stopped:
        raise
    except LLMError as error:
        log.warning("answer_not_phrased", reason=str(error))
        return None
    checked = check_phrasing(completion.value.text, answer)
    if checked.text is None:
        log.warning("phrasing_dropped", reasons=list(checked.reasons))
        return None
    tokens = completion.prompt_tokens + completion.completion_tokens
    return PhrasedText(checked.text, checked.cited, completion.model, tokens)
