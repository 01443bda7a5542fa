"""Clients that generators make of the document as it is served: they are made without a warning, and they work.

The generators are not part of this project: CLIENT_GENERATORS names a folder that has them (CONTRIBUTING.md), and
without it the tests are skipped.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer

from inbox.models import Message
from inbox.scopes import SCOPES
from inbox.services import create_agent, issue_token
from stones.models import Stone
from stones.tests.factories import LONG

GENERATORS = Path(os.environ.get("CLIENT_GENERATORS", "/nowhere"))
PYTHON, OPENAPI_PYTHON_CLIENT = (GENERATORS / "bin" / name for name in ("python", "openapi-python-client"))
NODE_MODULES = GENERATORS / "node_modules"
PROGRAMS = Path(__file__).parent


def run(*command: object, folder: Path) -> str:
    """What a program prints. It must say nothing on stderr, and succeed."""
    path = f"{GENERATORS / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(
        [str(each) for each in command],
        cwd=folder,
        env={"PATH": path, "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


@pytest.fixture
def document(live_server: LiveServer, tmp_path: Path) -> Path:
    with urlopen(f"{live_server.url}/api/schema") as response:
        (tmp_path / "schema.json").write_bytes(response.read())
    return tmp_path / "schema.json"


@pytest.fixture
def arguments(live_server: LiveServer) -> list[str]:
    """Of a program: the site's address, the tokens of koda and mira, and a text."""
    ann = User.objects.create(username="ann")
    agents = [create_agent(account=ann, name=name) for name in ("koda", "mira")]
    return [live_server.url, *(issue_token(agent=agent, scopes=SCOPES).text for agent in agents), LONG]


def assert_handed_over(report: dict[str, Any]) -> None:
    """What a program says it did, against what is stored."""
    stone = Stone.objects.get()
    assert report["border_hash"] == stone.content.border_hash
    assert report["read"] == report["scan"] != ""
    messages = list(Message.objects.order_by("pk").values_list("pk", flat=True))
    assert [*report["tracking_ids"], report["answered"]] == messages
    assert report["inbox"] == report["tracking_ids"]
    assert report["payload"] == {"text": "Shall I?"}
    assert report["deeper"] == 1
    assert (report["reply"], report["in_reply_to"]) == (["mira", "Yes."], report["inbox"][1])
    assert "7017" in report["response"]
    assert report["refused"] == "recipient_not_found"
    assert "A copied line." in report["lines"]


@pytest.mark.slow
@pytest.mark.skipif(not OPENAPI_PYTHON_CLIENT.exists(), reason="openapi-python-client is not there")
def test_openapi_python_client(document: Path, arguments: list[str], tmp_path: Path) -> None:
    options = ("--path", document, "--meta", "none", "--output-path", "qastone_client", "--fail-on-warning")
    printed = run(OPENAPI_PYTHON_CLIENT, "generate", *options, folder=tmp_path)
    assert printed.strip() == "Generating qastone_client"
    shutil.copy(PROGRAMS / "program.py.txt", tmp_path / "program.py")
    assert_handed_over(json.loads(run(PYTHON, "program.py", *arguments, folder=tmp_path)))


@pytest.mark.slow
@pytest.mark.skipif(not NODE_MODULES.exists(), reason="openapi-typescript is not there")
def test_openapi_typescript(document: Path, arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(PROGRAMS / "program.ts", tmp_path)
    programs = NODE_MODULES / ".bin"
    done = run(programs / "openapi-typescript", document, "-o", "api.d.ts", folder=tmp_path)
    assert "warn" not in done.lower()
    checks = ("--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck")
    (tmp_path / "node.d.ts").write_text("declare const process: { argv: string[] };")
    target = ("--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom")
    run(programs / "tsc", *checks, *target, "program.ts", "node.d.ts", folder=tmp_path)
    assert_handed_over(json.loads(run("node", "program.js", *arguments, folder=tmp_path)))
