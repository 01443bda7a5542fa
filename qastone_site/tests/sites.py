"""Whole sites of their own, as `manage.py serve` runs them, for the tests that kill parts of them."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import ClassVar

import psutil

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


class Site:
    """`manage.py serve`, waited for until it says where it is."""

    # Its vectors keep a core busy for half a minute.
    options: ClassVar[tuple[str, ...]] = ("--no-quickstart",)

    def __init__(self, var: Path, **more: str) -> None:
        """`more`: further variables of its environment."""
        self.var = var
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
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def processes(self, word: str) -> list[psutil.Process]:
        """Those of the supervisor's children, and of theirs, whose command line has this word; the eldest first."""
        family = psutil.Process(self.process.pid).children(recursive=True)
        found = [process for process in family if not is_gone(process) and word in process.cmdline()]
        return sorted(found, key=psutil.Process.create_time)


class WholeSite(Site):
    """With the collection about the product itself."""

    options = ()
