"""`python -m tools.benchmarks.mutations`: draw, reach, judge (see the package)."""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tools.benchmarks.mutations.draw_mutations import Mutation, draw
from tools.benchmarks.mutations.judge_mutations import copy_of, judge
from tools.benchmarks.mutations.probe_tests import place_probes, read_reached

ROOT = Path(__file__).resolve().parents[3]


def main() -> None:
    options = parsed()
    drawn = read(options.mutations) if options.mutations.exists() else []
    match options.step:
        case "draw":
            drawn = draw(options.tree, options.count, options.seed)
            append(options.mutations, [each._asdict() for each in drawn])
        case "reach":
            reach(options, drawn)
        case "judge":
            judge_all(options, drawn)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools.benchmarks.mutations")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout whose tests are judged")
    parser.add_argument("--work", type=Path, required=True, help="a folder for the copy of the checkout")
    steps = parser.add_subparsers(dest="step", required=True)
    drawing = steps.add_parser("draw")
    drawing.add_argument("mutations", type=Path)
    drawing.add_argument("--count", type=int, default=100)
    drawing.add_argument("--seed", type=int, default=12)
    reaching = steps.add_parser("reach")
    reaching.add_argument("mutations", type=Path)
    reaching.add_argument("reached", type=Path)
    reaching.add_argument("pytest", nargs="*", help="arguments for pytest, behind --")
    judging = steps.add_parser("judge")
    judging.add_argument("mutations", type=Path)
    judging.add_argument("reached", type=Path)
    judging.add_argument("judged", type=Path)
    judging.add_argument("--only", type=Path, help="judge only what survived in this file: another suite's")
    judging.add_argument("--seconds", type=float, default=900.0, help="for each mutation")
    return parser.parse_args()


def reach(options: argparse.Namespace, drawn: list[Mutation]) -> None:
    tree = copy_of(options.tree, options.work / "probed")
    hits, times = options.work / "hits", options.work / "times"
    if not times.exists():
        hits.touch()
        times.touch()
        place_probes(tree, drawn, hits, times)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options.pytest]
    subprocess.run(command, cwd=tree, check=False)
    options.reached.unlink(missing_ok=True)
    reached = read_reached(hits, times)
    append(options.reached, [{"number": number, "tests": reached[number]} for number in sorted(reached)])


def judge_all(options: argparse.Namespace, drawn: list[Mutation]) -> None:
    tree = copy_of(options.tree, options.work / "judged")
    rows = [json.loads(line) for line in options.reached.read_text().splitlines()]
    reached = {row["number"]: row["tests"] for row in rows}
    outcomes_by_number = outcomes(options.judged)
    numbers = list(range(len(drawn)))
    if options.only:
        numbers = [
            number for number, outcome in outcomes(options.only).items() if not outcome.startswith("caught")
        ]
    for number in numbers:
        if number not in outcomes_by_number:
            mutation, tests = drawn[number], reached.get(number, [])
            outcome, seconds = judge(tree, mutation, [test for test in tests if test], options.seconds)
            line = {
                "number": number,
                "outcome": outcome if tests else "no test reaches it",
                "seconds": round(seconds),
            }
            append(options.judged, [line | mutation._asdict()])
    for outcome, count in Counter(outcomes(options.judged).values()).most_common():
        sys.stdout.write(f"{count:4} {outcome}\n")


def read(file: Path) -> list[Mutation]:
    return [Mutation(**json.loads(line)) for line in file.read_text().splitlines()]


def outcomes(judged: Path) -> dict[int, str]:
    lines = judged.read_text().splitlines() if judged.exists() else []
    return {row["number"]: row["outcome"] for row in map(json.loads, lines)}


def append(file: Path, rows: list[dict[str, object]]) -> None:
    with file.open("a", encoding="utf-8") as lines:
        for row in rows:
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
