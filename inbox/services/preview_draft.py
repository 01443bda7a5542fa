"""What the compose page's draft would deliver, and its row in the inbox of whoever gets it. Nothing is written."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from core.llm import count_tokens
from core.text.cut_to_tokens import cut_to_tokens
from core.text.one_line import one_line
from inbox.models import Agent, Inbox
from inbox.rendering.inbox_lines import SCAN_TOKENS, InboxLine, omissions_text, render_line, written_for
from inbox.services.compose_message import AUTHOR, ComposedMessage, compose, compose_stone
from inbox.services.post_draft import MessageDraft
from inbox.services.resolve_recipients import MAX_RECIPIENTS, agent_address, writable_agents
from inbox.services.resolve_stone import parse_stone, resolve_truncated
from inbox.services.send_messages import Outgoing
from stones.exceptions import NotAStone
from stones.format import (
    FormatError,
    HashVerdict,
    ParsedStone,
    begins_as_stone,
    dump,
    level_name,
    truncate,
    verify,
)
from stones.models import ListedStone
from stones.queries import assemble, find_stone
from stones.services.given_levels import LevelWarning, pasted_level_warnings, stored_level_warnings
from stones.services.pasted_stone import find_stored


@dataclass(frozen=True)
class InboxRow:
    """A line of an agent's inbox as its agent reads it there, and what reading it costs."""

    line: str
    tokens: int
    # The recipients who see it so; nobody was named yet where there is none.
    recipients: tuple[str, ...]


@dataclass(frozen=True)
class MessagePreview:
    """What will be delivered, to the byte, and its tokens. `whole`: tokens of the complete source."""

    text: str
    tokens: int
    scan: str
    whole: int
    # What each level costs, LOD-0 first, and whose words the scan is.
    lod_tokens: Sequence[int]
    scan_origin: str = ""
    delivered_lod: int | None = None
    omissions: str = ""
    is_unverified: bool = False
    # What the sender must know of a copy without its source.
    note: str = ""
    left_out: tuple[str, ...] = ()
    # Beside a stone, and so a message of its own.
    is_note: bool = False
    rows: Sequence[InboxRow] = ()


def preview(*, sender: Agent, draft: MessageDraft) -> list[MessagePreview]:
    """What a draft would deliver, message by message, with their rows.

    Raises as `send_message` and `send_stone` for invalid content; recipients who are not there have no row.
    """
    return list(_with_rows(sender, draft.outgoing, _messages(sender, draft)))


def _messages(sender: Agent, draft: MessageDraft) -> list[MessagePreview]:
    if draft.content.is_stone:
        stones = [_preview_stone(sender, stone, draft.max_lod) for stone in draft.content.stones]
        return [*stones, _preview_text(compose(draft.note), is_note=True)] if draft.note else stones
    return [_preview_text(compose(draft.content.text, summary=draft.summary, detail=draft.detail))]


def _preview_text(plain: ComposedMessage, *, is_note: bool = False) -> MessagePreview:
    whole = plain.lod_tokens[-1]
    return MessagePreview(
        plain.body,
        whole,
        plain.scan,
        whole,
        plain.lod_tokens,
        scan_origin=plain.scan_origin,
        left_out=plain.left_out,
        is_note=is_note,
    )


def _preview_stone(sender: Agent, stone: str, max_lod: int) -> MessagePreview:
    if begins_as_stone(stone):
        return _preview_pasted(sender, stone, max_lod)
    return _preview_stored(find_stone(sender.account, stone, recipient=sender), max_lod)


def _preview_stored(stone: ListedStone, max_lod: int) -> MessagePreview:
    assembled = assemble(stone)
    note = _note(stored_level_warnings(assembled))
    return _preview_composed(compose_stone(assembled, max_lod), whole=stone.content.tokens, note=note)


def _note(warnings: Sequence[LevelWarning]) -> str:
    return " ".join(f"{each.text.rstrip('.')}." for each in warnings)


def _preview_composed(composed: ComposedMessage, *, whole: int, note: str = "") -> MessagePreview:
    return MessagePreview(
        composed.body,
        count_tokens(composed.body),
        composed.scan,
        whole,
        composed.lod_tokens,
        scan_origin=composed.scan_origin,
        delivered_lod=composed.delivered_lod,
        omissions=omissions_text(composed.omissions, len(composed.lod_tokens) - 1),
        is_unverified=composed.verdict == HashVerdict.NOT_VERIFIABLE,
        note=note,
    )


def _preview_pasted(sender: Agent, stone: str, max_lod: int) -> MessagePreview:
    """The stored stone where the pasted one is stored, else the pasted one as it is."""
    parsed = parse_stone(stone)
    if not parsed.is_complete:
        return _preview_truncated(sender, parsed, max_lod)
    found = find_stored(sender.account, parsed, recipient=sender)
    if found.stone is not None:
        return _preview_stored(found.stone, max_lod)
    copy = truncate(parsed, min(max_lod, len(parsed.levels) - 1))
    try:
        text = dump(copy)
    except FormatError as error:
        raise NotAStone(str(error), line=error.line, reason=error.reason) from error
    delivered, prices = len(copy.levels) - 1, [count_tokens(level) for level in parsed.levels]
    return MessagePreview(
        text,
        count_tokens(text),
        cut_to_tokens(one_line(copy.levels[0]), SCAN_TOKENS, count_tokens),
        prices[-1],
        prices,
        scan_origin=AUTHOR if len(prices) > 1 else "",
        delivered_lod=delivered,
        omissions=omissions_text(_missing(prices, delivered), len(prices) - 1),
        is_unverified=verify(parsed) is not HashVerdict.VERIFIED,
        note=_note(pasted_level_warnings(parsed, found)),
    )


def _preview_truncated(sender: Agent, parsed: ParsedStone, max_lod: int) -> MessagePreview:
    copy = find_stored(sender.account, parsed, recipient=sender)
    resolved = resolve_truncated(parsed, copy, max_lod)
    whole = copy.stone.content.tokens if copy.stone else resolved.composed.lod_tokens[-1]
    return _preview_composed(resolved.composed, whole=whole, note=resolved.note)


def _missing(prices: Sequence[int], delivered: int) -> dict[str, object]:
    left = range(delivered + 1, len(prices))
    levels = [{"level": number, "name": level_name(number), "tokens": prices[number]} for number in left]
    return {"levels": levels}


def _with_rows(
    sender: Agent, outgoing: Outgoing, messages: Sequence[MessagePreview]
) -> Iterator[MessagePreview]:
    views = list(_views(sender, outgoing))
    for at, message in enumerate(messages):
        rows = []
        for name, recipients, number in views:
            row = InboxLine(
                sequence=number + at if number else None,
                sender=written_for(name, outgoing.for_agent),
                scan=message.scan,
                lod_tokens=message.lod_tokens,
                subject=outgoing.subject.strip(),
                priority=outgoing.priority,
                needs_answer=outgoing.needs_answer and not message.is_note,
                origin=message.scan_origin,
            )
            line = render_line(row)
            rows.append(InboxRow(line, count_tokens(line), recipients))
        yield replace(message, rows=rows)


def _views(sender: Agent, outgoing: Outgoing) -> Iterator[tuple[str, tuple[str, ...], int | None]]:
    """By what name recipients see the sender, which ones, and their inbox's next number where there is one of them."""
    agents = list(writable_agents(sender, outgoing.recipients[:MAX_RECIPIENTS]).values())
    own = {agent.pk: agent for agent in agents if agent.account_id == sender.account_id}
    others = {agent.pk: agent for agent in agents if agent.pk not in own}
    if own or not others:
        yield sender.name, tuple(agent.name for agent in own.values()), _next_number(own)
    if others:
        names = tuple(agent_address(agent, sender.account_id) for agent in others.values())
        yield agent_address(sender, next(iter(others.values())).account_id), names, _next_number(others)


def _next_number(agents: Collection[int]) -> int | None:
    if len(agents) != 1:
        return None
    inbox = Inbox.objects.filter(agent__in=agents).first()
    return (inbox.last_sequence if inbox else 0) + 1
