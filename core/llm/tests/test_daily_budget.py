"""The daily budget: never above the limit, with concurrent callers and callers that die."""

import threading
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from pytest_django import Settings

from core.llm import daily_budget
from core.llm.daily_budget import DailyLimits
from core.llm.model_errors import BudgetExhausted, CouldNotAsk, ErrorKind, TokenUsage
from core.llm.models import TokenDay, TokenHold, TokenUse

call = partial(daily_budget.call, model="m", purpose="levels", hold_seconds=60)


@pytest.mark.django_db
def test_settles_what_the_call_really_cost() -> None:
    with call(prompt_tokens=100, completion_tokens=900, limits=DailyLimits(1_000)) as spending:
        assert TokenHold.objects.get().tokens == 1_000
        spending.usage = TokenUsage(90, 10)

    assert TokenDay.objects.get().spent == 100
    assert not TokenHold.objects.exists()
    use = TokenUse.objects.get()
    assert (use.calls, use.failures, use.prompt_tokens, use.completion_tokens) == (1, 0, 90, 10)


@pytest.mark.django_db
def test_refuses_a_call_over_the_budget_and_says_when_it_resets() -> None:
    with call(prompt_tokens=60, completion_tokens=0, limits=DailyLimits(100)) as spending:
        spending.usage = TokenUsage(60, 0)

    with (
        pytest.raises(BudgetExhausted) as caught,
        call(prompt_tokens=41, completion_tokens=0, limits=DailyLimits(100)),
    ):
        pytest.fail("the call must not run")

    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    assert caught.value.resets_at == midnight
    assert caught.value.retryable
    assert caught.value.retry_after is not None
    assert 0 < caught.value.retry_after <= 86_400
    with call(prompt_tokens=40, completion_tokens=0, limits=DailyLimits(100)):
        pass


@pytest.mark.django_db
def test_the_next_day_begins_at_nothing() -> None:
    TokenDay.objects.create(day=datetime.now(UTC).date() - timedelta(days=1), spent=1_000_000)

    with call(prompt_tokens=100, completion_tokens=0, limits=DailyLimits(100)):
        assert TokenDay.objects.count() == 2


@pytest.mark.django_db
def test_without_a_limit_use_is_recorded_all_the_same() -> None:
    with call(prompt_tokens=10**9, completion_tokens=0, limits=DailyLimits(0)) as spending:
        assert not TokenHold.objects.exists()
        spending.usage = TokenUsage(5, 6)

    assert TokenDay.objects.get().spent == 11


@pytest.mark.django_db
def test_a_failed_call_costs_what_its_error_says() -> None:
    with (
        pytest.raises(CouldNotAsk),
        call(prompt_tokens=50, completion_tokens=50, limits=DailyLimits(100)),
    ):
        raise CouldNotAsk("down", kind=ErrorKind.SERVER_ERROR, usage=TokenUsage(7, 0))

    use = TokenUse.objects.get()
    assert (use.calls, use.failures, use.last_failure) == (1, 1, "server_error")
    assert TokenDay.objects.get().spent == 7
    assert not TokenHold.objects.exists()


@pytest.mark.django_db
def test_an_interrupted_call_costs_its_prompt() -> None:
    with (
        pytest.raises(KeyboardInterrupt),
        call(prompt_tokens=50, completion_tokens=50, limits=DailyLimits(100)),
    ):
        raise KeyboardInterrupt

    assert TokenDay.objects.get().spent == 50
    assert TokenUse.objects.get().last_failure == daily_budget.INTERRUPTED


@pytest.mark.django_db
def test_the_hold_of_a_dead_process_expires() -> None:
    now = datetime.now(UTC)
    day = TokenDay.objects.create(day=now.date())
    TokenHold.objects.create(day=day, tokens=100, expires=now - timedelta(seconds=1))

    with call(prompt_tokens=100, completion_tokens=0, limits=DailyLimits(100)):
        assert TokenHold.objects.get().expires > now


@pytest.mark.django_db
def test_today_reports_the_budget(settings: Settings) -> None:
    settings.LLM_DAILY_TOKENS = 500
    assert (daily_budget.today().spent, daily_budget.today().promised) == (0, 0)

    with call(prompt_tokens=10, completion_tokens=20, limits=DailyLimits(500)) as spending:
        running = daily_budget.today()
        spending.usage = TokenUsage(9, 8)

    assert (running.spent, running.promised, running.limit) == (0, 30, 500)
    assert (daily_budget.today().spent, daily_budget.today().promised) == (17, 0)


@pytest.mark.django_db
def test_one_account_cannot_spend_everybodys_day(settings: Settings) -> None:
    settings.LLM_DAILY_TOKENS_PER_ACCOUNT = 400
    ann, bert = (User.objects.create(username=name).pk for name in ("ann", "bert"))
    ask = partial(call, completion_tokens=0, limits=DailyLimits(1_000, 400))
    with ask(prompt_tokens=300, account=ann) as spending:
        assert (daily_budget.today_of(ann).promised, daily_budget.today_of(bert).promised) == (300, 0)
        # What runs is promised already, to the account and to the site.
        with (
            pytest.raises(BudgetExhausted, match="Your account's 400 tokens"),
            ask(prompt_tokens=101, account=ann),
        ):
            pytest.fail("the call must not run")
        with ask(prompt_tokens=400, account=bert) as other:
            other.usage = TokenUsage(350, 0)
        spending.usage = TokenUsage(300, 0)

    stands = daily_budget.today_of(ann)
    assert (stands.spent, stands.promised, stands.limit) == (300, 0, 400)
    assert (daily_budget.today().spent, daily_budget.most_spent_today()) == (650, 350)
    with pytest.raises(BudgetExhausted, match="The site's 1,000 tokens"), ask(prompt_tokens=351):
        pytest.fail("the call must not run")


@pytest.mark.django_db
def test_a_call_outlives_its_account() -> None:
    ann = User.objects.create(username="ann")
    with call(prompt_tokens=5, completion_tokens=5, limits=DailyLimits(100, 100), account=ann.pk) as spending:
        ann.delete()
        spending.usage = TokenUsage(5, 1)
    assert daily_budget.today().spent == 6


@pytest.mark.django_db(transaction=True)
def test_many_at_once_never_take_more_than_the_limit() -> None:
    start, go_on = threading.Barrier(8), threading.Event()
    ran: list[int] = []
    refused: list[BudgetExhausted] = []

    def work(number: int) -> None:
        try:
            start.wait()
            with call(prompt_tokens=100, completion_tokens=200, limits=DailyLimits(1_000)) as spending:
                ran.append(number)
                go_on.wait(10)
                spending.usage = TokenUsage(100, 200)
        except BudgetExhausted as error:
            refused.append(error)
            if len(refused) == 5:
                go_on.set()
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (len(ran), len(refused)) == (3, 5)
    assert TokenDay.objects.get().spent == 900
    assert TokenUse.objects.get().calls == 3
    assert not TokenHold.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_many_at_once_lose_no_tokens() -> None:
    def work() -> None:
        for _ in range(5):
            with call(prompt_tokens=1, completion_tokens=1, limits=DailyLimits(1_000)) as spending:
                spending.usage = TokenUsage(2, 3)
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert TokenDay.objects.get().spent == 150
    assert TokenUse.objects.get().calls == 30


@pytest.mark.django_db(transaction=True)
def test_a_call_inside_a_transaction_is_refused() -> None:
    with (
        pytest.raises(RuntimeError, match="durable"),
        transaction.atomic(),
        call(prompt_tokens=1, completion_tokens=1, limits=DailyLimits(10)),
    ):
        pytest.fail("the call must not run")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        (lambda day: TokenDay.objects.update(spent=-1), "spent"),
        (
            lambda day: TokenHold.objects.create(day=day, tokens=0, expires=datetime.now(UTC)),
            "tokens_positive",
        ),
        (lambda day: TokenUse.objects.create(day=day, calls=1, failures=2), "failures_are_calls"),
        (
            lambda day: [TokenUse.objects.create(day=day, model="m", purpose="p") for _ in range(2)],
            "one_row_a_purpose",
        ),
    ],
)
def test_the_database_holds_the_rules(change: object, constraint: str) -> None:
    day = TokenDay.objects.create(day=datetime.now(UTC).date())

    assert callable(change)
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        change(day)
