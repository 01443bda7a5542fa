"""Inboxes under load: agents that write to each other over real HTTP, and the time and tokens of reading."""

import json
import secrets
import statistics
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.llm import count_tokens
from tools.benchmarks.bench_site import BenchSite, site
from tools.benchmarks.http_load import HttpCall, LoadTally, call_once, run

MESSAGE_BYTES = 2_000
SENTENCE = (
    "The nightly export of bucket 7 stops at the first network error; make it try again up to 4 times. "
)
LIST_ROWS = 20
MCP_PROTOCOL = "2025-11-25"


def measure(*, seconds: float, agents: int, processes: int) -> dict[str, object]:
    """Send for `seconds`, then compare and list. Returns the JSON line's object."""
    with (
        tempfile.TemporaryDirectory(prefix="qastone-bench-") as folder,
        site(Path(folder), processes) as bench,
    ):
        tokens = {f"agent{number}": bench.agent(f"agent{number}") for number in range(agents)}
        sent, bare, listed = LoadTally(), LoadTally(), LoadTally()
        run([_insert()] * agents, bare, port=bench.port, seconds=seconds / 6)
        run(_sends(tokens), sent, port=bench.port, seconds=seconds)
        lost, doubled = _compare(bench, tokens, sent)
        run([_lines(token) for token in tokens.values()], listed, port=bench.port, seconds=seconds / 6)
        return {
            "benchmark": "inbox",
            "agents": agents,
            "web_processes": processes,
            "message_bytes": MESSAGE_BYTES,
            "send": sent.figures() | {"lost": lost, "doubled": doubled},
            "bare_insert": bare.figures(),
            "send_to_bare_insert": round(
                sent.figures()["requests_per_second"] / bare.figures()["requests_per_second"], 2
            ),
            f"list_of_{LIST_ROWS}": listed.figures(),
            "row_tokens": _row_tokens(listed),
            "mcp_tools_list_tokens": _tools_tokens(bench, next(iter(tokens.values()))),
        }


def _headers(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def _insert() -> HttpCall:
    """The peer: a bare view that inserts one row."""
    return HttpCall("POST", "/bench/insert", _text, lambda: {"Bench-Key": secrets.token_hex(16)})


def _sends(tokens: Mapping[str, str]) -> list[HttpCall]:
    """Each agent writes to the next one, each message with a text and an idempotency key of its own."""
    names = list(tokens)
    return [_send(tokens[name], names[(number + 1) % len(names)]) for number, name in enumerate(names)]


def _send(token: str, to: str) -> HttpCall:
    return HttpCall(
        "POST",
        "/mcp/inbox/send",
        lambda: json.dumps({"recipient": to, "subject": "Nightly export", "payload": _text()}),
        lambda: _headers(token) | {"Idempotency-Key": secrets.token_hex(16)},
    )


def _text() -> str:
    return f"{secrets.token_hex(8)} {SENTENCE * 30}"[:MESSAGE_BYTES]


def _lines(token: str) -> HttpCall:
    return HttpCall("GET", f"/mcp/inbox/lines?limit={LIST_ROWS}", headers=lambda: _headers(token))


def _compare(bench: BenchSite, tokens: Mapping[str, str], sent: LoadTally) -> tuple[int, int]:
    """(lost, doubled): acknowledged messages that are in no inbox, and messages that are listed more than once."""
    listed: Counter[str] = Counter()
    for token in tokens.values():
        after: Any = 0
        while True:
            path = f"/mcp/inbox/messages?limit=100&after={after}"
            page = json.loads(call_once(bench.port, HttpCall("GET", path, headers=lambda: _headers(token))))  # noqa: B023
            if not page["messages"]:
                break
            listed.update(row["tracking_id"] for row in page["messages"])
            after = page["next_after"]
    acknowledged = [json.loads(answer)["tracking_id"] for answer in sent.answers]
    return (
        sum(tracking_id not in listed for tracking_id in acknowledged),
        sum(many > 1 for many in listed.values()),
    )


def _row_tokens(listed: LoadTally) -> dict[str, float]:
    rows = json.loads(listed.answers[-1])["lines"].splitlines()[-LIST_ROWS:]
    sizes = [count_tokens(row) for row in rows]
    return {"median": statistics.median(sizes), "max": max(sizes)}


def _tools_tokens(bench: BenchSite, token: str) -> int:
    """Tokens of the answer to MCP's tools/list, as a client gets it."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
    headers = _headers(token) | {
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": MCP_PROTOCOL,
    }
    answer = json.loads(call_once(bench.port, HttpCall("POST", "/mcp", lambda: body, lambda: headers)))
    return count_tokens(json.dumps(answer["result"]["tools"], separators=(",", ":"), ensure_ascii=False))
