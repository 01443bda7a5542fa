"""Whole sites of their own, as `manage.py serve` runs them, for the tests that kill parts of them."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import psutil

from qastone_site.embedded.file_locks import try_exclusive
from qastone_site.tests.embedded.conftest import ROOT, is_gone


def environment(var: Path, **more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(var), "QASTONE_VAR": str(var), **more}


def of_site(var: Path) -> list[psutil.Process]:
    """Every process of a site, whoever its parent is by now: they inherit its environment."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("QASTONE_VAR") == str(var) and not is_gone(process):
                found.append(process)
        except psutil.Error:
            continue
    return found


# What a first start makes, without its web, workers and beat: those take as long again.
PREPARE = """
import os, django
os.umask(0o077)
django.setup()
from django.core.management import call_command
from qastone_site import prepare_site, site_programs
servers = site_programs.embedded_servers()
for server in servers:
    server.ensure()
call_command("migrate", interactive=False, verbosity=0)
call_command("seed_demo", verbosity=0)
prepare_site.collect_static()
for server in servers:
    server.stop()
"""


def copy_prepared(var: Path) -> None:
    """The folder of a site before its second start: its database, migrated, and its static files.

    The first caller makes it for all workers of the run; callers meanwhile start from nothing.
    """
    folder = Path(os.environ["QASTONE_TEST_PREPARED"])
    made = folder / "site"
    if not made.exists():
        if try_exclusive(folder / "lock") is None:
            return
        fresh = folder / "var"
        settings = {"DJANGO_SETTINGS_MODULE": "qastone_site.settings"}
        subprocess.run(
            [sys.executable, "-c", PREPARE],
            cwd=ROOT,
            env=environment(fresh, **settings),
            stdout=subprocess.DEVNULL,
            check=True,
        )
        for name in ("run", "log"):
            shutil.rmtree(fresh / name)
        fresh.rename(made)
    # cp keeps the owner: started as root, the database is somebody else's.
    subprocess.run(["cp", "-a", made, var], check=True)


class Site:
    """`manage.py serve`, waited for until it says where it is."""

    # Its vectors keep a core busy for half a minute.
    options: ClassVar[tuple[str, ...]] = ("--no-quickstart",)
    # What runs manage.py for `command`.
    python: Sequence[str] = (sys.executable,)

    is_prepared: ClassVar[bool] = True

    def __init__(self, var: Path, **more: str) -> None:
        """`more`: further variables of its environment."""
        self.var = var
        if self.is_prepared and not var.exists():
            copy_prepared(var)
        self.environment = environment(var, **more)
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", "0", *self.options],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.url, self.code = self._announced()

    def _announced(self) -> tuple[str, str]:
        assert self.process.stdout
        assert self.process.stderr
        lines = ""
        while "Stop: Ctrl-C" not in lines:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            lines += line
        address = re.search(r"ready .*(http://\S+)/", lines)
        code = re.search(r"one use:\s+(\S+)", lines)
        assert address
        assert code
        return address[1], code[1]

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"{self.url}{path}", timeout=10) as response:
            return bytes(response.read())

    def works(self) -> bool:
        """Database and broker answer; the worker's first heartbeat may take a while longer."""
        try:
            checks = json.loads(self.get("/readyz"))["checks"]
        except urllib.error.HTTPError as error:
            checks = json.load(error)["checks"]
        except OSError:
            return False
        return bool(checks["database"] and checks["broker"])

    def stop(self) -> None:
        """As Ctrl-C does."""
        self.process.terminate()
        assert self.process.wait(30) == 0
        self.close()

    def close(self) -> None:
        for stream in (self.process.stdout, self.process.stderr):
            assert stream
            stream.close()

    def command(self, *arguments: str) -> str:
        """What `manage.py …` prints on this site."""
        done = subprocess.run(
            [*self.python, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def processes(self, title: str) -> list[psutil.Process]:
        """Those of the supervisor's children, and of theirs, whose title has this in it; the eldest first."""
        family = psutil.Process(self.process.pid).children(recursive=True)
        found = [
            process for process in family if not is_gone(process) and title in " ".join(process.cmdline())
        ]
        return sorted(found, key=psutil.Process.create_time)


class NewSite(Site):
    """It makes its database itself, as a user's first start does."""

    is_prepared = False


class WholeSite(NewSite):
    """With the collection about the product itself."""

    options = ()
