"""The time to read a header, at 2 kB and at 5 MB, beside other readers of the same fields.

python-frontmatter reads them as YAML before a text, email.parser as the header of a mail. Each measure is the median
of many samples; the readers take turns, so that a machine that drifts hits all alike.
"""

import json
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from email.parser import HeaderParser
from pathlib import Path

import frontmatter

from stones.format import Header, ParsedStone, border_hash, dump, read_header

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "stones" / "static" / "stones" / "qastone.js"
NODE_PROGRAM = Path(__file__).with_name("format.mjs")
SIZES = {"2kB": 2_000, "5MB": 5_000_000}
FIELDS = ("border_hash", "glow_channel", "stone_type", "created", "source_agent", "lod_count", "fortune")
SAMPLE_SECONDS = 0.002  # a sample calls its reader as often as fits in here, once at least

Reader = Callable[[str], Mapping[str, object]]
Run = tuple[str, str]  # reader, size
LINE = "The importer reads `data/stones.jsonl` line by line and reports what it could not read.\n"


def measure(*, seconds: float) -> dict[str, object]:
    """All readers at all sizes, about `seconds` each. Returns the JSON line's object, in microseconds."""
    texts = {name: _texts(size) for name, size in SIZES.items()}
    runs = {
        (reader, size): _bound(read, texts[size][reader])
        for reader, read in READERS.items()
        for size in SIZES
    }
    medians = _medians(runs, seconds)
    python = {reader: {size: round(medians[reader, size], 2) for size in SIZES} for reader in READERS}
    own = python["qastone"]
    return {
        "bench": "format",
        "unit": "microseconds, median",
        "python": python,
        "times_as_fast": {
            reader: {size: round(figures[size] / own[size], 1) for size in SIZES}
            for reader, figures in python.items()
            if reader != "qastone"
        },
        "5MB_to_2kB": round(own["5MB"] / own["2kB"], 2),
        "javascript": _javascript({size: texts[size]["qastone"] for size in SIZES}, seconds),
    }


def _qastone(text: str) -> Mapping[str, object]:
    header = read_header(text)
    return {field: getattr(header, field) for field in FIELDS}


def _frontmatter(text: str) -> Mapping[str, object]:
    return frontmatter.loads(text).metadata


def _email(text: str) -> Mapping[str, object]:
    return dict(HeaderParser().parsestr(text))


READERS: dict[str, Reader] = {"qastone": _qastone, "python-frontmatter": _frontmatter, "email.parser": _email}


def _texts(size: int) -> dict[str, str]:
    """The same content and fields in the three forms. Raises AssertionError where a reader reads other fields."""
    content = LINE * (size // len(LINE) + 1)
    stone = ParsedStone(
        Header(
            border_hash=border_hash(content),
            glow_channel="context",
            stone_type="handoff",
            created="2026-01-30T12:00:00Z",
            source_agent="koda_instance_1",
            lod_count=2,
            fortune="context:codebase:medium",
        ),
        ("The importer reads line by line.", content),
    )
    fields = {field: str(getattr(stone.header, field)) for field in FIELDS}
    texts = {
        "qastone": dump(stone),
        "python-frontmatter": _lines(fields, "---\n{}\n---\n", '{}: "{}"') + content,
        "email.parser": _lines(fields, "{}\n\n", "{}: {}") + content,
    }
    for reader, text in texts.items():
        found = {field: str(value) for field, value in READERS[reader](text).items()}
        if found != fields:
            raise AssertionError(f"{reader} reads other fields: {found!r}")
    return texts


def _lines(fields: Mapping[str, str], whole: str, line: str) -> str:
    return whole.format("\n".join(line.format(key, value) for key, value in fields.items()))


def _bound(read: Reader, text: str) -> Callable[[], object]:
    return lambda: read(text)


def _medians(runs: dict[Run, Callable[[], object]], seconds: float) -> dict[Run, float]:
    """Median microseconds of a call; one sample of each run in turn until each has had `seconds`."""
    samples: dict[Run, list[float]] = {name: [] for name in runs}
    spent = dict.fromkeys(runs, 0.0)
    while any(value < seconds for value in spent.values()):
        for name, run in runs.items():
            if spent[name] < seconds:
                elapsed, calls = _sample(run)
                spent[name] += elapsed
                samples[name].append(elapsed / calls * 1e6)
    return {name: statistics.median(values) for name, values in samples.items()}


def _sample(run: Callable[[], object]) -> tuple[float, int]:
    calls = 0
    start = time.perf_counter()
    while True:
        run()
        calls += 1
        elapsed = time.perf_counter() - start
        if elapsed >= SAMPLE_SECONDS:
            return elapsed, calls


def _javascript(texts: Mapping[str, str], seconds: float) -> dict[str, object]:
    """The same stones through `QAStoneParser.parseHeader`, or {"skipped": reason}."""
    node = shutil.which("node")
    if node is None:
        return {"skipped": "node is not installed"}
    if not SCRIPT.exists():
        return {"skipped": f"{SCRIPT.relative_to(ROOT)} is missing"}
    with tempfile.TemporaryDirectory() as folder:
        arguments = []
        for name, text in texts.items():
            path = Path(folder, name)
            path.write_text(text, encoding="utf-8", newline="")
            arguments += [name, str(path)]
        found = subprocess.run(
            [node, str(NODE_PROGRAM), str(SCRIPT), str(seconds), *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
    if found.returncode != 0:
        return {"skipped": f"node failed: {found.stderr.strip()[-200:]}"}
    figures: dict[str, object] = json.loads(found.stdout)
    return {"qastone.js": figures}
