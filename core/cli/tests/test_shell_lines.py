"""Printed command lines work when pasted into a shell."""

import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from core.cli.shell_lines import manage_command_line


@pytest.mark.long
def test_it_runs_from_any_folder(tmp_path: Path) -> None:
    line = manage_command_line(settings.BASE_DIR, "setup_code", "--help")
    ran = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert "one-time set-up code" in ran.stdout


def test_it_names_the_place_of_the_sites_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QASTONE_VAR", "/srv/qa stone")
    assert manage_command_line(Path("/app"), "setup_code").startswith("QASTONE_VAR='/srv/qa stone' /")
    monkeypatch.delenv("QASTONE_VAR")
    assert manage_command_line(Path("/my app"), "setup_code").endswith("'/my app/manage.py' setup_code")
