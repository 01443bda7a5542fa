"""Checks for `manage.py doctor`: which models are configured, whether they load, whether token counts are exact."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from core.llm import daily_budget
from core.llm.model_errors import ErrorKind, LLMError
from core.llm.models import TokenUse
from core.llm.providers import get_chat_model, get_embedder, get_reranker
from core.llm.token_counts import tokens_are_exact

# Only a person can fix these; others pass.
_FOR_STAFF = (
    ErrorKind.WRONG_KEY,
    ErrorKind.FORBIDDEN,
    ErrorKind.NOT_FOUND,
    ErrorKind.QUOTA,
    ErrorKind.NOT_THE_API,
)


class ModelStatus(NamedTuple):
    """One check; `mend` says what to do if `ok` is False."""

    ok: bool
    detail: str
    mend: str = ""


def embeddings() -> ModelStatus:
    """Loads the local model, or calls the embedding server once."""
    try:
        embedder = get_embedder()
        embedder.embed(["ready?"])
        if reranker := get_reranker():
            reranker.load()
    except LLMError as error:
        return ModelStatus(False, "embeddings fail", str(error))
    where = "a server" if settings.EMBEDDINGS_MODEL else "this machine"
    again = f", passages read again by {reranker.name}" if reranker else ""
    return ModelStatus(
        True, f"embeddings by {embedder.name} on {where} ({embedder.dimensions} dimensions){again}"
    )


def chat() -> ModelStatus:
    """Calls no model: its configuration, what was spent today, and whether its last call failed."""
    try:
        model = get_chat_model()
        if model is None:
            return ModelStatus(
                True, "none is configured, and none is needed: levels are extracts, answers are quotations"
            )
        today = daily_budget.today()
        failed = _last_failure()
    except LLMError as error:
        return ModelStatus(False, "the chat model cannot be used", str(error))
    except DatabaseError:
        return ModelStatus(False, "the token budget cannot be read", "Fix the database first.")
    limit = f"of {today.limit:,}" if today.limit else "and no limit"
    detail = f"chat by {model.name}, {today.spent:,} tokens spent today {limit}{_parts()}"
    if failed:
        return ModelStatus(
            False, f"{detail}, its last call failed: {failed}", "Check LLM_BASE_URL, LLM_API_KEY, LLM_MODEL."
        )
    return ModelStatus(True, detail)


def _parts() -> str:
    """What one account may spend, and what the largest spender has spent."""
    if not settings.LLM_DAILY_TOKENS_PER_ACCOUNT:
        return ""
    return (
        f"; {daily_budget.most_spent_today():,} of {settings.LLM_DAILY_TOKENS_PER_ACCOUNT:,} by one account"
    )


def _last_failure() -> str | None:
    since = timezone.now() - timedelta(days=1)
    failures = TokenUse.objects.filter(
        last_failure__in=_FOR_STAFF, last_failure_at__gte=since, model=settings.LLM_MODEL
    )
    return failures.order_by("-last_failure_at").values_list("last_failure", flat=True).first()


def tokens() -> ModelStatus:
    if tokens_are_exact():
        return ModelStatus(True, "token counts are exact (o200k)")
    # Not a fault: everything works, and every page marks its counts as estimates.
    return ModelStatus(
        True, "token counts are estimates, about 4% off (pip install splintr-rs makes them exact)"
    )
