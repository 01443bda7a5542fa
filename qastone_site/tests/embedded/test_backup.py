"""The drill of docs/operators.md, line by line: pack a site, unpack it elsewhere, find in it what was there."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from qastone_site.tests.embedded.conftest import ROOT
from qastone_site.tests.whole_sites import copy_prepared, environment, of_site
from stones.format import content_sha256

TEXT = "The server listens on port 7892."
# One process each: to start one takes longer than what it does.
COUNT = """
import django, json, sys
django.setup()
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
def count():
    print(json.dumps({model._meta.label: model._base_manager.count() for model in apps.get_models()}), flush=True)
"""
FILL_AND_COUNT = f"""{COUNT}
if not User.objects.exists():  # that of the demonstration
    User.objects.create_user("owner", password="correct horse 9")
call_command("create_agent", "koda", stdout=sys.stderr)
call_command("format_stone", sys.argv[1], stdout=sys.stderr)
count()
"""
COUNT_AND_READ = f"""{COUNT}
count()
call_command("read_stone", sys.argv[1], "--lod", "0")
"""


def documented() -> list[list[str]]:
    """The lines of each block under that heading."""
    text = (ROOT / "docs" / "operators.md").read_text()
    part = text.split("\n## Backup and restore\n")[1].split("\n## ")[0]
    return [block.strip().splitlines() for block in re.findall(r"^```\n(.*?)^```$", part, re.M | re.S)]


def call(var: Path, *command: str, **more: str) -> str:
    env = environment(var, DJANGO_SETTINGS_MODULE="qastone_site.settings", **more)
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def wait_until_stopped(var: Path) -> None:
    """The database ends some seconds after the last process that used it."""
    for process in of_site(var):
        process.wait(timeout=60)


@pytest.mark.long
@pytest.mark.slow
def test_the_drill(tmp_path: Path) -> None:
    (pack,), unpack = documented()
    home, site = tmp_path / "home", tmp_path / "site"
    home.mkdir()
    manage = (sys.executable, "manage.py")
    copy_prepared(site)
    if not site.exists():
        call(site, *manage, "migrate", "--verbosity", "0")
    (tmp_path / "handoff.md").write_text(TEXT)
    filled = call(site, sys.executable, "-c", FILL_AND_COUNT, str(tmp_path / "handoff.md"))
    before: dict[str, int] = json.loads(filled)
    assert min(before[name] for name in ("stones.Stone", "inbox.AgentToken", "audit.AuditEntry")) >= 1
    wait_until_stopped(site)

    call(site, "bash", "-c", pack, HOME=str(home))
    [backup] = home.iterdir()
    assert backup.stat().st_mode & 0o777 == 0o600
    shutil.rmtree(site)

    commands = [
        line for line in unpack if "brain search" not in line
    ]  # its model takes longer than all the rest
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    for line in commands:
        call(site, "bash", "-c", line, HOME=str(home), PATH=path)
    restored = home / "restored"
    assert not restored.stat().st_mode & 0o067, "for its owner alone"
    border_hash = content_sha256(TEXT)[:8]
    counts, read = call(restored, sys.executable, "-c", COUNT_AND_READ, border_hash).split("\n", 1)
    assert json.loads(counts) == before
    assert read == TEXT
    wait_until_stopped(restored)
