"""Storing a memory. Its words find it at once; its vectors come with its job."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Func
from django.utils import timezone

from core.jobs.request_jobs import request_jobs
from core.llm import count_tokens
from core.rest.agent_tokens import refuse_tokens
from core.text.bm25_words import passage_stems
from core.text.is_blank import is_blank
from core.text.one_line import unfit_in_name
from core.text.passages import Passage, split_passages
from inbox.exceptions import InvalidMemory, MemoryTooLarge
from inbox.models import EMBED_MEMORY, Agent, Memory, MemoryPassage
from inbox.services.memory.restore_replaced import lock_shared_keys
from search.models import space_words
from stones.format import canonical

MAX_BYTES = 64_000
MAX_KEY = 200
MAX_TAGS = 20
MAX_TAG = 60
TTL_SECONDS = range(60, 10 * 366 * 86_400 + 1)


class RememberResult(NamedTuple):
    """The memory, and the one that it replaced under its key (None: none), which is history now."""

    memory: Memory
    replaced: Memory | None

    @property
    def replaced_from(self) -> str | None:
        """The other agent that had shared it; None where it was one's own, or nothing was replaced."""
        is_anothers = self.replaced is not None and self.replaced.agent_id != self.memory.agent_id
        return self.replaced.agent.name if self.replaced and is_anothers else None


class _MemoryDraft(NamedTuple):
    """The validated fields of a memory."""

    key: str
    text: str
    tags: list[str]
    ttl: timedelta | None


def remember(
    *,
    agent: Agent,
    text: str,
    key: str = "",
    tags: Iterable[str] = (),
    ttl_seconds: int | None = None,
    shared: bool = False,
) -> RememberResult:
    """Remember a text for the agent alone, or with `shared` for all agents of its account.

    Under a key the earlier text becomes history. The same text, under the same key or again without one, and with no
    tag that is not there (a person may have given more) changes nothing but the time, so this is safe to repeat. What
    is shared is the account's, else the agent's own. `ttl_seconds` None: it does not expire; what is renewed stays as
    long as before, from now.

    Raises InvalidMemory, MemoryTooLarge, TokenInContent.
    """
    draft = _validate_draft(text, key, tags, ttl_seconds)
    passages = split_passages(draft.text, count_tokens=count_tokens)
    tokens = count_tokens(draft.text)
    with transaction.atomic():
        earlier = _lock_earlier(agent, draft, tokens, shared)
        now = timezone.now()
        if earlier and earlier.text == draft.text and set(draft.tags) <= set(earlier.tags):
            return RememberResult(_renew(earlier, draft.ttl, now), None)
        if earlier:
            earlier.superseded = now
            earlier.save(update_fields=["superseded"])
        memory = _store(agent, draft, tokens, passages, shared=shared, now=now)
        request_jobs([memory], EMBED_MEMORY)
    return RememberResult(memory, earlier)


def _lock_earlier(agent: Agent, draft: _MemoryDraft, tokens: int, shared: bool) -> Memory | None:
    """The current memory under the key, or without one that of the same text with the tags; locked until the commit."""
    if shared:
        lock_shared_keys(agent.account_id)
    else:
        # There may be no row yet.
        Agent.objects.select_for_update(no_key=True).get(pk=agent.pk)
    current = Memory.objects.filter(
        account_id=agent.account_id, key=draft.key, shared=shared, superseded=None
    )
    if not draft.key:
        # The number of tokens first: it differs for nearly all, and their texts need not be compared.
        current = current.filter(tokens=tokens, text=draft.text, tags__contains=draft.tags).order_by("-pk")
    return (current if shared else current.filter(agent=agent)).select_for_update(of=("self",)).first()


def _renew(memory: Memory, ttl: timedelta | None, now: datetime) -> Memory:
    if ttl is None and memory.expires is not None:
        ttl = memory.expires - memory.created
    memory.created, memory.expires, memory.restored = now, now + ttl if ttl else None, None
    memory.save(update_fields=["created", "expires", "restored"])
    return memory


def _store(
    agent: Agent,
    draft: _MemoryDraft,
    tokens: int,
    passages: Sequence[Passage],
    *,
    shared: bool,
    now: datetime,
) -> Memory:
    memory = Memory.objects.create(
        account_id=agent.account_id,
        agent=agent,
        shared=shared,
        key=draft.key,
        text=draft.text,
        tags=draft.tags,
        tokens=tokens,
        created=now,
        expires=now + draft.ttl if draft.ttl else None,
    )
    MemoryPassage.objects.bulk_create([_build_passage(memory, passage) for passage in passages])
    return memory


def _build_passage(memory: Memory, passage: Passage) -> MemoryPassage:
    return MemoryPassage(
        account_id=memory.account_id,
        memory=memory,
        space=memory.space,
        ordinal=passage.ordinal,
        start=passage.start,
        end=passage.end,
        trail=passage.trail,
        words=passage_words(memory, trail=passage.trail, text=passage.text),
    )


def passage_words(memory: Memory, *, trail: str, text: str) -> Func:
    """The words by which a passage of the memory is found: those of its key and tags, too."""
    return space_words(memory.space, passage_stems(f"{trail}\n{text}", key=memory.key, tags=memory.tags))


def _validate_draft(text: str, key: str, tags: Iterable[str], ttl_seconds: int | None) -> _MemoryDraft:
    text = _storable_text("text", canonical(text))
    if (size := len(text.encode())) > MAX_BYTES:
        limit = settings.STONE_MAX_BYTES
        what = "a stone of it" if size <= limit else f"stones of its parts (at most {limit:,} bytes each)"
        raise MemoryTooLarge(
            f"The text has {size:,} bytes; at most {MAX_BYTES:,} are remembered. Make {what}, and remember the "
            "border_hash.",
            limit=MAX_BYTES,
        )
    if is_blank(text):
        raise InvalidMemory("The text is empty: there is nothing to remember.")
    refuse_tokens(text, where="text")
    if ttl_seconds is not None and ttl_seconds not in TTL_SECONDS:
        raise InvalidMemory(
            f"ttl_seconds must be from {TTL_SECONDS[0]} to {TTL_SECONDS[-1]:,}, not {ttl_seconds}."
        )
    return _MemoryDraft(
        _clean_key(key), text, _new_tags(tags), timedelta(seconds=ttl_seconds) if ttl_seconds else None
    )


def _clean_key(key: str) -> str:
    key = _visible_line("key", key)
    if len(key) > MAX_KEY:
        raise InvalidMemory(f"The key has {len(key)} characters; at most {MAX_KEY} are allowed.")
    refuse_tokens(key, where="key")
    return key


def _new_tags(tags: Iterable[str]) -> list[str]:
    """As `clean_tags`, of a form that a person can type, too."""
    found = clean_tags(tags)
    for tag in found:
        if "," in tag or tag.startswith("#"):
            raise InvalidMemory(f"A tag has no comma, and no # before it: {tag!r}. Two tags are two items.")
    return found


def clean_tags(tags: Iterable[str]) -> list[str]:
    """Tags as they are stored, each once. Raises InvalidMemory, TokenInContent."""
    found = list(dict.fromkeys(_visible_line("tag", tag) for tag in tags))
    if len(found) > MAX_TAGS:
        raise InvalidMemory(f"There are {len(found)} tags; at most {MAX_TAGS} are allowed.")
    for tag in found:
        if not 0 < len(tag) <= MAX_TAG:
            raise InvalidMemory(f"A tag has 1 to {MAX_TAG} characters; {tag[:MAX_TAG]!r} has {len(tag)}.")
        refuse_tokens(tag, where="tag")
    return found


def _visible_line(name: str, value: str) -> str:
    """On one line. Raises InvalidMemory for what would be shown otherwise than it is."""
    line = " ".join(_storable_text(name, value).split())
    if unfit := unfit_in_name(line):
        raise InvalidMemory(
            f"The {name} has the character {unfit}, a control or a change of direction: a {name} is visible text. "
            "Leave it out."
        )
    return line


def _storable_text(name: str, value: str) -> str:
    """Raises InvalidMemory for what a database cannot hold as text."""
    if "\x00" in value:
        raise InvalidMemory(f"The {name} has a NUL character (U+0000), which cannot be stored.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise InvalidMemory(
            f"The {name} has half a character, U+{ord(value[error.start]):04X}, which cannot be stored."
        ) from error
    return value
