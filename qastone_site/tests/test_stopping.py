"""The web process is stopped while somebody waits for messages."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import httpx2
import pytest
from django.db import connection

from inbox.services import IssuedToken, issue_token
from inbox.tests.factories import new_agent
from qastone_site import site_programs
from qastone_site.tests.embedded.conftest import ROOT, eventually

pytestmark = pytest.mark.django_db(transaction=True)


WEB = """
import socket, sys
from qastone_site.site_programs import run_web
run_web(socket.socket(fileno=int(sys.argv[1])))
"""


class Web:
    """A process as `manage.py serve` starts it, on the test's database."""

    def __init__(self) -> None:
        environment = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "qastone_site.tests.mcp.settings_stdio",
            "QASTONE_TEST_SLOT": os.environ["QASTONE_TEST_SLOT"],
            "QASTONE_TEST_DATABASE": str(connection.settings_dict["NAME"]),
        } | {name: value for name, value in os.environ.items() if name == "TEST_DATABASE_URL"}
        with site_programs.listen("127.0.0.1", 0) as listener:
            self.url = site_programs.address(listener)
            descriptor = listener.fileno()
            self.process = subprocess.Popen(
                [sys.executable, "-c", WEB, str(descriptor)],
                cwd=ROOT,
                env=environment,
                pass_fds=[descriptor],
                stderr=sys.stderr,
            )


@pytest.fixture
def web() -> Iterator[Web]:
    web = Web()
    try:
        assert eventually(lambda: site_programs.answers(web.url), 60)
        yield web
    finally:
        web.process.kill()
        web.process.wait()


def was_used(token: IssuedToken) -> bool:
    token.row.refresh_from_db()
    return token.row.last_used is not None


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_who_waits_is_answered_and_nobody_waits_for_them(web: Web, number: signal.Signals) -> None:
    token = issue_token(agent=new_agent(), scopes=["inbox:read"])
    answers: list[int] = []

    def wait() -> None:
        headers = {"Authorization": f"Bearer {token.text}"}
        with httpx2.Client(headers=headers, timeout=60) as http:
            answers.append(http.get(f"{web.url}/mcp/inbox/updates?after=0&wait=25").status_code)

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert eventually(lambda: was_used(token))
    time.sleep(0.5)
    assert answers == []
    web.process.send_signal(number)
    # Not as long as they would have waited.
    web.process.wait(15)
    waiting.join(20)
    # Uvicorn would cancel what still runs after 5 s, which is no answer.
    assert answers == [204]
