"""Rows for tests, made as the site makes them: by its services, with a worker that is called by hand."""

import itertools
import random
from typing import Any

from django.contrib.auth.models import User

from core.jobs.find_jobs import find_job
from core.jobs.models import Job, JobState
from core.llm.chat.chat_model import ChatModel
from core.llm.model_doubles import FakeEmbedder, use_models
from stones import services
from stones.models import WRITE_LEVELS, Content, LedgerReader, ListedStone, Stone
from stones.services import StoneDraft

# More than 900 tokens, so that it has all four levels.
LONG = "# Handoff: the export service\n\n" + "\n\n".join(
    f"## Part {number}\n\nThe export job number {number} writes to /var/export/{number}.csv every night. "
    f"We decided to keep port {7000 + number} for it. Open question: who rotates the key of bucket {number}?"
    for number in range(1, 31)
)
# What its sender says of it.
SAID = "Handoff of the export service: open is who rotates the keys of its buckets."
# A handoff whose warning turns its meaning, and what its sender may say of it, honestly and not.
WARNED = (
    "# Export job: retries are done, paging is open\n\n> ⚠️ **Do not merge before Ana has reviewed it.**\n\n"
    "Retries work since commit 4f2a9c1. What is left: paging in `export/pages.py`.\n\n## State\n\n"
) + " ".join(f"Worker {number} writes part {number} to bucket {number} at night." for number in range(1, 31))
WARNED_SUMMARY = "Export job: retries are done, paging is open; do not merge before Ana has reviewed it."
WARNED_HALF = "Export job: retries are done, paging is open."
WARNED_WRONG = f"{WARNED_HALF} Retries work since commit 77b0d2e."
# What most stones of tests say: read once in each worker (qastone_site.tests.remembered_extracts).
SHARED_TEXTS = frozenset({LONG, WARNED})
# Between 200 and 900 tokens: three levels.
MIDDLE = "\n\n".join(LONG.split("\n\n")[:15])
# At most 60 tokens: its own shortest form.
SHORT = "Create GitHub repo for ztgi-ui, shared UI library."


_numbers = itertools.count()


def new_account(username: str = "") -> User:
    return User.objects.create(username=username or f"account{next(_numbers)}")


def store(account: User, **fields: Any) -> ListedStone:
    """A stored stone, with a content of its own unless told, whose levels nobody has written yet."""
    given = {"content": f"{SHORT} Number {next(_numbers)}.", "glow_channel": "task", "source_agent": "koda"}
    return services.store_stone(account=account, draft=StoneDraft(**given | fields)).stone


def ledger_reader(account: User, name: str = "agent koda") -> LedgerReader:
    return LedgerReader.objects.get_or_create(account=account, name=name)[0]


def write_levels(stone: Stone, *, chat: ChatModel | None = None, embedder: FakeEmbedder | None = None) -> Job:
    """Do what a worker would do for this stone's content, once. Returns the job of its levels."""
    with use_models(chat=chat, embedder=embedder or FakeEmbedder()):
        services.run_jobs_now(stone.content)
    return find_job(stone.content, WRITE_LEVELS)


def give_up_levels(*stones: Stone, error: str = "No answer.") -> None:
    """Leave these stones as those whose levels could not be written."""
    contents = [stone.content_id for stone in stones]
    Content.objects.filter(pk__in=contents).update(levels_failed=True, fallback_reason=error)
    jobs = Job.objects.of(WRITE_LEVELS).filter(target__in=map(str, contents))
    jobs.update(state=JobState.FAILED, error=error, error_code="timeout")


def levels_job() -> Job:
    """The job of the only content whose levels were requested."""
    return Job.objects.of(WRITE_LEVELS).get()


def hyphenated(characters: int) -> str:
    """The text that fills the index of words most: hyphenated words of 4-byte characters, none of them twice."""
    letters = [chr(0x20000 + number) for number in range(40_000)]
    chosen = random.Random(1).choices(letters, k=characters)
    words = (
        "".join(chosen[at : at + 2]) + "-" + "".join(chosen[at + 2 : at + 4])
        for at in range(0, characters, 4)
    )
    return " ".join(words)[:characters]


# Its levels leave out a prohibition of its source.
FOREIGN_STONE = """§QASTONE§
border_hash: 0badcafe
glow_channel: context
created: 2026-10-02T08:00:00Z
source_agent: other-tool
lod_count: 3
─
LOD-0: The greenhouse pump has 3 valves and runs again.
LOD-1: The greenhouse pump runs again since its filter was cleaned; the spare filter is on the top shelf.
LOD-2: The greenhouse pump runs again: its filter was cleaned. The spare filter is on the top shelf. Never open the \
red valve while the pump is on.
§/QASTONE§
"""
