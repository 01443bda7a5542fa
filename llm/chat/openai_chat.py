"""Any server that speaks OpenAI's chat completions: one question, one value of the shape asked for.

Each attempt first takes its tokens from the day's budget and settles afterwards what it really cost.
"""

import json
import threading
import time
from collections.abc import Sequence
from typing import Any, cast

import openai
import structlog
from openai.types.chat import ChatCompletionMessageParam

from llm import budget
from llm.chat.base import MAX_COMPLETION_TOKENS, Answer, Message, Value
from llm.chat.decode import Decoded, decode
from llm.chat.dialect import Dialect, Structure, first_dialect, with_schema_in_words
from llm.errors import Kind, LLMError, SettingsWrong, Usage
from llm.retries import FIRST_WAIT_SECONDS, with_retries
from llm.tokens import count_tokens
from llm.translate import not_the_api, translate
from llm.transport import open_client

log = structlog.get_logger(__name__)

SETTING = "LLM"
# What a chat template adds to each message and to the whole, as OpenAI describes it.
_MESSAGE_TOKENS, _REPLY_TOKENS = 4, 3


class OpenAIChat:
    """`first_wait`: seconds before the second attempt, where the provider does not say how long."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        timeout: float,
        attempts: int,
        daily_tokens: int,
        first_wait: float = FIRST_WAIT_SECONDS,
    ) -> None:
        self.name = model
        self._client = open_client(base_url=base_url, api_key=api_key, timeout=timeout)
        self._attempts = attempts
        self._daily_tokens = daily_tokens
        self._first_wait = first_wait
        # Longer than an attempt can take in all dialects: a hold that outlives its process ends by itself.
        self._hold_seconds = 5 * timeout + 60
        self._dialect = first_dialect(base_url)
        self._lock = threading.Lock()

    def parse(
        self,
        messages: Sequence[Message],
        schema: type[Value],
        *,
        purpose: str,
        max_completion_tokens: int = MAX_COMPLETION_TOKENS,
    ) -> Answer[Value]:
        clean: list[Message] = [
            {key: _sendable(text) for key, text in message.items()} for message in messages
        ]

        def attempt(number: int) -> Answer[Value]:
            # Asked again because the answer had another shape: some servers ignore the schema that they
            # accept.
            asked = clean if number == 1 else with_schema_in_words(clean, schema)
            return self._attempt(asked, schema, purpose, max_completion_tokens)

        return with_retries(attempt, attempts=self._attempts, first_wait=self._first_wait)

    def _attempt(
        self, messages: Sequence[Message], schema: type[Value], purpose: str, limit: int
    ) -> Answer[Value]:
        prompt_tokens = _prompt_tokens(messages, schema)
        started = time.monotonic()
        with budget.call(
            model=self.name,
            purpose=purpose,
            prompt_tokens=prompt_tokens,
            completion_tokens=limit,
            daily_tokens=self._daily_tokens,
            hold_seconds=self._hold_seconds,
        ) as spending:
            try:
                decoded = self._exchange(messages, schema, limit, prompt_tokens)
            except LLMError as error:
                say = log.error if isinstance(error, SettingsWrong) else log.warning
                say("llm_call_failed", purpose=purpose, model=self.name, kind=error.kind.value)
                raise
            usage = spending.usage = decoded.usage
        seconds = round(time.monotonic() - started, 3)
        log.info("llm_call", purpose=purpose, model=decoded.model, tokens=usage.total, seconds=seconds)
        return Answer(
            decoded.value, decoded.model, usage.prompt_tokens, usage.completion_tokens, usage.reported
        )

    def _exchange(
        self, messages: Sequence[Message], schema: type[Value], limit: int, prompt_tokens: int
    ) -> Decoded[Value]:
        body = self._body(messages, schema, limit, prompt_tokens)

        def counted(content: str) -> Usage:
            return Usage(prompt_tokens, count_tokens(content), reported=False)

        return decode(body, schema, model=self.name, count=counted)

    def _body(
        self, messages: Sequence[Message], schema: type[Value], limit: int, prompt_tokens: int
    ) -> object:
        while True:
            dialect = self._dialect
            try:
                return self._send(messages, schema, limit, dialect)
            except openai.APIStatusError as error:
                simpler = dialect.after(error)
                failure: LLMError = translate(error, setting=SETTING)
            except openai.OpenAIError as error:
                simpler, failure = None, translate(error, setting=SETTING)
            except (ValueError, RecursionError):
                simpler, failure = None, not_the_api(SETTING)
            if simpler is None:
                if failure.kind is Kind.TIMEOUT:
                    # The provider read the prompt and may have billed it.
                    failure.usage = Usage(prompt_tokens, 0, reported=False)
                # Outside the handlers, so that the SDK's exception, which repeats bodies, is not chained to
                # ours.
                raise failure
            self._remember(dialect, simpler)

    def _remember(self, tried: Dialect, simpler: Dialect) -> None:
        with self._lock:
            if self._dialect == tried:
                self._dialect = simpler
                log.warning(
                    "llm_dialect", structure=simpler.structure.name, limit=simpler.limits[0] or "none"
                )

    def _send(self, messages: Sequence[Message], schema: type[Value], limit: int, dialect: Dialect) -> object:
        options: dict[str, Any] = {dialect.limits[0]: limit} if dialect.limits[0] else {}
        completions = self._client.chat.completions.with_raw_response
        if dialect.structure is Structure.SCHEMA:
            response = completions.parse(
                model=self.name, messages=_params(messages), response_format=schema, **options
            )
            return response.http_response.json()
        if dialect.structure is Structure.JSON:
            options["response_format"] = {"type": "json_object"}
        spelt = with_schema_in_words(messages, schema)
        return completions.create(model=self.name, messages=_params(spelt), **options).http_response.json()


def _params(messages: Sequence[Message]) -> list[ChatCompletionMessageParam]:
    return [cast(ChatCompletionMessageParam, dict(message)) for message in messages]


def _sendable(text: str) -> str:
    """Half a surrogate pair cannot be sent as UTF-8."""
    return text.encode("utf-8", "replace").decode()


def _prompt_tokens(messages: Sequence[Message], schema: type[Value]) -> int:
    shape = count_tokens(json.dumps(schema.model_json_schema()))
    return (
        sum(count_tokens(message["content"]) + _MESSAGE_TOKENS for message in messages)
        + _REPLY_TOKENS
        + shape
    )
