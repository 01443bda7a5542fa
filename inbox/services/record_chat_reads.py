"""Ledger entries of a chat: what was read, and what its model cost."""

from collections.abc import Collection, Sequence

from django.db import transaction

from core.db.reader_names import assistant_reader, person_reader
from core.llm import count_tokens
from inbox.helpers.chat_prompt import ChatSource, source_quote
from inbox.models import Agent, AgentKind
from stones.models import ReadKind, Stone
from stones.services.write_ledger import LedgerValues, record_all


def record_quotes(agent: Agent, quoted: Sequence[ChatSource]) -> None:
    """Record the quotes that the agent got; a person's, who pays for no window, as a person's reads."""
    is_person = agent.kind == AgentKind.PERSON
    reader = person_reader(agent.account.get_username()) if is_person else assistant_reader(agent.name)
    for chat_source in quoted:
        if chat_source.stone:
            tokens = count_tokens(source_quote(chat_source, count_tokens))
            _record(agent, reader, chat_source, tokens, saves=True)


def record_model(agent: Agent, read: Sequence[ChatSource], used: Collection[ChatSource], spent: int) -> None:
    """Record what a model read; only `used` sources saved the agent a paste. The entries sum up to `spent` tokens."""
    for chat_source in read:
        if chat_source.stone:
            tokens = min(count_tokens(chat_source.text), spent)
            spent -= tokens
            # A source that the answer does not rest on has saved no paste.
            _record(agent, assistant_reader(agent.name), chat_source, tokens, saves=chat_source in used)
    if spent:
        _create_entry(
            agent,
            assistant_reader(agent.name),
            None,
            ReadKind.HELPER,
            source="",
            level=0,
            tokens=spent,
            paste_tokens=0,
        )


@transaction.atomic
def _record(agent: Agent, reader: str, chat_source: ChatSource, tokens: int, *, saves: bool) -> None:
    # Locked, if it is still there: what was read of it stays in the ledger without it.
    stone = Stone.objects.select_for_update(no_key=True).filter(pk=chat_source.stone).first()
    # Without savings there is no source: it would count as the paste that later reads of it save.
    source, paste_tokens = (chat_source.stone, chat_source.tokens) if saves else ("", tokens)
    _create_entry(
        agent,
        reader,
        stone,
        ReadKind.FOCUS,
        source=source,
        level=None,
        tokens=tokens,
        paste_tokens=paste_tokens,
    )


def _create_entry(
    agent: Agent,
    reader: str,
    stone: Stone | None,
    kind: ReadKind,
    *,
    source: str,
    level: int | None,
    tokens: int,
    paste_tokens: int,
) -> None:
    entry = LedgerValues(
        account_id=agent.account_id,
        stone_id=stone.pk if stone else None,
        source=source,
        glow_channel=stone.glow_channel if stone else "",
        reader=reader,
        kind=kind,
        level=level,
        tokens=tokens,
        paste_tokens=paste_tokens,
    )
    record_all([entry])
