"""Decodes the body of a chat completion into a value, or the reason why there is none.

Not left to the SDK, which loses the usage wherever it fails, and fails in five different ways.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from core.llm.chat.answer_shapes import Shape, ShapeMismatch
from core.llm.chat.chat_model import Result
from core.llm.model_errors import CouldNotAsk, ErrorKind, NoUsableAnswer, TokenUsage
from core.llm.translate_errors import not_the_api


@dataclass(frozen=True, slots=True)
class Decoded(Generic[Result]):
    value: Result
    model: str
    usage: TokenUsage


def decode(
    body: object, shape: Shape[Result], *, model: str, count: Callable[[str], TokenUsage]
) -> Decoded[Result]:
    """`model` is used if the body names none; `count(content)` if it reports no usage.

    Raises LLMError with the usage.
    """
    choice = _first_choice(body)
    assert isinstance(body, dict)
    message = choice.get("message")
    if not isinstance(message, dict):
        raise not_the_api("LLM")
    content = message.get("content")
    content = content if isinstance(content, str) else ""
    usage = reported_usage(body) or count(content)
    _check_end(choice.get("finish_reason"), bool(message.get("refusal")), usage)
    named = body.get("model")
    return Decoded(_value(content, shape, usage), named if isinstance(named, str) and named else model, usage)


def reported_usage(body: object) -> TokenUsage | None:
    usage = body.get("usage") if isinstance(body, dict) else None
    if not isinstance(usage, dict):
        return None
    prompt, completion = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if not (isinstance(prompt, int) and isinstance(completion, int)):
        return None
    # A usage larger than any context window is wrong, and would not fit the column either.
    return (
        TokenUsage(prompt, completion)
        if 0 <= min(prompt, completion) <= max(prompt, completion) < 2**31
        else None
    )


def _first_choice(body: object) -> dict[str, Any]:
    if isinstance(body, dict) and isinstance(body.get("error"), dict) and "choices" not in body:
        # Some gateways return a failure with status 200.
        raise CouldNotAsk(
            "The provider failed behind its gateway.", kind=ErrorKind.SERVER_ERROR, retryable=True
        )
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list):
        raise not_the_api("LLM")
    if not choices:
        raise _bad("it is empty", reported_usage(body))
    if not isinstance(choices[0], dict):
        raise not_the_api("LLM")
    return choices[0]


def _check_end(reason: object, refused: bool, usage: TokenUsage) -> None:
    if refused or reason == "content_filter":
        raise NoUsableAnswer("The model refused to answer.", kind=ErrorKind.REFUSED, usage=usage)
    if reason == "length":
        raise NoUsableAnswer(
            "The model's answer was cut off at its limit.", kind=ErrorKind.CUT_OFF, usage=usage
        )
    if reason == "error":
        raise CouldNotAsk(
            "The provider failed while answering.", kind=ErrorKind.SERVER_ERROR, retryable=True, usage=usage
        )


def _value(content: str, shape: Shape[Result], usage: TokenUsage) -> Result:
    try:
        return shape.read(content)
    except ShapeMismatch as error:
        reason = str(error)
    raise _bad(reason, usage)


def _bad(reason: str, usage: TokenUsage | None) -> NoUsableAnswer:
    return NoUsableAnswer(
        f"The model's answer does not have the shape asked for ({reason}).",
        kind=ErrorKind.BAD_ANSWER,
        retryable=True,
        usage=usage,
    )
