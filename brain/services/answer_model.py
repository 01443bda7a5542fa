"""The model that answers, its prompt, and its errors as the brain's."""

import secrets

from django.contrib.auth.models import User

from brain.exceptions import ModelUnavailable
from brain.prompting import STANDARD_SYSTEM, build_messages
from brain.services.collect_context import Context
from core.llm import ChatModel, LLMError, Message, count_tokens, get_chat_model


def chat_model(account: User) -> ChatModel | None:
    """The configured model, charged to the account; None without one.

    Raises ModelUnavailable for invalid settings.
    """
    try:
        return get_chat_model(account=account.pk)
    except LLMError as error:
        raise as_model_unavailable(error) from error


def as_model_unavailable(error: LLMError) -> ModelUnavailable:
    """The brain's error for a model's."""
    later = "Ask again later." if error.retryable else "Ask the site's administrator to fix this."
    extra = {} if error.retry_after is None else {"retry_after": round(error.retry_after)}
    return ModelUnavailable(
        f"The model did not answer: {error} Nothing was saved, and no answer was made up. {later}", **extra
    )


def build_prompt(context: Context, *, system: str = STANDARD_SYSTEM) -> list[Message]:
    """The prompt of a question, with a fresh nonce."""
    return build_messages(
        context.query,
        sources=context.sources,
        history=context.history,
        nonce=secrets.token_hex(8),
        system=system,
        count_tokens=count_tokens,
    )
