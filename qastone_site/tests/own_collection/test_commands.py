"""Every command of the collection that ships with the product is run, as its reader would run it.

That is the long run (--all). A daily one looks up what they name, as it does for what cannot be run.
"""

import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from qastone_site.tests.own_collection.command_fixtures import VARIABLES, CommandFixtures
from qastone_site.tests.own_collection.command_kinds import check_names
from qastone_site.tests.own_collection.fork_server import Forks
from qastone_site.tests.own_collection.skipped_commands import (
    ROOT,
    UNRUN,
    check_skipped,
    is_shell,
    skipped_command,
)
from qastone_site.tests.whole_sites import Site
from quickstart.tests.own_collection.shipped_collection import commands

PRELUDE = """
python() { if [ "$1" = manage.py ]; then command @PYTHON@ "$@"; else command python "$@"; fi; }
curl() { command curl --silent --show-error --fail-with-body --max-time 60 "$@"; }
"""
# They take the state of others' commands away, or need the server stopped: one after the other, in the end.
ALONE = r"revoke_token --agent koda$|revoke_token \"\$LAST4\""
STOPPED = r"qastone-backup|~/restored"
# Done without a word.
SILENT = r"-X DELETE|migrate --check|^(\(umask 077 && )?tar |^export \S+\$\(.*\)$|^test |> \"\$\(mktemp\)\"$"
AT_ONCE = 3
SECONDS = 120

CAN_RUN = [command for command in commands() if not skipped_command(command)]


@pytest.mark.parametrize("command", [command for command in commands() if skipped_command(command)])
def test_what_cannot_be_run_is_well_formed_and_names_what_exists(command: str) -> None:
    assert is_shell(command) == ""
    check_skipped(command)


@pytest.mark.parametrize("command", CAN_RUN)
def test_what_is_run_before_a_release_is_well_formed_and_names_what_exists(command: str) -> None:
    assert is_shell(command) == ""
    check_names(command)


def test_no_rule_for_what_cannot_be_run_is_left_over() -> None:
    used = {rule.pattern for command in commands() if (rule := skipped_command(command))}
    assert used == {rule.pattern for rule in UNRUN}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("own") / "var", WEB_PROCESSES="1", QASTONE_ENV_FILE="")
    forks = Forks(site.var.with_name("forks"), site.environment, own=VARIABLES)
    site.python = forks.python
    yield site
    forks.stop()
    if site.process.poll() is None:
        site.stop()


@pytest.mark.long
@pytest.mark.slow
def test_every_command_runs(site: Site) -> None:
    wait_until_ready(site)
    materials = CommandFixtures(site, CAN_RUN)
    stopped = [command for command in CAN_RUN if re.search(STOPPED, command, re.MULTILINE)]
    alone = [command for command in CAN_RUN if re.search(ALONE, command, re.MULTILINE)]
    others = [command for command in CAN_RUN if command not in {*stopped, *alone}]
    # First: what the others leave to the worker keeps its sign of life waiting.
    others.sort(key=lambda command: "doctor" not in command)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        failures = [*pool.map(lambda command: failure(command, materials), others)]
    for command in alone:
        site.command("create_agent", "koda")
        failures.append(failure(command, materials))
    own = {command: materials.of(command) for command in stopped}
    site.python = [sys.executable]
    site.stop()
    failures += [failure_with(command, site, own[command]) for command in stopped]
    reports = [each for each in failures if each]
    assert not reports, f"{len(reports)} of {len(CAN_RUN)} commands fail:\n\n" + "\n\n".join(reports)


def wait_until_ready(site: Site) -> None:
    """Until a worker has shown a sign of life: `doctor` asks for one."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            site.get("/readyz")
        except OSError:
            time.sleep(0.5)
        else:
            return
    pytest.fail("The site is not ready after a minute.")


def failure(command: str, materials: CommandFixtures) -> str:
    return failure_with(command, materials.site, materials.of(command))


def failure_with(command: str, site: Site, variables: dict[str, str]) -> str:
    """Run one command as bash does. Returns what is wrong with how it ended, with all it said; empty: nothing."""
    own = {"PATH": f"{Path(sys.executable).parent}:{site.environment['PATH']}"}
    # Not the site's folder, which a backup must not hold itself.
    own["HOME"] = str(site.var.with_name("home"))
    Path(own["HOME"]).mkdir(exist_ok=True)
    prelude = PRELUDE.replace("@PYTHON@", shlex.join(site.python))
    try:
        done = subprocess.run(
            ["bash", "-e", "-u", "-o", "pipefail", "-c", prelude + command],
            cwd=ROOT,
            env=site.environment | variables | own,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return failure_text(command, f"took longer than {SECONDS} s", "")
    output = done.stdout + done.stderr
    if done.returncode:
        return failure_text(command, f"exit code {done.returncode}", output)
    if not output.strip() and not re.search(SILENT, command, re.MULTILINE):
        return failure_text(command, "said nothing", output)
    return ""


def failure_text(command: str, what: str, output: str) -> str:
    paths = ", ".join(str(place) for place in commands()[command])
    return f"{paths}: {what}\n{command}\n> {output[-1500:]}"
