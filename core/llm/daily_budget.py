"""The daily token budgets of the site and of each account: reserve before a call, settle after it, correct across
processes.

The database has one row a day, and one for each account of that day; every change locks the day's row first, so that
no two calls can both take the last tokens. A call that dies leaves a hold, which expires.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet, Sum

from core.llm.model_errors import BudgetExhausted, LLMError, TokenUsage
from core.llm.models import AccountDay, TokenDay, TokenHold, TokenUse

INTERRUPTED = "interrupted"


@dataclass(slots=True)
class CallSpending:
    """Set the call's `usage` here; if it is never set, the prompt alone counts."""

    usage: TokenUsage


@dataclass(frozen=True, slots=True)
class DailyLimits:
    """Tokens a day: the site's, and each account's part of them. 0: no limit."""

    site: int
    account: int = 0


@dataclass(frozen=True, slots=True)
class DayBudget:
    """`limit` 0: no limit."""

    spent: int
    promised: int
    limit: int
    resets_at: datetime

    @property
    def left(self) -> int:
        """Of the limit: what is neither spent nor held for running calls."""
        return max(0, self.limit - self.spent - self.promised)


@contextmanager
def call(
    *,
    model: str,
    purpose: str,
    prompt_tokens: int,
    completion_tokens: int,
    limits: DailyLimits,
    hold_seconds: float,
    account: int | None = None,
) -> Iterator[CallSpending]:
    """Hold the tokens that a call may cost, run it, settle its real cost and record it, also when it fails.

    `account`: whose call it is; None: the site's own. Raises BudgetExhausted before the call, and RuntimeError inside
    a transaction: it would keep the day's row locked, and every other process waiting, until the model answers.
    """
    day = datetime.now(UTC).date()
    hold_id = _reserve(day, account, prompt_tokens + completion_tokens, limits, hold_seconds)
    spending = CallSpending(TokenUsage(prompt_tokens, 0))
    failure = INTERRUPTED
    try:
        yield spending
        failure = ""
    except LLMError as error:
        spending.usage = error.usage or TokenUsage(0, 0)
        failure = error.kind.value
        raise
    finally:
        _settle(
            day, account, hold_id, spending.usage, model=model[:200], purpose=purpose[:50], failure=failure
        )


def today() -> DayBudget:
    """The site's budget now."""
    now = datetime.now(UTC)
    day = TokenDay.objects.filter(day=now.date()).first()
    promised = 0 if day is None else _promised(day.holds.all(), now)
    return DayBudget(
        0 if day is None else day.spent, promised, settings.LLM_DAILY_TOKENS, _resets_at(now.date())
    )


def today_of(account: int) -> DayBudget:
    """This account's budget now."""
    now = datetime.now(UTC)
    promised = _promised(TokenHold.objects.filter(day=now.date(), account=account), now)
    return DayBudget(
        _spent(now.date(), account), promised, settings.LLM_DAILY_TOKENS_PER_ACCOUNT, _resets_at(now.date())
    )


def most_spent_today() -> int:
    """By the account that spent most."""
    days = AccountDay.objects.filter(day=datetime.now(UTC).date()).order_by("-spent")
    return days.values_list("spent", flat=True).first() or 0


@transaction.atomic(durable=True)
def _reserve(day: date, account: int | None, tokens: int, limits: DailyLimits, seconds: float) -> int | None:
    if not limits.site and not limits.account:
        return None
    now = datetime.now(UTC)
    row = _locked(day)
    row.holds.filter(expires__lte=now).delete()
    if limits.site and row.spent + _promised(row.holds.all(), now) + tokens > limits.site:
        raise _exhausted(f"The site's {limits.site:,} tokens a day (LLM_DAILY_TOKENS)", tokens, day, now)
    if limits.account and account is not None:
        promised = _promised(row.holds.filter(account=account), now)
        if _spent(day, account) + promised + tokens > limits.account:
            whose = f"Your account's {limits.account:,} tokens a day (LLM_DAILY_TOKENS_PER_ACCOUNT)"
            raise _exhausted(whose, tokens, day, now)
    hold = row.holds.create(account_id=account, tokens=tokens, expires=now + timedelta(seconds=seconds))
    return hold.pk


def _exhausted(whose: str, tokens: int, day: date, now: datetime) -> BudgetExhausted:
    resets_at = _resets_at(day)
    return BudgetExhausted(
        f"{whose} do not leave {tokens:,} for this call; they are there again at {resets_at:%Y-%m-%d %H:%M} UTC.",
        resets_at=resets_at,
        retry_after=max(1.0, (resets_at - now).total_seconds()),
    )


@transaction.atomic(durable=True)
def _settle(
    day: date,
    account: int | None,
    hold_id: int | None,
    usage: TokenUsage,
    *,
    model: str,
    purpose: str,
    failure: str,
) -> None:
    row = _locked(day)
    if hold_id is not None:
        TokenHold.objects.filter(pk=hold_id).delete()
    TokenDay.objects.filter(pk=row.pk).update(spent=F("spent") + usage.total)
    if account is not None:
        part, _ = AccountDay.objects.get_or_create(day=row, account_id=account)
        AccountDay.objects.filter(pk=part.pk).update(spent=F("spent") + usage.total)
    use, _ = TokenUse.objects.get_or_create(day=row, model=model, purpose=purpose)
    TokenUse.objects.filter(pk=use.pk).update(
        calls=F("calls") + 1,
        failures=F("failures") + (1 if failure else 0),
        prompt_tokens=F("prompt_tokens") + usage.prompt_tokens,
        completion_tokens=F("completion_tokens") + usage.completion_tokens,
        last_failure=failure,
        last_failure_at=datetime.now(UTC) if failure else F("last_failure_at"),
    )


def _locked(day: date) -> TokenDay:
    """The day's row, created if needed, locked until the transaction ends."""
    row = TokenDay.objects.select_for_update().filter(day=day).first()
    if row is None:
        # Of two first calls one insert does nothing, and both wait for the same row.
        TokenDay.objects.bulk_create([TokenDay(day=day)], ignore_conflicts=True)
        row = TokenDay.objects.select_for_update().get(day=day)
    return row


def _spent(day: date, account: int) -> int:
    spent = AccountDay.objects.filter(day=day, account=account).values_list("spent", flat=True)
    return spent.first() or 0


def _promised(holds: QuerySet[TokenHold], now: datetime) -> int:
    return int(holds.filter(expires__gt=now).aggregate(total=Sum("tokens"))["total"] or 0)


def _resets_at(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=UTC)
