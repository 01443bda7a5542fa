"""The tools and resources of stones: store one, find some, read a level by its address."""

from typing import Annotated, Literal

from pydantic import Field

from core.db.word_query import says_exactly
from core.llm import count_tokens
from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments
from core.mcp.fenced_text import (
    DEFAULT_TOKENS,
    fence,
    fit_to_budget,
    left_out_note,
    new_nonce,
    other_words_note,
    unused_note,
)
from core.mcp.normalize_arguments import Content, Detail, Summary
from core.mcp.resource import McpResource
from core.mcp.tool import tool
from core.mcp.tool_output import Output, ToolAnswer, Untrusted
from core.text.cut_to_tokens import cut_to_tokens
from stones import services
from stones.assembled_stone import AssembledStone
from stones.exceptions import LevelNotFound
from stones.models import origin_word
from stones.queries import assemble, name_for
from stones.services import StoneDraft
from stones.stored_header import text_of

SCAN_TOKENS = 40
MAX_ROWS = 50
SEND_INSTEAD = (
    'Send it as it is, which stores it: send(to="agent", stone=its whole text); to yourself, if it is only '
    "to be stored."
)


class StoneOutput(Output):
    id: str
    border_hash: str
    created: bool
    channel: str
    state: str
    lod_tokens: list[int]
    scan: str
    origin: str | None = None
    left_out: list[str] | None = None


class StoneRow(Output):
    border_hash: str
    # Where several stones have the text, and the hash would find another.
    id: str | None = None
    verdict: str
    channel: str
    sender: str = Field(alias="from")
    scan: str
    origin: str | None = None
    lod_tokens: list[int]


class StonesOutput(Untrusted):
    more: bool
    stones: list[StoneRow]


@tool("stones:write", title="Store a stone", output=StoneOutput, repeatable=True)
def create_stone(
    caller: Caller,
    content: Annotated[Content | None, Field(description="the handoff, kept verbatim")] = None,
    summary: Summary = "",
    detail: Detail = "",
    mends: Annotated[
        str | None, Field(description="instead of content: the hash of your stone that gets these words")
    ] = None,
    channel: Literal["task", "context", "handoff", "query", "data"] | None = None,
    history: Annotated[str | None, Field(description="what led to it, readable as the last level")] = None,
    ttl_days: int | None = None,
) -> ToolAnswer:
    """Store a text as a stone with levels of detail. Returns its hash, LOD-0 and what each level costs."""
    if (content is None) == (mends is None):
        raise InvalidArguments("create_stone: give either content or mends. Nothing was stored.")
    if mends is not None:
        if channel or history is not None or ttl_days is not None:
            raise InvalidArguments("create_stone: mends takes summary and detail alone. Nothing was changed.")
        return _reword(caller, mends, summary, detail)
    text = content or ""
    services.refuse_stone(text, instead=SEND_INSTEAD)
    services.require_summary(text, summary, outcome="stored")
    draft = StoneDraft(
        text,
        glow_channel=channel,
        source_agent=caller.agent.name,
        summary=summary,
        detail=detail,
        history=history,
        ttl_days=ttl_days,
    )
    stored = services.store_stone(account=caller.account, draft=draft)
    return _answer(caller, stored, done="stored" if stored.created else "was stored already")


def _reword(caller: Caller, border_hash: str, summary: str, detail: str) -> ToolAnswer:
    stored = services.reword(
        account=caller.account,
        border_hash=border_hash,
        summary=summary,
        detail=detail,
        agent=caller.agent.name,
    )
    return _answer(caller, stored, done="has your words now")


def _answer(caller: Caller, stored: services.Stored, *, done: str) -> ToolAnswer:
    name_for(caller.agent, [stored.stone])
    assembled = assemble(stored.stone)
    address, origin = stored.stone.address, assembled.levels[0].shown_origin
    prices = ", ".join(f"LOD-{level.number} {level.tokens:,}" for level in assembled.levels)
    scan = text_of(assembled, 0)
    mend = f'create_stone(mends="{stored.stone.pk}", summary=…, detail=…)'
    return ToolAnswer(
        f"Stone {address} {done}: {stored.stone.glow_channel}, levels {assembled.status}. "
        f"Tokens: {prices}.\nLOD-0 ({origin_word(origin)}): {scan}"
        f"{other_words_note(mend) if stored.has_other_words else left_out_note(stored.left_out, mend)}"
        f"{unused_note(stored.unused)}",
        StoneOutput(
            id=stored.stone.pk,
            border_hash=address,
            created=stored.created,
            channel=stored.stone.glow_channel,
            state=assembled.status,
            lod_tokens=[level.tokens for level in assembled.levels],
            scan=scan,
            origin=assembled.lod_0_origin or None,
            left_out=list(stored.left_out) or None,
        ),
    )


@tool("stones:read", title="Search stones", output=StonesOutput, reads_only=True)
def search_stones(
    caller: Caller,
    query: Annotated[
        str, Field(max_length=500, description='words, "a phrase", -without; empty: newest')
    ] = "",
    limit: Annotated[int, Field(ge=1, le=MAX_ROWS)] = 10,
) -> ToolAnswer:
    """Find stones of your account by words and meaning: one line each, with LOD-0 and what the deeper levels cost."""
    words = query.strip()
    matches = services.find_stones(account=caller.account, words=words, limit=limit + 1)
    found = matches.stones
    if not found:
        text = "No stone matches." if words else "No stones yet: create_stone stores one."
        return ToolAnswer(text, StonesOutput(untrusted=["stones"], more=False, stones=[]))
    name_for(caller.agent, found)
    rows = [_row(assemble(stone)) for stone in found[:limit]]
    lines = "\n".join(_line(row, each.is_demo) for row, each in zip(rows, found, strict=False))
    shown = fit_to_budget(lines, DEFAULT_TOKENS - 100).text.rstrip("\n")
    fitting_rows = shown.count("\n") + 1
    is_more = len(found) > fitting_rows
    more = " There are more: narrow the query." if is_more else ""
    many = "1 stone" if fitting_rows == 1 else f"{fitting_rows} stones"
    order = _order(words, min(matches.whole, fitting_rows), fitting_rows)
    head = f"{many}, {order}: hash channel sender: LOD-0 (whose words +tokens of LOD-1/…)."
    return ToolAnswer(
        f"{head}{more}\n{fence(shown, sender='several agents', nonce=new_nonce())}",
        StonesOutput(untrusted=["stones"], more=is_more, stones=rows[:fitting_rows]),
    )


def _order(words: str, whole: int, many: int) -> str:
    """Of so many stones, of which the first `whole` have every word."""
    if not words or says_exactly(words):
        return "newest first"
    if whole == many:
        return "nearest first"
    if not whole:
        return "none has every word, nearest first"
    having = "the first has" if whole == 1 else f"the first {whole} have"
    return f"{having} every word, the others come nearest"


def _row(assembled: AssembledStone) -> StoneRow:
    stone = assembled.stone
    scan = cut_to_tokens(" ".join(text_of(assembled, 0).split()), SCAN_TOKENS, count_tokens)
    fields = {
        "border_hash": stone.content.border_hash,
        "id": stone.pk if stone.address == stone.pk else None,
        "verdict": stone.verdict.value,
        "channel": stone.glow_channel,
        "from": stone.source_line,
        "scan": scan,
        "origin": assembled.lod_0_origin or None,
    }
    return StoneRow.model_validate(fields | {"lod_tokens": [level.tokens for level in assembled.levels]})


def _line(row: StoneRow, is_demo: bool) -> str:
    deeper = "/".join(map(str, row.lod_tokens[1:]))
    prices = f" ({origin_word(row.origin or '')} +{deeper})" if deeper else ""
    return f"{row.id or row.border_hash}{' demo' if is_demo else ''} {row.channel} {row.sender}: {row.scan}{prices}"


def _read_level(caller: Caller, border_hash: str, n: str) -> str:
    if not (n.isascii() and n.isdigit() and len(n) < 5):
        raise LevelNotFound(f"{n[:20]!r} is no level: they are numbered from 0, the scan.")
    read = services.read_level(
        account=caller.account,
        border_hash=border_hash,
        level=int(n),
        reader=caller.reader,
        recipient=caller.agent,
    )
    return fence(read.content, sender=read.assembled.stone.source_line, nonce=new_nonce())


TOOLS = (create_stone, search_stones)
RESOURCES = (
    McpResource(
        template="qastone://stone/{border_hash}/lod/{n}",
        name="level",
        description="One level of a stone: 0 the scan … the last its verbatim source.",
        scopes=("stones:read",),
        function=_read_level,
    ),
)
