"""Translates the SDK's errors into ours.

Only status, headers and a few known codes are read: bodies and exception texts repeat keys and prompts.
"""

import math
import time
from email.utils import parsedate_to_datetime

import httpx2
import openai

from core.llm.model_errors import CouldNotAsk, ErrorKind, LLMError, NoUsableAnswer, SettingsWrong

_QUOTA_CODES = ("insufficient_quota", "billing_hard_limit_reached")
_LENGTH_CODES = ("context_length_exceeded", "string_above_max_length")
LENGTH_WORDS = ("context length", "context window", "maximum context", "too many tokens", "context size")


def translate(error: openai.OpenAIError, *, setting: str) -> LLMError:
    """`setting` is the prefix of the settings to name: LLM or EMBEDDINGS."""
    if isinstance(error, openai.APIStatusError):
        return _status(error, setting)
    if isinstance(error, openai.APITimeoutError):
        return CouldNotAsk(
            "The model did not answer in time (LLM_TIMEOUT_SECONDS).", kind=ErrorKind.TIMEOUT, retryable=True
        )
    if isinstance(error, openai.APIConnectionError):
        return CouldNotAsk(
            f"The model's server cannot be reached: check {setting}_BASE_URL.",
            kind=ErrorKind.UNREACHABLE,
            retryable=True,
        )
    return not_the_api(setting)


def not_the_api(setting: str) -> SettingsWrong:
    return SettingsWrong(
        f"The server does not speak this protocol: check {setting}_BASE_URL (it often ends in /v1).",
        kind=ErrorKind.NOT_THE_API,
    )


def _status(error: openai.APIStatusError, setting: str) -> LLMError:
    status = error.status_code
    wait = retry_after(error.response.headers)
    if error.code in _QUOTA_CODES or status == 402:
        return SettingsWrong("The account at the provider has no credit left.", kind=ErrorKind.QUOTA)
    if status == 429:
        return CouldNotAsk(
            "The provider asks us to slow down (429).",
            kind=ErrorKind.RATE_LIMITED,
            retryable=True,
            retry_after=wait,
        )
    if status in (408, 409, 425) or status >= 500:
        return CouldNotAsk(
            f"The provider failed ({status}).", kind=ErrorKind.SERVER_ERROR, retryable=True, retry_after=wait
        )
    if status == 401:
        return SettingsWrong(
            f"The provider refused the key (401): check {setting}_API_KEY.", kind=ErrorKind.WRONG_KEY
        )
    if status == 403:
        return SettingsWrong(f"The key may not use {setting}_MODEL (403).", kind=ErrorKind.FORBIDDEN)
    if status in (404, 405):
        return SettingsWrong(
            f"No such model or address ({status}): check {setting}_MODEL and {setting}_BASE_URL.",
            kind=ErrorKind.NOT_FOUND,
        )
    if status == 413 or error.code in _LENGTH_CODES or mentions(error, *LENGTH_WORDS):
        return NoUsableAnswer("The text is longer than the model can read.", kind=ErrorKind.TOO_LONG)
    return NoUsableAnswer(f"The provider rejected the request ({status}).", kind=ErrorKind.REJECTED)


def mentions(error: openai.APIStatusError, *words: str) -> bool:
    """Whether the provider's message contains one of `words`. The message itself is not passed on."""
    body_text = error.response.text[:20_000].lower()
    return any(word in body_text for word in words)


def retry_after(headers: httpx2.Headers) -> float | None:
    """Seconds to wait as the server asks (RFC 9110 section 10.2.3: seconds or a date), None if it does not say."""
    for header, divisor in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers[header]) / divisor
        except (KeyError, ValueError):
            continue
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
    try:
        # A date without a zone is UTC (-0000), which timestamp() would read as local time; HTTP dates end in GMT.
        return max(0.0, parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time())
    except (KeyError, ValueError, TypeError, OverflowError):
        return None
