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
from qastone_site.tests.whole_sites import environment, of_site
from stones.format import content_sha256

TEXT = "The server listens on port 7892."
COUNT = """
import django, json, sys
django.setup()
from django.apps import apps
json.dump({model._meta.label: model._base_manager.count() for model in apps.get_models()}, sys.stdout)
"""


OWNER = """
import django
django.setup()
from django.contrib.auth.models import User
User.objects.create_user("owner", password="correct horse 9")
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


def counts(var: Path) -> dict[str, int]:
    found: dict[str, int] = json.loads(call(var, sys.executable, "-c", COUNT))
    return found


def wait_until_stopped(var: Path) -> None:
    """The database ends some seconds after the last process that used it."""
    for process in of_site(var):
        process.wait(timeout=60)


@pytest.mark.slow
def test_the_drill(tmp_path: Path) -> None:
    (pack,), unpack = documented()
    home, site = tmp_path / "home", tmp_path / "site"
    home.mkdir()
    manage = (sys.executable, "manage.py")
    call(site, *manage, "migrate", "--verbosity", "0")
    call(site, sys.executable, "-c", OWNER)
    call(site, *manage, "create_agent", "koda")
    (tmp_path / "handoff.md").write_text(TEXT)
    call(site, *manage, "format_stone", str(tmp_path / "handoff.md"))
    before = counts(site)
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
    assert counts(restored) == before
    border_hash = content_sha256(TEXT)[:8]
    assert call(restored, *manage, "read_stone", border_hash, "--lod", "0") == TEXT
    wait_until_stopped(restored)
