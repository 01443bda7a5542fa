"""Make .venv hold the packages of a requirements file, with uv or pip; nothing happens when it does already.

Runs on a bare Python 3.11+. Every file is checked against the locked hash. `--no-deps`: the lock names them
all, and leaves out what one package asks for and nobody needs (pyproject.toml, tool.uv).
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv"
PYTHON = FOLDER / "bin" / "python"
EVERY = 5.0
"""Seconds between two lines about the installation."""


def print_progress(words: str) -> None:
    sys.stderr.write(f"qastone: {words}\n")


def works() -> bool:
    """False as well when the Python beneath it has been removed, or the making was interrupted."""
    module = [] if shutil.which("uv") else ["-m", "pip"]
    result = (
        subprocess.run([PYTHON, *module, "--version"], capture_output=True, check=False)
        if PYTHON.exists()
        else None
    )
    return result is not None and result.returncode == 0


def make() -> None:
    print_progress(f"making {FOLDER} with Python {sys.version.split()[0]}")
    if uv := shutil.which("uv"):
        subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, FOLDER], check=True)
        return
    result = subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER], check=False)
    if result.returncode:
        sys.exit(
            "This Python cannot make a virtual environment. Debian, Ubuntu: apt-get install python3-venv. "
            "Anywhere: install uv, and start again."
        )


def install(requirements: Path) -> None:
    """Every few seconds it is said how far it is: pip names each package that it fetches, uv is soon done."""
    packages = sum("==" in line for line in requirements.read_text().splitlines())
    print_progress(
        f"installing the {packages} packages of {requirements.name}; the first time takes a minute or two"
    )
    if uv := shutil.which("uv"):
        command = [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        command = [
            str(PYTHON),
            "-u",
            "-m",
            "pip",
            "install",
            "--progress-bar=off",
            "--disable-pip-version-check",
        ]
        command.append("--no-compile")  # most modules are never imported
    run_with_progress(
        [*command, "--no-deps", "--require-hashes", "--requirement", str(requirements)], packages
    )


def run_with_progress(command: list[str], packages: int) -> None:
    started = time.monotonic()
    fetched = 0
    is_unpacking = False

    def count(lines: Iterable[str]) -> None:
        nonlocal fetched, is_unpacking
        for line in lines:
            fetched += line.startswith("Collecting ")
            is_unpacking |= line.startswith("Installing ")

    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        reader = threading.Thread(target=count, args=[process.stdout], daemon=True)
        reader.start()
        while reader.is_alive():
            reader.join(EVERY)
            if reader.is_alive():
                far = "unpacking" if is_unpacking else f"{fetched} of {packages} fetched"
                print_progress(f"  {far}, {time.monotonic() - started:.0f} s")
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def main(name: str) -> None:
    os.chdir(ROOT)
    requirements = ROOT / name
    with Path(__file__).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two scripts at once: the second waits and then finds all done
        if not works():
            make()
        stamp = FOLDER / f".installed-{name}"
        expected_stamp = hashlib.sha256(requirements.read_bytes()).hexdigest()
        if stamp.exists() and stamp.read_text() == expected_stamp:
            return
        started = time.monotonic()
        install(requirements)
        stamp.write_text(expected_stamp)
        print_progress(f"installed in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except subprocess.CalledProcessError as error:
        sys.exit(
            f"qastone: {Path(error.cmd[0]).name} failed (exit code {error.returncode}); its words are above"
        )
    except KeyboardInterrupt:
        sys.exit(130)
