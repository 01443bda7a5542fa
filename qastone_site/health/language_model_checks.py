"""Checks of the models: whether texts can be embedded, and whether the chat model answers."""

from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.db.models import F, Max
from django.utils import timezone

from core.llm import model_checks
from core.llm.find_local_models import LocalModel, find_local_models
from core.llm.model_errors import ErrorKind
from core.llm.models import TokenUse
from qastone_site.health.health_check import CheckResult, HealthState, check, within

# Without the errors of a single text (too long, refused): then the model works.
FAULTS = {
    ErrorKind.WRONG_KEY: "it refuses the key (LLM_API_KEY)",
    ErrorKind.FORBIDDEN: "it forbids the call",
    ErrorKind.NOT_FOUND: "it does not know the model (LLM_MODEL)",
    ErrorKind.QUOTA: "its quota is used up",
    ErrorKind.NOT_THE_API: "what answers is not its API (LLM_BASE_URL)",
    ErrorKind.UNREACHABLE: "it cannot be reached",
    ErrorKind.TIMEOUT: "it does not answer in time",
    ErrorKind.RATE_LIMITED: "it is asked too often",
    ErrorKind.SERVER_ERROR: "it reports an error of its own",
}
RECENT = timedelta(days=1)
EMBEDDINGS_SECONDS = 5.0
EMBEDDINGS_HOLD = timedelta(minutes=5)
"""A good answer of the server is cached for so long, as a page polls and each call may cost."""

NEARBY, NEARBY_HOLD = "health-models-nearby", timedelta(minutes=1)


@check(
    "embeddings",
    "Embeddings",
    "Questions and searches are matched by words only, not by meaning.",
)
def embeddings() -> CheckResult:
    """Whether the embedder loads, or its server answers; and whether token counts are exact."""
    try:
        # No time limit for the local model, which each process loads once.
        fact = _of_server() if settings.EMBEDDINGS_MODEL else model_checks.embeddings()
    except TimeoutError:
        return CheckResult(
            HealthState.WRONG, f"no answer within {EMBEDDINGS_SECONDS:.0f} s", "Check EMBEDDINGS_BASE_URL."
        )
    detail = f"{fact.detail}; {model_checks.tokens().detail}"
    return CheckResult(HealthState.OK if fact.ok else HealthState.WRONG, detail, fact.mend)


def _of_server() -> model_checks.ModelStatus:
    """The server's status, cached for EMBEDDINGS_HOLD while it works. Raises TimeoutError."""
    cache_key_text = f"{settings.EMBEDDINGS_BASE_URL} {settings.EMBEDDINGS_MODEL}"
    key = f"health-embeddings-{sha256(cache_key_text.encode()).hexdigest()}"
    fact: model_checks.ModelStatus | None = cache.get(key)
    if fact is None:
        fact = within(EMBEDDINGS_SECONDS, model_checks.embeddings)
        if fact.ok:
            cache.set(key, fact, EMBEDDINGS_HOLD.total_seconds())
    return fact


@check("model", "Model", "Extracts are shown instead of the levels and answers that it would write.")
def model() -> CheckResult:
    """What it spent, when it last answered, and whether it fails now. It is not called, which would cost tokens."""
    fact = model_checks.chat()
    if not settings.LLM_MODEL:
        found = models_nearby()
        detail = f"{fact.detail}{_render_models(found)}"
        offer = found[0].use_line if found else ""
        return CheckResult(HealthState.OK if fact.ok else HealthState.WRONG, detail, fact.mend, offer=offer)
    detail = f"{fact.detail}; {_last_answer()}"
    if not fact.ok:
        return CheckResult(HealthState.WRONG, detail, fact.mend)
    failed = latest_failure()
    if failed is not None:
        mend = "This may be temporary. If it stays, check LLM_BASE_URL and LLM_TIMEOUT_SECONDS."
        return CheckResult(HealthState.WARNING, f"{detail}; it fails now: {FAULTS[failed]}", mend)
    return CheckResult(HealthState.OK, detail)


def models_nearby() -> tuple[LocalModel, ...]:
    """Models of servers on this machine, cached for NEARBY_HOLD."""
    found: tuple[LocalModel, ...] | None = cache.get(NEARBY)
    if found is None:
        found = find_local_models()
        cache.set(NEARBY, found, NEARBY_HOLD.total_seconds())
    return found


def _render_models(models: tuple[LocalModel, ...]) -> str:
    if not models:
        return ""
    more = f" and {len(models) - 1} more" if len(models) > 1 else ""
    return f"; {models[0].server} on this machine has {models[0].name}{more}, which could write them"


def latest_failure() -> ErrorKind | None:
    """The model's last failure within RECENT, unless a call for the same purpose has succeeded since."""
    failed = TokenUse.objects.filter(
        model=settings.LLM_MODEL, last_failure__in=FAULTS, last_failure_at__gte=timezone.now() - RECENT
    )
    kind = failed.order_by("-last_failure_at").values_list("last_failure", flat=True).first()
    return None if kind is None else ErrorKind(kind)


def _last_answer() -> str:
    """To the day, as use is counted by days (UTC)."""
    answered = TokenUse.objects.filter(model=settings.LLM_MODEL, calls__gt=F("failures"))
    day = answered.aggregate(day=Max("day_id"))["day"]
    return "it has never answered" if day is None else f"it last answered on {day:%Y-%m-%d}"
