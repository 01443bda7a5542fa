"""The cost of levels, and how much of a text they preserve.

`measure_folder`: tokens of header and levels of each document, and what a receiver saves who stops at a level.
`measure_references`: ROUGE against summaries that people wrote, beside simple methods in the same run.
"""

import json
import logging
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.text.passages import CountTokens
from core.text.plain_inline import plain
from stones.format import (
    COMPLEXITIES,
    Header,
    border_hash,
    canonical,
    complexity,
    detect_channel,
    dump_header,
    fortune,
)
from stones.levels import LIMITS, Embed, level_count, write_extract
from stones.levels.split_sentences import sentence_count
from stones.models import BY_PERSON
from tools.benchmarks.peer_methods import PeerLevels, SimpleMethods

SUFFIXES = (".md", ".markdown", ".rst", ".txt")
MEASURES = ("rouge1", "rouge2", "rougeL")


@dataclass(frozen=True)
class DocumentCost:
    """Tokens. `levels` holds those below the content."""

    name: str
    complexity: str
    whole: int
    header: int
    truncated_header: int
    levels: tuple[int, ...]

    def saved(self, level: int) -> float:
        """The saved share of the whole; a level that the document does not have is the content itself."""
        read = self.header + sum(self.levels[: level + 1])
        return 1 - (read + (self.whole if level >= len(self.levels) else 0)) / self.whole


def measure_folder(folder: Path, *, embed: Embed, count_tokens: CountTokens) -> dict[str, Any]:
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    costs = [_cost(path, embed, count_tokens) for path in files]
    if not costs:
        raise FileNotFoundError(f"no document ({', '.join(SUFFIXES)}) in {str(folder)!r}")
    return {
        "documents": [
            {
                "name": cost.name,
                "complexity": cost.complexity,
                "whole": cost.whole,
                "header": cost.header,
                "truncated_header": cost.truncated_header,
                "levels": list(cost.levels),
                "saved": [round(cost.saved(level), 4) for level in range(3)],
            }
            for cost in costs
        ],
        "overall": _saved(costs),
        "by_complexity": {
            name: _saved(chosen)
            for name in COMPLEXITIES
            if (chosen := [c for c in costs if c.complexity == name])
        },
        "most_header_tokens": max(cost.header for cost in costs),
        "most_truncated_header_tokens": max(cost.truncated_header for cost in costs),
        "most_lod0_tokens": max((cost.levels[0] for cost in costs if cost.levels), default=0),
    }


def _cost(path: Path, embed: Embed, count_tokens: CountTokens) -> DocumentCost:
    content = canonical(path.read_text(encoding="utf-8", errors="replace"))
    whole = count_tokens(content)
    texts = write_extract(content, count_tokens=count_tokens).texts
    levels = tuple(map(count_tokens, texts))
    header = _header(content, len(levels) + 1)
    # As stones/stored_header.py writes them: only a copy that lacks levels says what the levels cost.
    truncated = replace(header, delivered_lod=0, lod_tokens=(*levels, whole))
    return DocumentCost(
        name=path.name,
        complexity=complexity(content),
        whole=whole,
        header=count_tokens(dump_header(header)),
        truncated_header=count_tokens(dump_header(truncated)),
        levels=levels,
    )


def _header(content: str, lod_count: int) -> Header:
    channel = detect_channel(content)
    return Header(
        border_hash=border_hash(content),
        glow_channel=channel,
        stone_type="handoff",
        created="2026-01-30T12:00:00Z",
        source_agent=BY_PERSON,
        lod_count=lod_count,
        fortune=fortune(content, channel),
    )


def _saved(costs: Sequence[DocumentCost]) -> dict[str, Any]:
    """Median share saved by a reader who stops at LOD-0, LOD-1, LOD-2; `sent_`: of a copy cut to that level."""
    medians = {f"lod{level}": statistics.median(cost.saved(level) for cost in costs) for level in range(3)}
    for level in range(2):
        sent = (replace(cost, header=cost.truncated_header).saved(level) for cost in costs)
        medians[f"sent_lod{level}"] = statistics.median(sent)
    return {"documents": len(costs), **{name: round(share, 4) for name, share in medians.items()}}


Method = Callable[[Mapping[str, Any]], PeerLevels]


def measure_references(
    cases: Iterable[Mapping[str, Any]], *, embed: Embed, count_tokens: CountTokens
) -> dict[str, dict[str, dict[str, Any]]]:
    """Per corpus and method: ROUGE-1/2/L (F1, best of the references, stemmed), limits broken, unsupported specifics.

    Limits are ours (`LIMITS`: 40 and 150 tokens), stricter than usual; also broken when LOD-0 costs more than
    LOD-1, or LOD-1 as much as the text. Specifics are numbers, identifiers, paths, CamelCase and capitals of a
    level; one is unsupported when neither the text nor the text without its markup holds it. Levels without a
    reference are written and checked, not scored.
    """
    embed = cached_embed(embed)
    peers = SimpleMethods(embed, count_tokens)
    methods: dict[str, Method] = {
        "qastone": lambda case: _ours(case, embed, count_tokens),
        "lead": peers.lead,
        "centroid_position": peers.centroid_position,
        "section_openings": peers.section_openings,
    }
    found: dict[str, dict[str, LevelTally]] = defaultdict(
        lambda: {name: LevelTally(count_tokens) for name in methods}
    )
    for case in cases:
        for name, method in methods.items():
            found[str(case["corpus"])][name].add(case, method(case))
    return {corpus: {name: tally.report() for name, tally in each.items()} for corpus, each in found.items()}


def ratio_to_best_peer(corpora: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """Per corpus, level and measure: the best peer of the run, and by how much ours is above it."""
    return {
        corpus: {
            level: {measure: _ratio_to_best(methods, level, measure) for measure in MEASURES}
            for level in ("lod0", "lod1")
            if level in methods["qastone"]
        }
        for corpus, methods in corpora.items()
    }


def _ratio_to_best(methods: Mapping[str, Mapping[str, Any]], level: str, measure: str) -> dict[str, Any]:
    scores = {name: float(each[level][measure]) for name, each in methods.items()}
    ours = scores.pop("qastone")
    best = max(scores, key=lambda name: scores[name])
    return {"best_peer": best, "above": round(ours - scores[best], 4), "beaten": ours > scores[best]}


def cached_embed(embed: Embed) -> Embed:
    """`embed` with a cache, as the methods of a run embed the same sentences."""
    cache: dict[str, NDArray[np.float32]] = {}

    def embed_new(texts: Sequence[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(texts) if text not in cache]
        if new:
            cache.update(zip(new, embed(new), strict=True))
        return np.stack([cache[text] for text in texts])

    return embed_new


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The lines of a JSONL file. Raises ValueError with the line that cannot be read."""
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if line.strip():
            case = json.loads(line)
            if not isinstance(case, dict) or not {"id", "corpus", "text"} <= case.keys():
                raise ValueError(f"line {number} of {path.name!r} lacks one of id, corpus, text")
            cases.append(case)
    return cases


def _ours(case: Mapping[str, Any], embed: Embed, count_tokens: CountTokens) -> PeerLevels:
    """As the product writes them; a text with a reference for LOD-1 gets one however short it is."""
    count = level_count(count_tokens(case["text"]))
    min_levels = 3 if case.get("lod1_refs") else 2
    texts = write_extract(case["text"], count_tokens=count_tokens, count=max(min(count, 3), min_levels)).texts
    return PeerLevels(texts[0], texts[1] if len(texts) > 1 else "")


_SPECIFIC = re.compile(
    r"[A-Za-z_][\w]*[._/\-][\w./\-]+|\w*\d[\w.]*|\b[A-Z]{2,}\b|\b[A-Z][a-z]+[A-Z]\w*|\b\w+_\w+\b"
)


def specifics(text: str) -> set[str]:
    return {word.strip(".,-/:").lower() for word in _SPECIFIC.findall(text)} - {""}


class LevelTally:
    """The sums of one method on one corpus."""

    def __init__(self, count_tokens: CountTokens) -> None:
        from rouge_score.rouge_scorer import RougeScorer

        # It logs at every start that it uses its default tokenizer.
        logging.getLogger("absl").setLevel(logging.WARNING)
        self._scorer = RougeScorer(list(MEASURES), use_stemmer=True)
        self._count = count_tokens
        self._rouge: dict[str, list[tuple[float, ...]]] = {"lod0": [], "lod1": []}
        self._tokens: dict[str, list[int]] = {"lod0": [], "lod1": []}
        self._cases = self._broken = self._named = self._unsupported = 0

    def add(self, case: Mapping[str, Any], levels: PeerLevels) -> None:
        self._cases += 1
        for level, text in levels._asdict().items():
            self._tokens[level].append(self._count(text))
            if references := case.get(f"{level}_refs"):
                scores = [self._scorer.score(reference, text) for reference in references]
                best = tuple(max(score[measure].fmeasure for score in scores) for measure in MEASURES)
                self._rouge[level].append(best)
        self._broken += self._breaks_a_limit(case["text"], levels)
        source = f"{case['text']}\n{plain(case['text'])}".lower()
        named = specifics(f"{levels.lod0} {levels.lod1}")
        self._named += len(named)
        self._unsupported += sum(word not in source for word in named)

    def _breaks_a_limit(self, text: str, levels: PeerLevels) -> bool:
        scan, detail, whole = (self._count(each) for each in (levels.lod0, levels.lod1, text))
        return (
            not levels.lod0
            or scan > LIMITS.scan_tokens
            or sentence_count(levels.lod0) > LIMITS.scan_sentences
            or detail > LIMITS.detail_tokens
            or "\n" in levels.lod1
            or bool(levels.lod1 and (scan > detail or detail >= whole > 60))
        )

    def report(self) -> dict[str, Any]:
        scored = {level: rows for level, rows in self._rouge.items() if rows}
        return {
            "documents": self._cases,
            **{
                level: {
                    measure: round(float(np.mean(column)), 4)
                    for measure, column in zip(MEASURES, zip(*rows, strict=True), strict=True)
                }
                for level, rows in scored.items()
            },
            "mean_tokens": {
                level: round(statistics.mean(values), 1) for level, values in self._tokens.items()
            },
            "limits_broken": self._broken,
            "unsupported": self._unsupported,
            "unsupported_share": round(self._unsupported / max(1, self._named), 4),
        }
