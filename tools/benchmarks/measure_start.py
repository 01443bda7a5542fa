"""How long a site takes to be ready, its memory at rest, and the CPU of short commands, of two trees in turn.

`python -m tools.benchmarks.measure_start --against OTHER_TREE`: both by this Python, each in a folder of its own.
Linux only: memory is the proportional set size (PSS), which counts what processes share once.
"""

import argparse
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple

import psutil

from qastone_site.site_programs import listen
from tools.benchmarks.bench_site import ROOT

READY_SECONDS = 600.0  # on a machine that much else shares
REST_SECONDS = 20.0


def _command_cpu(tree: Path, var: Path, *arguments: str) -> float:
    """User and system seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(_manage(*arguments), cwd=tree, env=_environment(var), capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _manage(*arguments: str) -> list[str]:
    return [sys.executable, "manage.py", *arguments]


def _environment(var: Path) -> dict[str, str]:
    left_out = ("PYTHONDONTWRITEBYTECODE", "DATABASE_URL", "CELERY_BROKER_URL")
    return {k: v for k, v in os.environ.items() if k not in left_out} | {"QASTONE_VAR": str(var)}


class Start(NamedTuple):
    """Seconds until /readyz is good, CPU seconds of all processes until then, megabytes of them at rest."""

    seconds: float
    cpu: float
    megabytes: float


def _start(tree: Path, var: Path) -> Start:
    """Start the site and stop it again."""
    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    begin = time.monotonic()
    site = subprocess.Popen(
        _manage("serve", "--port", str(port)),
        cwd=tree,
        env=_environment(var),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _is_ready(port):
            if time.monotonic() - begin > READY_SECONDS or site.poll() is not None:
                raise TimeoutError(f"{tree} does not get ready")
            time.sleep(0.05)
        seconds = time.monotonic() - begin
        cpu = sum(_cpu_of(process) for process in _processes(site.pid, var))
        time.sleep(REST_SECONDS)
        return Start(seconds, cpu, sum(_pss_of(process) for process in _processes(site.pid, var)) / 1e6)
    finally:
        site.send_signal(signal.SIGTERM)
        site.wait(60)


def _is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _processes(site: int, var: Path) -> set[psutil.Process]:
    """The embedded servers are nobody's children, but work below `var`."""
    found = {psutil.Process(site), *psutil.Process(site).children(recursive=True)}
    for process in psutil.process_iter():
        try:
            if str(var) in " ".join([process.cwd(), *process.cmdline()]):
                found.add(process)
        except psutil.Error:  # ended meanwhile
            continue
    return found


def _cpu_of(process: psutil.Process) -> float:
    """With its children that have ended."""
    try:
        return sum(process.cpu_times()[:4])
    except psutil.Error:  # ended meanwhile
        return 0.0


def _pss_of(process: psutil.Process) -> int:
    """Bytes."""
    try:
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # ended meanwhile
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def measure(trees: dict[str, Path], *, rounds: int, command_rounds: int) -> dict[str, object]:
    """Minimum and median of each figure of each tree, and the ratio of the medians, first tree to second."""
    found: dict[str, dict[str, list[float]]] = {name: {} for name in trees}

    def add(name: str, figure: str, value: float) -> None:
        found[name].setdefault(figure, []).append(value)
        sys.stderr.write(f"{name} {figure} {value:.2f}\n")

    for _ in range(rounds):
        for name, tree in trees.items():
            with tempfile.TemporaryDirectory(prefix="qastone-start-") as folder:
                Path(folder).chmod(0o755)  # the database's own user must get in when root starts it
                for kind in ("first", "warm"):
                    start = _start(tree, Path(folder) / "var")
                    add(name, f"{kind}_start_s", start.seconds)
                    add(name, f"{kind}_start_cpu_s", start.cpu)
                    add(name, f"{kind}_at_rest_mb", start.megabytes)
    with tempfile.TemporaryDirectory(prefix="qastone-start-") as folder:
        Path(folder).chmod(0o755)
        for turn in range(command_rounds + 1):
            for name, tree in trees.items():
                for command in (["help"], ["read_stone", "0" * 8]):
                    seconds = _command_cpu(tree, Path(folder) / "var", *command)
                    if turn:  # the first one compiles modules, and starts the database
                        add(name, f"{command[0]}_cpu_s", seconds)
    return _summarise(found)


def _summarise(found: dict[str, dict[str, list[float]]]) -> dict[str, object]:
    result: dict[str, object] = {
        name: {
            figure: {"min": round(min(values), 2), "median": round(statistics.median(values), 2)}
            for figure, values in figures.items()
        }
        for name, figures in found.items()
    }
    if len(found) == 2:
        ours, theirs = found.values()
        ratios = {key: statistics.median(ours[key]) / statistics.median(theirs[key]) for key in ours}
        result["ratio"] = {key: round(value, 2) for key, value in ratios.items()}
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, metavar="TREE", help="another checkout, measured in turn")
    parser.add_argument("--rounds", type=int, default=3, help="first and warm starts of each tree")
    parser.add_argument("--command-rounds", type=int, default=7)
    options = parser.parse_args()
    trees = {"this": ROOT} | ({"against": options.against} if options.against else {})
    found = measure(trees, rounds=options.rounds, command_rounds=options.command_rounds)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
