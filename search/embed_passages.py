"""The job that makes the vectors of an owner's passages, and what requests it again: for every table of passages."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, TypeVar

import structlog
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules

from core.jobs.job_kinds import JobKind
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.llm import LLMError, get_embedder
from search.embed_texts import checked_embed

log = structlog.get_logger(__name__)

# What an embedder that was away or badly set up has left without vectors is tried again after this.
FAILED_AFTER = timedelta(hours=1)
MAX_REQUEUED = 500
"""Of a kind, at once."""
BATCH_SIZE = 200

Vectorize = TypeVar("Vectorize", bound=Callable[..., Any])
_kinds: list[JobKind] = []


def embeds_passages(kind: JobKind) -> Callable[[Vectorize], Vectorize]:
    """Decorates what makes the vectors of an owner's passages: of the owner, its rows in the order of the text and
    `embed` an array (n, d) without zero rows. The old vectors are used until it is done.
    """

    def register(vectorize: Vectorize) -> Vectorize:
        def embed_passages(job: Job, owner: Any) -> None:
            _embed_passages(job, owner, vectorize)

        kind.runs(embed_passages)
        request_when_outdated(kind)
        return vectorize

    return register


def request_when_outdated(kind: JobKind) -> None:
    """Have the sweep look through the passages of this job's targets."""
    _kinds.append(kind)


def embedding_kinds() -> Sequence[JobKind]:
    """The jobs that make vectors. Their services, which the apps' `tasks` import, register them: a command may not
    have loaded one yet.
    """
    autodiscover_modules("tasks")
    return _kinds


def _embed_passages(job: Job, owner: Any, vectorize: Callable[..., Any]) -> None:
    """Unless this model has. Raises LLMError."""
    embedder = get_embedder()
    with job.owned_transaction():
        # Text and passages of one version: an edit waits for this transaction, and replaces the passages.
        owner.refresh_from_db()
        rows = list(owner.passages.defer("words", "embedding", "signature").order_by("ordinal"))
    if all(row.embedding_model == embedder.name for row in rows):
        return
    vectors = vectorize(owner, rows, checked_embed(embedder))
    with job.owned_transaction():
        for row, vector in zip(rows, vectors, strict=True):
            row.embedding, row.embedding_model = vector, embedder.name
        owner.passages.bulk_update(rows, ["embedding", "embedding_model"], batch_size=BATCH_SIZE)
        job.finish()


def requeue_outdated(*, account: User | None = None, failed_for: timedelta = FAILED_AFTER) -> int:
    """Request vectors for what another model than this site's has embedded, and for what failed so long ago.

    Of all accounts, or of one. Returns of how many owners.
    """
    try:
        model = get_embedder().name
    except LLMError as error:
        log.warning("passages_not_compared", reason=str(error))
        return 0
    return sum(_requeue(kind, model, account, failed_for) for kind in embedding_kinds())


def _requeue(kind: JobKind, model: str, account: User | None, failed_for: timedelta) -> int:
    relation: Any = kind.target._meta.get_field("passages")
    jobs = Job.objects.all() if account is None else Job.objects.filter(account=account)
    rows = kind.target._base_manager.only("account_id")
    rows = rows if account is None else rows.filter(account=account)
    failed = jobs.filter(state=JobState.FAILED, finished__lte=timezone.now() - failed_for)
    # Two ranges of the index on the name, nearly always empty.
    others = relation.related_model._base_manager.filter(
        Q(embedding_model__gt="", embedding_model__lt=model) | Q(embedding_model__gt=model)
    )
    done = rows.exclude(pk__in=jobs.exclude(state=JobState.DONE).targets(kind))
    outdated = {
        *done.filter(pk__in=others.values(relation.field.name))[:MAX_REQUEUED],
        *rows.filter(pk__in=failed.targets(kind))[:MAX_REQUEUED],
    }
    request_jobs(list(outdated), kind)
    return len(outdated)
