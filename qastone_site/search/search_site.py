"""Search results by kind. Nothing is ranked across kinds: their scores cannot be compared."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Case, QuerySet, When
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from brain.services.find_notes import find_notes
from clipboard.queries.find_copies import copies_of, search_copies
from inbox.models import Agent
from inbox.queries import inbox_tabs as inbox_listing
from inbox.queries.inbox_tabs import Tab
from inbox.queries.list_memories import MemoryFilter, filter_memories
from inbox.services.memory.search_memories import match_memories
from manual.find_sections import manual_index
from qastone_site.search.result_groups import MAX_HITS, ResultGroup, SearchHit, group_hits
from quickstart.models import Collection, Entry, Skill
from quickstart.queries.browse_collection import entries_of, skills_of, with_words
from quickstart.queries.readable_collections import collections_for
from search.matching_rows import MatchingRows
from search.partial_matches import rows_with_most_words
from stones.models import ListedStone
from stones.queries import assemble
from stones.queries import stone_filters as stones_listing
from stones.queries.stone_list_filter import parse_stone_filter
from stones.services.search_stones import match_stones
from stones.stored_header import text_of

MAX_COLLECTIONS = 20
SUMMARY_CHARACTERS = 300


Matches = Callable[[User, str], MatchingRows]


class WordKind(NamedTuple):
    """A kind whose page lists its rows by words: those with all of some words, newest first, and hits of rows."""

    name: str
    rows: Callable[[User, str], QuerySet[Any]]
    hits: Callable[[QuerySet[Any]], list[SearchHit]]
    address: str
    query: dict[str, str]
    matches: Matches | None = None
    """Where it is searched by meaning, too."""


def search(account: User, words: str) -> list[ResultGroup]:
    """The kinds with hits, each with its first ones, in the order of the pages' menu.

    The operators of the lists of messages and stones (`from:koda`) work for these here, too. Where no message, stone,
    memory or copy has every word, the messages and copies with most of them; stones and memories come near in meaning.
    """
    found = [_group_of(kind, account, words, kind.matches or _having_words(kind)) for kind in WORD_KINDS]
    if all(group.is_partial for group in found):
        found = [
            group if kind.matches else _group_of(kind, account, words, _with_most(kind))
            for kind, group in zip(WORD_KINDS, found, strict=True)
        ]
    messages, stones, memories, copies = found
    others = (kind(account, words) for kind in (_entries, _skills, _notes))
    groups = (messages, stones, *others, memories, copies, _agents(account, words), _manual(account, words))
    return [group for group in groups if group.hits]


def _group_of(kind: WordKind, account: User, words: str, matches: Matches) -> ResultGroup:
    whole, near = matches(account, words)
    keys = [*whole, *near][: MAX_HITS + 1]
    in_order = Case(*(When(pk=pk, then=at) for at, pk in enumerate(keys)), default=len(keys))
    hits = kind.hits(kind.rows(account, "").filter(pk__in=keys).order_by(in_order)) if keys else []
    hits = [hit._replace(is_near=at >= len(whole)) for at, hit in enumerate(hits)]
    return group_hits(kind.name, hits, kind.address, **kind.query, q=words)


def _having_words(kind: WordKind) -> Matches:
    def matches(account: User, words: str) -> MatchingRows:
        return MatchingRows(list(kind.rows(account, words).values_list("pk", flat=True)[: MAX_HITS + 1]), [])

    return matches


def _with_most(kind: WordKind) -> Matches:
    return lambda account, words: MatchingRows(
        [], rows_with_most_words(partial(kind.rows, account), words, MAX_HITS)
    )


def _messages(account: User, words: str) -> QuerySet[Any]:
    inbox_filter = inbox_listing.parse_inbox_filter({"tab": Tab.ALL, "q": words})
    return inbox_listing.with_messages(inbox_listing.filter_deliveries(account, None, inbox_filter))


def _message_hits(rows: QuerySet[Any]) -> list[SearchHit]:
    hits = []
    for delivery in rows:
        message = delivery.message
        url = f"{reverse('inbox:thread', args=[message.pk])}#m-{message.pk}"
        summary = message.scan if message.subject else ""
        hits.append(
            SearchHit(
                message.subject or message.scan,
                url,
                message.sender_name,
                summary,
                message.prices[-1],
                message.is_demo,
                message.scan_origin,
            )
        )
    return hits


def _stones(account: User, words: str) -> QuerySet[Any]:
    """Archived ones, too."""
    query = MultiValueDict({"q": [words], "shown": ["all"]})
    return stones_listing.filter_stones(account, parse_stone_filter(query))


def _stone_matches(account: User, words: str) -> MatchingRows:
    filters = parse_stone_filter(MultiValueDict({"q": [words], "shown": ["all"]}))

    def having(some: str) -> QuerySet[ListedStone]:
        return stones_listing.filter_stones(account, replace(filters, words=some))

    if not filters.words:
        return MatchingRows(list(having("").values_list("pk", flat=True)[: MAX_HITS + 1]), [])
    return match_stones(account, filters.words, having=having)


def _stone_hits(rows: QuerySet[Any]) -> list[SearchHit]:
    return [
        SearchHit(
            text_of(assembled, 0),
            reverse("stones:detail", args=[stone.address]),
            stone.glow_channel,
            tokens=stone.content.tokens,
            is_demo=stone.is_demo,
            origin=assembled.lod_0_origin,
        )
        for stone in rows
        for assembled in [assemble(stone)]
    ]


def _entries(account: User, words: str) -> ResultGroup:
    rows = _in_collections(account, words, entries_of)
    hits = [
        SearchHit(
            entry.question,
            f"{reverse('quickstart:entry', args=[entry.entry_id])}?collection={entry.collection.name}",
            entry.collection.name,
            entry.answer[:SUMMARY_CHARACTERS],
        )
        for entry in rows
        if isinstance(entry, Entry)
    ]
    return group_hits("Questions and answers", hits, "quickstart:entries", q=words)


def _skills(account: User, words: str) -> ResultGroup:
    rows = _in_collections(account, words, skills_of)
    hits = [
        SearchHit(
            skill.title,
            f"{reverse('quickstart:skill', args=[skill.skill_id])}?collection={skill.collection.name}",
            skill.collection.name,
            skill.description[:SUMMARY_CHARACTERS],
        )
        for skill in rows
        if isinstance(skill, Skill)
    ]
    return group_hits("Skills", hits, "quickstart:skills", q=words)


def _in_collections(
    account: User, words: str, rows_of: Callable[[Collection], QuerySet[Any]]
) -> list[Entry | Skill]:
    """Rows of the collections that the account may ask, its own first, until there are enough to say "more"."""
    found: list[Entry | Skill] = []
    for collection in collections_for(account)[:MAX_COLLECTIONS]:
        rows = with_words(rows_of(collection), words, collection).select_related("collection")
        found.extend(rows[: MAX_HITS + 1 - len(found)])
        if len(found) > MAX_HITS:
            break
    return found


def _notes(account: User, words: str) -> ResultGroup:
    hits = [
        SearchHit(
            each.note.title,
            f"{reverse('brain:note', args=[each.note.pk])}?from={each.start}&to={each.end}#cited",
            summary=each.excerpt[:SUMMARY_CHARACTERS],
            is_demo=each.note.is_demo,
        )
        for each in find_notes(account=account, query=words, tags=[], limit=MAX_HITS + 1, near_only=True)
    ]
    return group_hits("Notes", hits, "brain:notes", q=words)


def _memories(account: User, words: str) -> QuerySet[Any]:
    return filter_memories(account, MemoryFilter(words=words))


def _memory_hits(rows: QuerySet[Any]) -> list[SearchHit]:
    return [
        SearchHit(
            memory.key or memory.text[:SUMMARY_CHARACTERS],
            reverse("inbox:memory", args=[memory.pk]),
            memory.agent.name,
            memory.text[:SUMMARY_CHARACTERS] if memory.key else "",
            memory.tokens,
        )
        for memory in rows
    ]


def _copies(account: User, words: str) -> QuerySet[Any]:
    copies = copies_of(account)
    return search_copies(account, copies, words) if words else copies


def _copy_hits(rows: QuerySet[Any]) -> list[SearchHit]:
    return [
        SearchHit(
            copy.preview, reverse("clipboard:entry", args=[copy.pk]), copy.source_app, tokens=copy.tokens
        )
        for copy in rows
    ]


def _agents(account: User, words: str) -> ResultGroup:
    """Open agents by their names; nothing is found by an operator of the lists."""
    found = Agent.objects.filter(account=account, closed=None, name__icontains=words).exclude(kind="person")
    hits = [
        SearchHit(
            agent.name,
            reverse("inbox:agent", args=[agent.name]),
            summary=agent.description,
            is_demo=agent.is_demo,
        )
        for agent in found.order_by("name")[: MAX_HITS + 1]
    ]
    return group_hits("Agents", hits, "inbox:agents")


def _manual(account: User, words: str) -> ResultGroup:
    """Everybody's. All that there is stands on one page; nothing is found by an operator of the lists."""
    found = manual_index().find(words, of_one_word=True)[:MAX_HITS]
    hits = [
        SearchHit(each.title, each.url, each.document_title, each.text[:SUMMARY_CHARACTERS]) for each in found
    ]
    return ResultGroup("Manual", hits, has_more=False, all_url=reverse("manual:contents"))


WORD_KINDS = (
    WordKind(
        "Messages",
        _messages,
        _message_hits,
        "inbox:list",
        {"tab": Tab.ALL, "agent": inbox_listing.ALL_AGENTS},
    ),
    WordKind("Stones", _stones, _stone_hits, "stones:list", {"shown": "all"}, _stone_matches),
    WordKind("Memory", _memories, _memory_hits, "inbox:memories", {}, match_memories),
    WordKind("Copies", _copies, _copy_hits, "clipboard:list", {}),
)
