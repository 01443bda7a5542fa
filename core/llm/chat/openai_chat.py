"""Any server with OpenAI's chat completions: one request, one value of the requested shape.

Each attempt first reserves its tokens in the day's budget and then settles its real cost.
"""

import threading
import time
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import httpx2
import openai
import structlog

from core.llm import daily_budget
from core.llm.chat.answer_shapes import JSONSchemaShape, PydanticShape, Shape
from core.llm.chat.chat_model import MAX_COMPLETION_TOKENS, Answer, Message, Result, Value
from core.llm.chat.chat_request import ChatRequest, sendable_messages
from core.llm.chat.decode_completion import Decoded, decode
from core.llm.chat.draft import Draft
from core.llm.chat.field_decoder import FieldDecoder
from core.llm.chat.read_stream import StreamedCompletion
from core.llm.chat.server_dialect import (
    Dialect,
    Streaming,
    dialect_for,
    first_dialect,
)
from core.llm.chat.shown_draft import ShownDraft
from core.llm.interruption import interruptible
from core.llm.model_errors import ErrorKind, LLMError, SettingsWrong, Stopped, TokenUsage
from core.llm.retries import FIRST_WAIT_SECONDS, with_retries
from core.llm.translate_errors import not_the_api, translate
from core.llm.transport import open_client

log = structlog.get_logger(__name__)

SETTING = "LLM"
# A streamed attempt may take so many times the timeout, which bounds its silences.
STREAM_TIMEOUTS = 3


@dataclass
class _LearntDialect:
    """The dialect that the server turned out to speak."""

    dialect: Dialect
    lock: threading.Lock = field(default_factory=threading.Lock)


class OpenAIChat:
    """`first_wait`: seconds before the second attempt if the provider names none."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        timeout: float,
        attempts: int,
        limits: daily_budget.DailyLimits,
        first_wait: float = FIRST_WAIT_SECONDS,
    ) -> None:
        self.name = model
        self._client = open_client(base_url=base_url, api_key=api_key, timeout=timeout)
        self._streaming_client = open_client(
            base_url=base_url, api_key=api_key, timeout=timeout, streams=True
        )
        self._timeout = timeout
        self._attempts = attempts
        self._limits = limits
        self._account: int | None = None
        self._first_wait = first_wait
        # Longer than an attempt can take in all dialects: the hold of a process that died expires by itself.
        self._hold_seconds = 5 * timeout + 60
        self._learnt = _LearntDialect(first_dialect(base_url))

    def charged_to(self, account: int) -> "OpenAIChat":
        """The same model, charged to this account. Both share what is learnt about the server."""
        charged = copy(self)
        charged._account = account
        return charged

    def parse(
        self,
        messages: Sequence[Message],
        schema: type[Value],
        *,
        purpose: str,
        max_completion_tokens: int = MAX_COMPLETION_TOKENS,
        draft: Draft | None = None,
    ) -> Answer[Value]:
        return self._ask(messages, PydanticShape(schema), purpose, max_completion_tokens, draft)

    def parse_json(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        *,
        purpose: str,
        max_completion_tokens: int = MAX_COMPLETION_TOKENS,
        draft: Draft | None = None,
    ) -> Answer[Any]:
        return self._ask(messages, JSONSchemaShape(schema), purpose, max_completion_tokens, draft)

    def _ask(
        self,
        messages: Sequence[Message],
        shape: Shape[Result],
        purpose: str,
        limit: int,
        draft: Draft | None = None,
    ) -> Answer[Result]:
        clean = sendable_messages(messages)
        failed: list[TokenUsage] = []
        shown = None if draft is None else ShownDraft(draft)

        def attempt(number: int) -> Answer[Result]:
            if shown is not None:
                shown.begin()
            # From the second attempt on the schema is also in words: some servers ignore the one that they accept.
            try:
                request = ChatRequest(clean, shape, limit, in_words=number > 1, draft=shown)
                answer = self._attempt(request, purpose)
            except LLMError as error:
                failed.extend([error.usage] if error.usage else [])
                error.usage = _sum_usages(failed)
                raise
            return replace(answer, failed_tokens=sum(usage.total for usage in failed))

        return with_retries(attempt, attempts=self._attempts, first_wait=self._first_wait)

    def _attempt(self, request: ChatRequest[Result], purpose: str) -> Answer[Result]:
        started = time.monotonic()
        with daily_budget.call(
            model=self.name,
            purpose=purpose,
            prompt_tokens=request.prompt_tokens,
            completion_tokens=request.limit,
            limits=self._limits,
            account=self._account,
            hold_seconds=self._hold_seconds,
        ) as spending:
            try:
                decoded = self._exchange(request)
            except LLMError as error:
                log_failure = log.error if isinstance(error, SettingsWrong) else log.warning
                log_failure("llm_call_failed", purpose=purpose, model=self.name, kind=error.kind.value)
                raise
            usage = spending.usage = decoded.usage
        seconds = round(time.monotonic() - started, 3)
        log.info("llm_call", purpose=purpose, model=decoded.model, tokens=usage.total, seconds=seconds)
        return Answer(decoded.value, decoded.model, usage.prompt_tokens, usage.completion_tokens)

    def _exchange(self, request: ChatRequest[Result]) -> Decoded[Result]:
        return decode(self._body(request), request.shape, model=self.name, count=request.count_usage)

    def _body(self, request: ChatRequest[Result]) -> object:
        dialect = self._learnt.dialect
        while True:
            dialect = dialect_for(request.shape, dialect)
            try:
                if request.draft is None:
                    return self._send(request, dialect)
                return self._send_watched(request, dialect, request.draft)
            except openai.APIStatusError as error:
                simpler = dialect.after(error)
                failure: LLMError = translate(error, setting=SETTING)
            except openai.OpenAIError as error:
                simpler, failure = None, translate(error, setting=SETTING)
            except (ValueError, RecursionError):
                simpler, failure = None, not_the_api(SETTING)
            if simpler is None:
                if failure.kind is ErrorKind.TIMEOUT:
                    # The provider read the prompt and may have billed it.
                    failure.usage = request.count_usage("")
                # Outside the handlers: the SDK's exception quotes bodies and must not be chained to ours.
                raise failure
            dialect = self._learn(dialect, simpler) if request.shape.ours else simpler

    def _learn(self, tried: Dialect, simpler: Dialect) -> Dialect:
        """For all later calls; another thread may have learnt more meanwhile."""
        learnt = self._learnt
        with learnt.lock:
            if learnt.dialect == tried:
                learnt.dialect = simpler
                log.warning(
                    "llm_dialect", structure=simpler.structure.name, limit=simpler.limits[0] or "none"
                )
            return learnt.dialect

    def _send(self, request: ChatRequest[Result], dialect: Dialect) -> object:
        completions = self._client.chat.completions.with_raw_response
        return completions.create(**request.arguments(self.name, dialect)).http_response.json()

    def _send_watched(self, request: ChatRequest[Result], dialect: Dialect, draft: ShownDraft) -> object:
        """The same, ended where the draft says so; streamed, as far as the server does, and shown in the draft."""
        arguments, seconds = request.arguments(self.name, dialect), self._timeout
        if dialect.streaming is not Streaming.NONE:
            arguments, seconds = arguments | {"stream": True}, STREAM_TIMEOUTS * self._timeout
        if dialect.streaming is Streaming.WITH_USAGE:
            arguments["stream_options"] = {"include_usage": True}
        decoder = FieldDecoder(request.shape.draft_field) if request.shape.draft_field else None
        read = StreamedCompletion(lambda content: draft.add(decoder.feed(content) if decoder else ""))
        completions = self._streaming_client.chat.completions.with_raw_response
        with interruptible(draft.should_stop, seconds=seconds) as interruption:
            try:
                return read.read(completions.create(**arguments))
            except openai.APIConnectionError as error:
                failure = translate(error, setting=SETTING)
        if interruption.is_stopped:
            failure = Stopped()
        elif interruption.is_late:
            failure = translate(openai.APITimeoutError(httpx2.Request("POST", "")), setting=SETTING)
        # The provider read the prompt and may have billed it, and what it wrote.
        if failure.kind in (ErrorKind.TIMEOUT, ErrorKind.STOPPED) or read.content:
            failure.usage = request.count_usage(read.content)
        raise failure


def _sum_usages(usages: Sequence[TokenUsage]) -> TokenUsage | None:
    """The sum of several attempts; None if nothing is known to have been spent."""
    if not usages:
        return None
    return TokenUsage(
        sum(usage.prompt_tokens for usage in usages),
        sum(usage.completion_tokens for usage in usages),
    )
