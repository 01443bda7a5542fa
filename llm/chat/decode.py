"""From the body of a chat completion to a value, or to the reason why there is none.

The body is read here and not by the SDK, which loses the usage wherever it fails, and fails in five different
ways.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from pydantic import ValidationError

from llm.chat.base import Value
from llm.errors import CouldNotAsk, Kind, NoUsableAnswer, Usage
from llm.translate import not_the_api

_REASONS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Decoded(Generic[Value]):
    value: Value
    model: str
    usage: Usage


def decode(body: object, schema: type[Value], *, model: str, count: Callable[[str], Usage]) -> Decoded[Value]:
    """`model` stands in for a name that the body does not give; `count(content)` for usage that it does not
    report.

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
    return Decoded(
        _value(content, schema, usage), named if isinstance(named, str) and named else model, usage
    )


def reported_usage(body: object) -> Usage | None:
    usage = body.get("usage") if isinstance(body, dict) else None
    if not isinstance(usage, dict):
        return None
    prompt, completion = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if not (isinstance(prompt, int) and isinstance(completion, int)):
        return None
    # What no window holds is no usage, and would not fit the column either.
    return (
        Usage(prompt, completion) if 0 <= min(prompt, completion) <= max(prompt, completion) < 2**31 else None
    )


def _first_choice(body: object) -> dict[str, Any]:
    if isinstance(body, dict) and isinstance(body.get("error"), dict) and "choices" not in body:
        # Some gateways pass a failure on with status 200.
        raise CouldNotAsk("The provider failed behind its gateway.", kind=Kind.SERVER_ERROR, retryable=True)
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list):
        raise not_the_api("LLM")
    if not choices:
        raise _bad("it is empty", reported_usage(body))
    if not isinstance(choices[0], dict):
        raise not_the_api("LLM")
    return choices[0]


def _check_end(reason: object, refused: bool, usage: Usage) -> None:
    if refused or reason == "content_filter":
        raise NoUsableAnswer("The model refused to answer.", kind=Kind.REFUSED, usage=usage)
    if reason == "length":
        raise NoUsableAnswer("The model's answer was cut off at its limit.", kind=Kind.CUT_OFF, usage=usage)
    if reason == "error":
        raise CouldNotAsk(
            "The provider failed while answering.", kind=Kind.SERVER_ERROR, retryable=True, usage=usage
        )


def _value(content: str, schema: type[Value], usage: Usage) -> Value:
    text = _json_part(content)
    if not text:
        raise _bad("it holds no JSON", usage)
    try:
        value = schema.model_validate_json(text)
    except ValidationError as error:
        reason = _reason(error)
    else:
        if not _has_nul(value.model_dump()):
            return value
        reason = "it holds a NUL character"
    # Outside the handler: pydantic's exception repeats the model's words.
    raise _bad(reason, usage)


def _json_part(content: str) -> str:
    """From the first brace to the last, without thoughts, fences and pleasantries around the object."""
    text = content.lstrip()
    if text.startswith("<think>"):
        text = text.partition("</think>")[2]
    return text[text.find("{") : text.rfind("}") + 1] if "{" in text else ""


def _reason(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_context=False, include_input=False)[:_REASONS_SHOWN]
    parts = [f"{'.'.join(map(str, fault['loc'])) or 'the whole'}: {fault['type']}" for fault in faults]
    return "; ".join(parts)[:200]


def _has_nul(value: object) -> bool:
    """Postgres stores no NUL, so an answer with one could not be kept."""
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_has_nul(item) for pair in value.items() for item in pair)
    return isinstance(value, list | tuple | set) and any(map(_has_nul, value))


def _bad(reason: str, usage: Usage | None) -> NoUsableAnswer:
    return NoUsableAnswer(
        f"The model's answer does not have the shape asked for ({reason}).",
        kind=Kind.BAD_ANSWER,
        retryable=True,
        usage=usage,
    )
