"""The daily token budget: reserve before a call, settle after it, right across processes.

The truth is one row a day in the database; every change locks it first, so that no two calls can both take
the last tokens. A call that dies leaves a hold which expires.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Sum

from llm.errors import BudgetExhausted, LLMError, Usage
from llm.models import TokenDay, TokenHold, TokenUse

INTERRUPTED = "interrupted"


@dataclass(slots=True)
class Spending:
    """Put the call's usage here; what is never filled in counts as the prompt alone."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Today:
    """`limit` 0 means none."""

    spent: int
    promised: int
    limit: int
    resets_at: datetime


@contextmanager
def call(
    *,
    model: str,
    purpose: str,
    prompt_tokens: int,
    completion_tokens: int,
    daily_tokens: int,
    hold_seconds: float,
) -> Iterator[Spending]:
    """Hold the tokens that a call may cost, run it, settle what it did cost and record it, also when it
    fails.

    `daily_tokens` 0: no limit. Raises BudgetExhausted before the call, and RuntimeError inside a transaction:
    it would keep the day's row locked, and every other process waiting, for as long as the model thinks.
    """
    day = datetime.now(UTC).date()
    hold_id = _reserve(day, prompt_tokens + completion_tokens, daily_tokens, hold_seconds)
    spending = Spending(Usage(prompt_tokens, 0, reported=False))
    failure = INTERRUPTED
    try:
        yield spending
        failure = ""
    except LLMError as error:
        spending.usage = error.usage or Usage(0, 0)
        failure = error.kind.value
        raise
    finally:
        _settle(day, hold_id, spending.usage, model=model[:200], purpose=purpose[:50], failure=failure)


def today() -> Today:
    """How the budget stands now."""
    now = datetime.now(UTC)
    day = TokenDay.objects.filter(day=now.date()).first()
    promised = 0 if day is None else _promised(day, now)
    return Today(0 if day is None else day.spent, promised, settings.LLM_DAILY_TOKENS, _resets_at(now.date()))


@transaction.atomic(durable=True)
def _reserve(day: date, tokens: int, limit: int, seconds: float) -> int | None:
    if not limit:
        return None
    now = datetime.now(UTC)
    account = _locked(day)
    account.holds.filter(expires__lte=now).delete()
    if account.spent + _promised(account, now) + tokens > limit:
        resets_at = _resets_at(day)
        raise BudgetExhausted(
            f"The day's {limit:,} tokens (LLM_DAILY_TOKENS) do not leave {tokens:,} for this call; "
            f"they are there again at {resets_at:%Y-%m-%d %H:%M} UTC.",
            resets_at=resets_at,
            retry_after=max(1.0, (resets_at - now).total_seconds()),
        )
    return account.holds.create(tokens=tokens, expires=now + timedelta(seconds=seconds)).pk


@transaction.atomic(durable=True)
def _settle(day: date, hold_id: int | None, usage: Usage, *, model: str, purpose: str, failure: str) -> None:
    account = _locked(day)
    if hold_id is not None:
        TokenHold.objects.filter(pk=hold_id).delete()
    TokenDay.objects.filter(pk=account.pk).update(spent=F("spent") + usage.total)
    use, _ = TokenUse.objects.get_or_create(day=account, model=model, purpose=purpose)
    TokenUse.objects.filter(pk=use.pk).update(
        calls=F("calls") + 1,
        failures=F("failures") + (1 if failure else 0),
        prompt_tokens=F("prompt_tokens") + usage.prompt_tokens,
        completion_tokens=F("completion_tokens") + usage.completion_tokens,
        last_failure=failure,
        last_failure_at=datetime.now(UTC) if failure else F("last_failure_at"),
    )


def _locked(day: date) -> TokenDay:
    """The day's row, made if it is the first of the day, locked until the transaction ends."""
    account = TokenDay.objects.select_for_update().filter(day=day).first()
    if account is None:
        # Two first calls may both come here; one insert does nothing, and both wait for the same row.
        TokenDay.objects.bulk_create([TokenDay(day=day)], ignore_conflicts=True)
        account = TokenDay.objects.select_for_update().get(day=day)
    return account


def _promised(account: TokenDay, now: datetime) -> int:
    return int(account.holds.filter(expires__gt=now).aggregate(total=Sum("tokens"))["total"] or 0)


def _resets_at(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=UTC)
