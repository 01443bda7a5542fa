"""Text goes in, a stone is stored: usable at once, its levels written in the background."""

from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from core.db.insert_rows import insert_rows
from core.llm import count_tokens, tokens_are_exact
from stones.exceptions import NotAStone
from stones.format import (
    CHANNELS,
    LEVEL_NAMES,
    STONE_TYPES,
    FormatError,
    HashVerdict,
    Notice,
    ParsedStone,
    canonical,
    content_sha256,
    dump_claims,
    fortune,
    names_content,
    parse_or_repair,
    read_claims,
    verify,
)
from stones.format.diagnosis import explain_error
from stones.levels import provisional_levels
from stones.models import (
    BY_PERSON,
    FORTUNE_LENGTH,
    SHA256_HEX,
    Content,
    Level,
    LevelOrigin,
    ListedStone,
    Stone,
)
from stones.queries import as_latest
from stones.services.changed_copy import explain_mismatch
from stones.services.level_states import request_levels
from stones.services.pasted_stone import describe_mismatch
from stones.services.sender_words import TakenWords
from stones.services.stone_draft import SOURCE_LENGTH, CheckedDraft, StoneDraft, check_draft
from stones.services.stone_fingerprint import fingerprint_of
from stones.services.write_levels import store_levels

# Hex digits of a content's name, tried in turn while another content of the account has it already.
NAME_LENGTHS = (8, 12, 16, 24, 32, 64)


class Stored(NamedTuple):
    """A stored stone, and whether this call made it. `left_out`: what its sender's own words do not say of the text."""

    stone: ListedStone
    created: bool
    left_out: tuple[str, ...] = ()
    has_other_words: bool = False
    """It had words already, which stay; those of this call are not used."""
    unused: str = ""
    """Why else those of this call are not used."""
    notices: tuple[Notice, ...] = ()
    """Of one that came as text: what was tolerated in its form."""


def store_stone(*, account: User, draft: StoneDraft) -> Stored:
    """Store a content under a header and request its levels.

    Safe to repeat: the same draft again finds the stone that is there and starts its time to live anew.
    Raises what `check_draft` raises; then nothing was stored.
    """
    checked = check_draft(draft)
    # Outside the transaction: it reads the whole text.
    # Beyond what is written here, a stone has the levels that came with it.
    count = min(checked.level_count, len(LEVEL_NAMES))
    provisional = provisional_levels(checked.text, count=count, count_tokens=count_tokens)
    with transaction.atomic():
        content = store_content(account, checked.text, checked.tokens)
        stored = _stone(account, content, checked)
        for number, text in checked.levels.items() if stored.created else ():
            add_level(stored.stone, number, text, LevelOrigin.AUTHOR)
        if stored.created and checked.written:
            store_levels(content, checked.written)
        has_other_words = _has_other_words(stored.stone, checked.words)
        left_out = () if has_other_words else _take_words(stored.stone, checked.words)
        rows = request_levels(stored.stone, provisional, is_new=stored.created, lod_model=checked.lod_model)
    if stored.created and not (checked.levels or checked.words.levels):
        # All that it has: who answers with it needs not ask for them.
        stored.stone.level_rows = rows
    return stored._replace(left_out=left_out, has_other_words=has_other_words, unused=checked.words.unused)


def store_stone_text(
    *, account: User, text: str, ttl_days: int | None = None, source_agent: str = BY_PERSON
) -> Stored:
    """Store a stone that came as text, ours or another writer's: its levels stay its author's, its header and
    whom it names as claimed.

    `source_agent` is who brought it in.

    Raises NotAStone for what is none, is truncated, or announces our rule and does not hold the content that its hash
    names.
    """
    try:
        parsed = parse_or_repair(text)
    except FormatError as found:
        error = explain_error(text, found)
        raise NotAStone(str(error), line=error.line, reason=error.reason) from found
    if reason := _explain_refusal(account, parsed):
        raise NotAStone(reason)
    claims = dump_claims(parsed.header)
    said = read_claims(claims)
    draft = StoneDraft(
        content=parsed.levels[-1],
        glow_channel=said["glow_channel"] if said.get("glow_channel") in CHANNELS else None,
        stone_type=said["stone_type"] if said.get("stone_type") in STONE_TYPES else "artifact",
        source_agent=source_agent,
        claimed_source=said.get("source_agent", "")[:SOURCE_LENGTH] or "unknown",
        levels=dict(enumerate(parsed.levels[:-1])),
        ttl_days=ttl_days,
        claims=claims,
    )
    # Its levels are complete: nothing is written beside them.
    stored = store_stone(
        account=account, draft=replace(draft, generate_lods=False) if draft.levels else draft
    )
    return stored._replace(notices=parsed.warnings)


def _explain_refusal(account: User, parsed: ParsedStone) -> str | None:
    name = parsed.header.border_hash
    if not parsed.is_complete:
        return f"The stone {name[:70]!r} is truncated: it lacks its source. Nothing was stored."
    if verify(parsed) is HashVerdict.MISMATCH:
        change = explain_mismatch(account, parsed)
        return describe_mismatch(name, "stored", change.reason, change.remedy)
    return None


def store_content(account: User, text: str, tokens: int) -> Content:
    """The account's content with this canonical text, locked; made when it is new. Call it in a transaction."""
    sha256 = content_sha256(text)
    for length in NAME_LENGTHS:
        content = Content(
            account=account,
            sha256=sha256,
            border_hash=sha256[:length],
            text=text,
            tokens=tokens,
            tokens_exact=tokens_are_exact(),
        )
        if insert_rows([content], ignore_conflicts=True):
            return content
        # The same text is there, or came in at once; else another content has this name: it gets a longer one.
        if found := Content.objects.select_for_update().filter(account=account, sha256=sha256).first():
            return found
    return Content.objects.get(account=account, sha256=sha256)


def find_stored_draft(*, account: User, draft: StoneDraft) -> tuple[Stone, bool] | None:
    """The account's living stone of this text, and whether storing the draft finds that one again, or makes another.

    Raises what `check_draft` raises.
    """
    sha256 = content_sha256(canonical(draft.content))
    content = Content.objects.filter(account=account, sha256=sha256).first()
    if content is None:
        return None
    stones = Stone.objects.alive().filter(account=account, content=content).order_by("-stored", "-pk")
    fingerprint = _new_stone(account, content, check_draft(draft)).fingerprint
    if same := stones.filter(fingerprint=fingerprint).first():
        return same, True
    other = stones.first()
    return None if other is None else (other, False)


def _stone(account: User, content: Content, checked: CheckedDraft) -> Stored:
    stone = _new_stone(account, content, checked)
    while not insert_rows([stone], ignore_conflicts=True):
        same = Stone.objects.filter(account=account, fingerprint=stone.fingerprint)
        # Locked: the purge may be about to delete the one that is there, its time having run out.
        if found := same.select_for_update().first():
            found.content, found.stored, found.archived = content, stone.stored, None
            found.expires = max(filter(None, (found.expires, stone.expires)))
            found.save(update_fields=["stored", "expires", "archived"])
            return Stored(_as_stored(found), created=False)
    return Stored(_as_stored(stone), created=True)


def _new_stone(account: User, content: Content, checked: CheckedDraft) -> Stone:
    now = timezone.now()
    stone = Stone(
        account=account,
        content=content,
        glow_channel=checked.glow_channel,
        stone_type=checked.stone_type,
        source_agent=checked.source_agent,
        claimed_source=checked.claimed_source,
        **_claimed(content, checked),
        level_count=checked.level_count,
        generate_lods=checked.generate_lods,
        created=checked.created or now,
        stored=now,
        expires=checked.expires or now + timedelta(days=checked.ttl_days),
    )
    stone.fingerprint = fingerprint_of(stone, checked.levels)
    return stone


def _as_stored(stone: Stone) -> ListedStone:
    listed = as_latest(stone)
    if stone.claimed_header:
        # Whatever was made here comes before what was brought in.
        of_text = Stone.objects.alive().filter(account=stone.account_id, content=stone.content_id)
        listed.has_later = of_text.filter(claimed_header="").exists()
    return listed


def _claimed(content: Content, checked: CheckedDraft) -> dict[str, str]:
    """The columns that hold what the stone's own header says, with the fortune that it lacks or that is too long."""
    said = read_claims(checked.claims)
    name, its_fortune = said.get("border_hash", "").lower(), said.get("fortune", "")
    is_other = len(name) <= SHA256_HEX and not names_content(name, content.sha256)
    is_short = 0 < len(its_fortune) <= FORTUNE_LENGTH
    return {
        "claimed_header": checked.claims,
        "claimed_hash": name if is_other else "",
        "fortune": its_fortune if is_short else fortune(checked.text, checked.glow_channel),
    }


def _has_other_words(stone: Stone, words: TakenWords) -> bool:
    if not words.levels:
        return False
    given = stone.author_levels.filter(number__in=words.levels).values_list("number", "text")
    return any(words.levels[number] != text for number, text in given)


def _take_words(stone: Stone, words: TakenWords) -> tuple[str, ...]:
    """Give a stone that has none of them yet its sender's words. Returns what they leave out, also where the same
    words are there already: the first answer may have been lost.

    Those that are there stay: they may have been bettered since, and this be the first call once more.
    """
    levels = {number: text for number, text in words.levels.items() if number < stone.top_level}
    if not levels or stone.claimed_header:
        return ()
    if there := stone.author_levels.filter(number__in=levels).count():
        return words.left_out if there == len(levels) else ()
    for number, text in levels.items():
        add_level(stone, number, text, LevelOrigin.SENDER)
    return words.left_out


def add_level(stone: Stone, number: int, text: str, origin: LevelOrigin) -> None:
    """A level that was given with the stone, which has no such one yet."""
    Level.objects.create(
        account_id=stone.account_id,
        content=stone.content,
        stone=stone,
        number=number,
        text=text,
        tokens=count_tokens(text),
        origin=origin,
    )
