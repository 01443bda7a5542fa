"""The accuracy of the check of a sender's own words, on texts that careful readers condensed.

Key facts (JSONL): id, lod0, lod1, facts (level, type, spans, core), never (span, why). The readers' words are honest:
a fault in them is a false alarm. Then faults are planted in them, by a seed, and counted when they are found.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.text.passages import CountTokens
from stones.levels.summary import SummaryReport, check_summary
from tools.benchmarks.plant_faults import FORM_CODES, PlantedFault, SenderCase, plant
from tools.benchmarks.put_in_rules import put_bans_in, put_rules_in, rules_of, steps_of

SEED = 14
KINDS = (
    "changed number",
    "dropped prohibition",
    "inverted prohibition",
    "forbidden command",
    "superseded step",
    "unknown name",
    "dropped warning put in",
    "inverted warning put in",
    "superseded step put in",
    "commanded ban put in",
)
"""Of the last four the text gets a rule first: near its top, or in a part left behind."""


def read_cases(facts: Path, folders: Sequence[Path]) -> list[SenderCase]:
    """The cases whose text is in one of the folders. Raises ValueError for a line without the fields."""
    texts = {path.stem: path for folder in folders for path in folder.iterdir() if path.is_file()}
    cases = []
    for line in facts.read_text().splitlines():
        row = json.loads(line) if line.strip() else {}
        if not isinstance(row, dict) or not {"id", "lod0", "lod1", "facts"} <= row.keys():
            raise ValueError("each line has to have id, lod0, lod1 and facts.")
        if row["id"] in texts:
            text = texts[row["id"]].read_text(errors="replace")
            never = row.get("never", ())
            cases.append(SenderCase(row["id"], text, row["lod0"], row["lod1"] or "", row["facts"], never))
    return cases


def measure(cases: Sequence[SenderCase], *, count_tokens: CountTokens) -> dict[str, Any]:
    """False alarms, and planted faults by kind, found and missed."""
    honest = {
        case.id: check_summary(case.summary, case.detail, case.text, count_tokens=count_tokens)
        for case in cases
    }
    false = {name: [f for f in report.faults if f.code not in FORM_CODES] for name, report in honest.items()}
    form = {name: [f for f in report.faults if f.code in FORM_CODES] for name, report in honest.items()}
    return {
        "documents": len(cases),
        "false_fault_share": _share(map(bool, false.values())),
        "form_fault_share": _share(map(bool, form.values())),
        "left_out_share": _share(bool(report.left_out) for report in honest.values()),
        "left_out": sum(len(report.left_out) for report in honest.values()),
        "faults": {name: [f.message for f in found] for name, found in false.items() if found},
        "left_out_messages": {
            name: [each.message for each in report.left_out]
            for name, report in honest.items()
            if report.left_out
        },
        **_measure_planted(cases, honest, count_tokens),
    }


def _measure_planted(
    cases: Sequence[SenderCase], honest: Mapping[str, SummaryReport], count_tokens: CountTokens
) -> dict[str, Any]:
    found: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    missed: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for case in cases:
        for each in _planted(case, cases, honest[case.id]):
            report = check_summary(
                each.summary, each.detail, each.text or case.text, count_tokens=count_tokens
            )
            is_caught = each.is_caught(report)
            names = ("honest", "false") if each.is_honest else ("planted", "caught")
            found[each.kind].update({names[0]: 1, names[1]: int(is_caught)})
            if is_caught == each.is_honest:
                missed[each.kind].append(f"{case.id}: {'(false) ' * each.is_honest}{each.what}")
    kinds = {
        kind: {
            **{name: counts[name] for name in ("planted", "caught", "honest", "false")},
            "share": _ratio(counts["caught"], counts["planted"]),
        }
        for kind, counts in found.items()
    }
    return {"planted": kinds, "missed": missed}


def _planted(case: SenderCase, cases: Sequence[SenderCase], honest: SummaryReport) -> Iterator[PlantedFault]:
    rng = random.Random(f"{SEED} {case.id}")
    others = [other for other in cases if other.id != case.id]
    yield from plant(case, honest, rng)
    rules = [rule for other in others for rule in rules_of(other)]
    yield from put_rules_in(case, rules, [step for other in others for step in steps_of(other)], rng)
    yield from put_bans_in(case, rng)


def _share(values: Iterable[bool]) -> float:
    found = list(values)
    return _ratio(sum(found), len(found))


def _ratio(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 0.0
