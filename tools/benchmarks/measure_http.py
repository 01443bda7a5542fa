"""Requests a second over real HTTP: storing a stone and reading LOD-0, beside bare Django views in the same run.

Measures take turns, so that a machine that drifts hits all alike.
"""

import json
import secrets
import tempfile
from pathlib import Path

from tools.benchmarks.bench_site import ROOT, site
from tools.benchmarks.http_load import HttpCall, LoadTally, call_once, run

CONTENT = (ROOT / "qastone_site" / "demo" / "task-retry-uploads.md").read_text()


def measure(*, seconds: float, rounds: int, clients: int) -> dict[str, object]:
    """All four measures in turns of `seconds / rounds` each. Returns the JSON line's object."""
    with tempfile.TemporaryDirectory(prefix="qastone-bench-") as folder, site(Path(folder)) as bench:
        calls = _calls(bench.port, bench.agent("bench"))
        tallies = {name: LoadTally() for name in calls}
        for _ in range(rounds):
            for name, call in calls.items():
                run([call] * clients, tallies[name], port=bench.port, seconds=seconds / rounds)
    measured = {name: tally.figures() for name, tally in tallies.items()}
    return {
        "benchmark": "http",
        "clients": clients,
        "seconds_each": seconds,
        **measured,
        "store_to_bare_insert": _ratio(measured, "store_stone", "bare_insert"),
        "read_to_bare_select": _ratio(measured, "read_lod0", "bare_select"),
    }


def _ratio(measured: dict[str, dict[str, float]], ours: str, bare: str) -> float:
    return round(measured[ours]["requests_per_second"] / measured[bare]["requests_per_second"], 2)


def _calls(port: int, token: str) -> dict[str, HttpCall]:
    auth = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def body() -> str:
        return json.dumps({"content": f"{secrets.token_hex(8)} {CONTENT}", "generate_lods": False})

    store = HttpCall("POST", "/api/format-qastone", body, lambda: auth)
    stored = json.loads(call_once(port, store))
    return {
        "bare_select": HttpCall("GET", "/bench/select"),
        "read_lod0": HttpCall("GET", f"/api/stone/{stored['border_hash']}/lod/0", headers=lambda: auth),
        "bare_insert": HttpCall("POST", "/bench/insert", body, lambda: {"Bench-Key": secrets.token_hex(16)}),
        "store_stone": store,
    }
