"""Errors of models.

Three branches, by what fixes them: `SettingsWrong` (a person must change something), `CouldNotAsk` (time),
`NoUsableAnswer` (the model answered, but not usably); beside them `BudgetExhausted`, which is ours. No message holds
a key, a prompt or words of the provider: its error bodies repeat both.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ErrorKind(StrEnum):
    WRONG_KEY = "wrong_key"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    QUOTA = "quota"
    NOT_THE_API = "not_the_api"
    WRONG_VECTORS = "wrong_vectors"
    WRONG_WEIGHTS = "wrong_weights"

    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"

    REJECTED = "rejected"
    TOO_LONG = "too_long"
    REFUSED = "refused"
    CUT_OFF = "cut_off"
    BAD_ANSWER = "bad_answer"

    BUDGET = "budget"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Tokens of one exchange, by the provider's report or, without one, by our own count."""

    prompt_tokens: int
    completion_tokens: int

    @property
    def total(self) -> int:
        return self.prompt_tokens + self.completion_tokens


class LLMError(Exception):
    """`retryable`: the same call may succeed later; `retry_after`: not before so many seconds, None if unknown.

    `usage` is what the failed exchanges cost, None if nothing is known to have been spent.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: ErrorKind,
        retryable: bool = False,
        retry_after: float | None = None,
        usage: TokenUsage | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable
        self.retry_after = retry_after
        self.usage = usage

    @property
    def passes_soon(self) -> bool:
        """Whether a retry within minutes may help. A budget comes back tomorrow: an extract today is worth more."""
        return self.retryable and self.kind is not ErrorKind.BUDGET


class SettingsWrong(LLMError):
    """The settings or the account at the provider are wrong; a retry does not help."""


class CouldNotAsk(LLMError):
    """The provider did not answer, or told us to come back later."""


class NoUsableAnswer(LLMError):
    """The provider answered, but not usably."""


class Stopped(LLMError):
    """Nobody wanted the answer any more (`core.llm.chat.draft`)."""

    def __init__(self, usage: TokenUsage | None = None) -> None:
        super().__init__("The call was stopped.", kind=ErrorKind.STOPPED, usage=usage)


class BudgetExhausted(LLMError):
    """The day's tokens, the site's (`LLM_DAILY_TOKENS`) or the account's, are spent or held for running calls."""

    def __init__(self, message: str, *, resets_at: datetime, retry_after: float) -> None:
        super().__init__(message, kind=ErrorKind.BUDGET, retryable=True, retry_after=retry_after)
        self.resets_at = resets_at
