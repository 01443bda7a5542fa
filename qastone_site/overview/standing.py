"""Whether the site works: its worker, and the model that it asks. Everybody hears it, staff how to mend it."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from llm.errors import Kind
from llm.models import TokenUse
from qastone_site.health import worker
from qastone_site.overview.matters import Matter

# Those of one text alone (too long, refused) are not here: the model works.
_OF_THE_MODEL = {
    Kind.WRONG_KEY: "it refuses the key (LLM_API_KEY)",
    Kind.FORBIDDEN: "it forbids the call",
    Kind.NOT_FOUND: "it does not know the model (LLM_MODEL)",
    Kind.QUOTA: "its quota is used up",
    Kind.NOT_THE_API: "what answers is not its API (LLM_BASE_URL)",
    Kind.UNREACHABLE: "it cannot be reached",
    Kind.TIMEOUT: "it does not answer in time",
    Kind.RATE_LIMITED: "it is asked too often",
    Kind.SERVER_ERROR: "it reports an error of its own",
}
LATELY = timedelta(days=1)
_TELL = "Tell whoever runs this site."


def standing(account: User) -> list[Matter]:
    """What does not work now, nothing where all does."""
    return [*_worker(account), *_model(account)]


def _worker(account: User) -> Iterator[Matter]:
    found = worker()
    if not found.ok:
        words = f"The worker is away: {found.detail}"
        more = "Levels, helpers and notes wait until it is back; nothing is lost. "
        yield _matter("worker", words, more, account, "script/server")


def _model(account: User) -> Iterator[Matter]:
    if not settings.LLM_MODEL:
        return
    failed = TokenUse.objects.filter(
        model=settings.LLM_MODEL, last_failure__in=_OF_THE_MODEL, last_failure_at__gte=timezone.now() - LATELY
    )
    kind = failed.order_by("-last_failure_at").values_list("last_failure", flat=True).first()
    if kind is not None:
        words = f"The model {settings.LLM_MODEL} fails: {_OF_THE_MODEL[Kind(kind)]}"
        more = "Extracts stand in for what it would write. "
        yield _matter("model", words, more, account, "python manage.py doctor")


def _matter(code: str, words: str, more: str, account: User, command: str) -> Matter:
    if account.is_staff:
        return Matter(code, words, more=more.strip(), command=command)
    return Matter(code, words, reverse("readyz"), "What the site says", more + _TELL)
