"""The states of writing a content's levels and passages, and all that leads from one to another.

from                event                                           to                      here
------------------  ----------------------------------------------  ----------------------  ----------------
(no levels)         a stone of the content is stored                provisional, pending    request_levels
done, failed        a new stone needs levels still provisional      pending                 request_levels
running             likewise, or another model is named for them    running, then pending   request_levels
running             the levels are written                          done, not provisional   generate
running             an error that may pass                          pending, after a pause  generate
running             any other error, or the last attempt            failed, extracts        generate
running             its last worker died                            failed                  _record_failure
any                 levels are requested anew                       pending                 regenerate

Pending, running, done and failed are those of the job WRITE_LEVELS (`core.jobs.models.JobState`), provisional is the
levels' own (`LevelOrigin.PROVISIONAL`): they can be read in every state. The passages have a job of their own.
"""

from collections.abc import Sequence

import structlog
from django.db import transaction

from core.jobs.find_jobs import find_job
from core.jobs.models import Job
from core.jobs.request_jobs import request_jobs, restart_jobs
from core.jobs.run_job import run_now
from core.llm import LLMError, count_tokens
from search.embed_passages import request_when_outdated
from stones.levels import WrittenLevels, write_extract
from stones.models import EMBED_SOURCE, WRITE_LEVELS, Content, Level, LevelOrigin, Stone
from stones.services.embed_passages import embed_passages, replace_passages
from stones.services.wait_for_levels import notify_levels
from stones.services.write_levels import (
    count_needed_levels,
    replace_provisional,
    store_levels,
    store_provisional,
    write_levels,
)
from stones.signals import choosing_model, collect_answers, levels_writing

log = structlog.get_logger(__name__)


def request_levels(
    stone: Stone, provisional: Sequence[str], *, is_new: bool, lod_model: str
) -> list[Level] | None:
    """(no levels) → provisional, pending; done or failed → pending, when a new stone needs levels provisional still.

    Call it in the transaction that stores the stone, whose content is locked. `is_new`: it was not there before.
    Returns what `store_provisional` does.
    """
    content = stone.content
    rows = store_provisional(content, provisional)
    kinds = []
    is_requested = stone.generate_lods and (is_new or bool(lod_model))
    # Where no level was there, nobody is about to write better ones.
    if is_requested and (rows or _need_writing(stone, is_chosen=bool(lod_model))):
        _update(content, lod_model=lod_model, levels_failed=False, fallback_reason="")
        # Levels first: they are read first.
        kinds.append(WRITE_LEVELS)
    if is_new:
        kinds.append(EMBED_SOURCE)
    if kinds:
        request_jobs([content], *kinds)
    return rows


def _need_writing(stone: Stone, *, is_chosen: bool) -> bool:
    """Whether its levels are provisional, and nobody is about to write them, or not by the model that was chosen."""
    provisional = stone.content.levels.filter(origin=LevelOrigin.PROVISIONAL, number__lt=stone.top_level)
    open_jobs = Job.objects.open().of(WRITE_LEVELS).filter(target=str(stone.content_id))
    return provisional.exists() and (is_chosen or not open_jobs.exists())


@transaction.atomic
def regenerate(*, content: Content) -> None:
    """Any → pending: write a content's levels anew, and its passages where the embedder is another one now.

    What is there is shown until the new ones stand.
    """
    locked = Content.objects.select_for_update().defer("text").get(pk=content.pk)
    if lod_model := locked.lod_model:
        # A name that was mistyped has been mended by now.
        lod_model = next(filter(None, collect_answers(choosing_model, Content, account=locked.account)), "")
    _update(locked, lod_model=lod_model, levels_failed=False, fallback_reason="")
    restart_jobs([locked], WRITE_LEVELS)
    restart_jobs([locked], EMBED_SOURCE)


def run_jobs_now(content: Content) -> None:
    """Do what is to be done for this content here, for commands."""
    for kind in (WRITE_LEVELS, EMBED_SOURCE):
        run_now(find_job(content, kind))


@WRITE_LEVELS.runs
def generate(job: Job, content: Content) -> None:
    """Running → done; → pending where trying again may help; else → failed, with extracts in place. Raises LLMError."""
    levels_writing.send(Content, content=content)
    count = count_needed_levels(content)
    try:
        written = write_levels(content, count, content.lod_model) if count > 1 else None
    except LLMError as error:
        with job.owned_transaction():
            _update(content, fallback_reason=str(error))
        if error.passes_soon and not job.is_last_attempt:
            raise
        if not job.fail(code=error.kind, error=str(error), retry=False):
            _show_extract(content, count)
        return
    with job.owned_transaction():
        # Another model that was named meanwhile writes them instead: whoever named it relies on it.
        is_named = Content.objects.filter(pk=content.pk, lod_model=content.lod_model).exists()
        if written is not None and is_named:
            _store(content, written)
        if count_needed_levels(content) > count:
            # A stone that needs more came meanwhile.
            request_jobs([content], WRITE_LEVELS)
        job.finish()


def _store(content: Content, written: WrittenLevels) -> None:
    store_levels(content, written)
    _update(content, fallback_reason=written.fallback_reason, levels_failed=False)
    notify_levels(content.pk)


@WRITE_LEVELS.fails
def _record_failure(job: Job) -> None:
    Content.objects.filter(pk=job.target).update(levels_failed=True, fallback_reason=job.error)
    notify_levels(int(job.target))


request_when_outdated(EMBED_SOURCE)


@EMBED_SOURCE.runs
def embed_source(job: Job, content: Content) -> None:
    """Make the passages of a content with their vectors, unless this model has. Raises LLMError."""
    rows = embed_passages(content)
    with job.owned_transaction():
        if rows is not None:
            replace_passages(content, rows)
        job.finish()


def _show_extract(content: Content, count: int) -> None:
    if not content.levels.filter(stone=None, origin=LevelOrigin.PROVISIONAL).exists():
        return
    written = write_extract(content.text, count=count, count_tokens=count_tokens)
    with transaction.atomic():
        replace_provisional(content, written.texts)


def _update(content: Content, **fields: str | bool) -> None:
    """Write these columns of a content where they differ, and nothing else of it: its text is large."""
    if all(getattr(content, name) == value for name, value in fields.items()):
        return
    Content.objects.filter(pk=content.pk).update(**fields)
    for name, value in fields.items():
        setattr(content, name, value)
