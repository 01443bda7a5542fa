"""A model's wording of what was found, if a model is configured: from these entries only, each paragraph cited."""

import structlog
from django.contrib.auth.models import User
from pydantic import BaseModel, Field

from llm import LLMError, get_chat_model
from quickstart.answers.model import Answer, Phrased
from quickstart.answers.phrasing import check, messages_for

log = structlog.get_logger(__name__)

PURPOSE = "quickstart answer"
MOST_TOKENS = 1_500


class Wording(BaseModel):
    text: str = Field(max_length=20_000)


def phrased(answer: Answer, *, account: User) -> Phrased | None:
    """The wording with the ids that it cites. None: no model, it did not answer, or it said what is not there.

    The curated answer stands beside it in any case, so that a model's error costs its wording and nothing else.
    """
    if answer.entry is None:
        return None
    try:
        model = get_chat_model(account=account.pk)
        if model is None:
            return None
        given = model.parse(messages_for(answer), Wording, purpose=PURPOSE, max_completion_tokens=MOST_TOKENS)
    except LLMError as error:
        log.warning("answer_not_phrased", reason=str(error))
        return None
    checked = check(given.value.text, answer)
    if checked.text is None:
        log.warning("phrasing_dropped", reasons=list(checked.reasons))
        return None
    tokens = given.prompt_tokens + given.completion_tokens
    return Phrased(checked.text, checked.cited, given.model, tokens)
