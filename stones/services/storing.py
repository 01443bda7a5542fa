"""Text goes in, a stone is stored: usable at once, its levels written in the background."""

import hashlib
import json
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from jobs.models import JobState
from jobs.nudge import nudge_on_commit
from llm import count_tokens, tokens_are_exact
from stones.exceptions import NotAStone
from stones.format import CHANNELS, STONE_TYPES, FormatError, Verdict, content_sha256, fortune, parse, verify
from stones.levels import provisional_levels
from stones.models import Content, Generation, Level, Origin, Stone
from stones.services.drafts import CheckedDraft, StoneDraft, check_draft

GENERATE = "stones.tasks.generate"
# Hex digits of a content's name, tried in turn while another content of the account has it already.
NAME_LENGTHS = (8, 12, 16, 24, 32, 64)


class Stored(NamedTuple):
    """A stored stone, and whether this call made it."""

    stone: Stone
    created: bool


def store_stone(*, account: User, draft: StoneDraft) -> Stored:
    """Store a content under a header and ask for its levels.

    Safe to repeat: the same draft again finds the stone that is there and starts its time to live anew.
    Raises what `check_draft` raises; then nothing was stored.
    """
    checked = check_draft(draft)
    # Outside the transaction: it reads the whole text.
    written = provisional_levels(checked.text, count=checked.level_count, count_tokens=count_tokens)
    with transaction.atomic():
        content = keep_content(account, checked.text, checked.tokens)
        stored = _stone(account, content, checked)
        _write_provisional(content, written)
        for number, text in checked.levels.items() if stored.created else ():
            _author_level(stored.stone, number, text)
        _ask_for_generation(stored, checked.lod_model)
    return stored


def store_stone_text(*, account: User, text: str, ttl_days: int | None = None) -> Stored:
    """Store a stone that came as text: its levels are kept as its author's, its sender as claimed.

    Raises NotAStone for what is none, is truncated, or does not hold the content that its hash names.
    """
    try:
        parsed = parse(text)
    except FormatError as error:
        raise NotAStone(str(error), line=error.line, reason=error.reason) from error
    verdict = verify(parsed)
    if verdict is not Verdict.VERIFIED:
        what = (
            "is truncated: it lacks its source"
            if verdict is Verdict.NOT_VERIFIABLE
            else "does not match its hash"
        )
        raise NotAStone(f"The stone {parsed.header.border_hash!r} {what}. Nothing was stored.")
    header = parsed.header
    draft = StoneDraft(
        content=parsed.levels[-1],
        glow_channel=header.glow_channel if header.glow_channel in CHANNELS else None,
        stone_type=header.stone_type if header.stone_type in STONE_TYPES else "artifact",
        source_agent=header.source_agent[:100] or "unknown",
        source_claimed=True,
        levels=dict(enumerate(parsed.levels[:-1])),
        ttl_days=ttl_days,
    )
    # Its levels are complete: only what it has is kept, nothing is written beside them.
    return store_stone(account=account, draft=replace(draft, generate_lods=False) if draft.levels else draft)


def keep_content(account: User, text: str, tokens: int) -> Content:
    """The account's content with this canonical text, locked; made when it is new. Call it in a transaction."""
    sha256 = content_sha256(text)
    for length in NAME_LENGTHS:
        if found := Content.objects.select_for_update().filter(account=account, sha256=sha256).first():
            return found
        try:
            with transaction.atomic():
                return Content.objects.create(
                    account=account,
                    sha256=sha256,
                    border_hash=sha256[:length],
                    text=text,
                    tokens=tokens,
                    tokens_exact=tokens_are_exact(),
                )
        except IntegrityError:
            # The same text came in twice at once, or another content has this name: look again, then longer.
            continue
    return Content.objects.get(account=account, sha256=sha256)


def _stone(account: User, content: Content, checked: CheckedDraft) -> Stored:
    now = timezone.now()
    # Locked: the purge may be about to delete the one that is there, its time having run out.
    stone, created = Stone.objects.select_for_update().get_or_create(
        account=account,
        fingerprint=_fingerprint(content, checked),
        defaults={
            "content": content,
            "glow_channel": checked.glow_channel,
            "stone_type": checked.stone_type,
            "source_agent": checked.source_agent,
            "source_claimed": checked.source_claimed,
            "fortune": fortune(checked.text, checked.glow_channel),
            "level_count": checked.level_count,
            "generate_lods": checked.generate_lods,
            "created": now,
            "stored": now,
            "expires": now + timedelta(days=checked.ttl_days),
        },
    )
    expires = now + timedelta(days=checked.ttl_days)
    if not created:
        stone.stored = now
        stone.expires = max(stone.expires or expires, expires)
        stone.save(update_fields=["stored", "expires"])
    return Stored(stone, created)


def _fingerprint(content: Content, checked: CheckedDraft) -> str:
    said = [
        content.sha256,
        checked.glow_channel,
        checked.stone_type,
        checked.source_agent,
        checked.source_claimed,
        checked.generate_lods,
        sorted(checked.levels.items()),
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def _write_provisional(content: Content, written: tuple[str, ...]) -> None:
    """The levels that can be read until better ones are written; never in place of any that are there."""
    rows = [
        Level(
            account_id=content.account_id,
            content=content,
            number=number,
            text=text,
            tokens=count_tokens(text),
            origin=Origin.PROVISIONAL,
        )
        for number, text in enumerate(written)
    ]
    Level.objects.bulk_create(rows, ignore_conflicts=True)


def _author_level(stone: Stone, number: int, text: str) -> None:
    Level.objects.create(
        account_id=stone.account_id,
        content=stone.content,
        stone=stone,
        number=number,
        text=text,
        tokens=count_tokens(text),
        origin=Origin.AUTHOR,
    )


def _ask_for_generation(stored: Stored, lod_model: str) -> None:
    """Make the job of a new content; start it anew when a stone wants levels that are provisional still."""
    content = stored.stone.content
    # Locked: a worker that is about to finish either sees this stone, or has finished before we look.
    job, created = Generation.objects.select_for_update().get_or_create(
        content=content, defaults={"account_id": content.account_id, "lod_model": lod_model}
    )
    waits = stored.created and stored.stone.generate_lods
    provisional = content.levels.filter(origin=Origin.PROVISIONAL, number__lt=stored.stone.top_level)
    has_ended = job.state in (JobState.DONE, JobState.FAILED)
    if not created and not has_ended and stored.stone.generate_lods and lod_model and provisional.exists():
        # Whoever writes them looks once more before they are kept (`generation._write`).
        Generation.objects.filter(pk=job.pk).update(lod_model=lod_model)
    if not created and has_ended and waits and provisional.exists():
        job.lod_model = lod_model
        job.save(update_fields=["lod_model"])
        job.restart()
    if job.state == JobState.PENDING:
        nudge_on_commit(GENERATE, job.pk)
