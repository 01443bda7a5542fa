"""The check of a sender's own words on single sentences, true and false, that people wrote of a text.

Claims (JSONL): id, text, true ([{say}]), false ([{kind, say}]). A fault found in a true one is a false alarm.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.text.passages import CountTokens
from stones.levels.summary import check_summary
from tools.benchmarks.plant_faults import FORM_CODES


def read_claims(path: Path) -> list[Mapping[str, Any]]:
    """Raises ValueError for a line without the fields."""
    rows = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    if not all(isinstance(row, dict) and {"text", "true", "false"} <= row.keys() for row in rows):
        raise ValueError("each line has to have text, true and false.")
    return rows


def measure_claims(rows: list[Mapping[str, Any]], *, count_tokens: CountTokens) -> dict[str, Any]:
    """Counts: found of the false ones, whole and by kind, and of the true ones, with what was said of those."""
    claims: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    alarms: list[str] = []
    for row in rows:
        for claim in [*({"kind": "true", **each} for each in row["true"]), *row["false"]]:
            report = check_summary(claim["say"], "", row["text"], count_tokens=count_tokens)
            faults = [fault.message for fault in report.faults if fault.code not in FORM_CODES]
            claims[claim["kind"]] += 1
            caught[claim["kind"]] += bool(faults)
            if claim["kind"] == "true":
                alarms += faults
    true = {"claims": claims.pop("true", 0), "flagged": caught.pop("true", 0), "messages": alarms}
    kinds = {kind: {"claims": claims[kind], "found": caught[kind]} for kind in sorted(claims)}
    return {
        "texts": len(rows),
        "true": true,
        "false": {"claims": claims.total(), "found": caught.total()},
        "kinds": kinds,
    }
