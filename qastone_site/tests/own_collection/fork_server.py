"""`manage.py` without its two seconds of start-up: a process that has loaded the site forks one for each command.

The fork runs manage.py itself on the caller's arguments, folder, variables, input and output. Where variables are
different that the site reads as it starts, it becomes a Python of its own; so does a caller when nothing answers.
"""

import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

from qastone_site.tests.embedded.conftest import ROOT

# What a shell sets by itself, where the callers' home and programs are, and what our package sets when it is imported.
ANY = {"_", "SHLVL", "PWD", "OLDPWD", "HOME", "PATH", "DJANGO_SETTINGS_MODULE"}


class Forks:
    """The process, until `stop`. `own`: variables that commands may have, and the site never reads as it starts."""

    def __init__(self, socket_path: Path, environment: dict[str, str], own: Collection[str]) -> None:
        self.python = [
            sys.executable,
            "-I",
            "-S",
            str(Path(__file__).with_name("fork_client.py")),
            str(socket_path),
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(socket_path), *own],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout
        assert self.process.stdout.readline() == b"ready\n"

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


def load() -> None:
    """What commands import, without a connection to anything: that would not be the fork's own."""
    import django
    from django.core.management import get_commands, load_command_class
    from django.urls import get_resolver

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qastone_site.settings")
    django.setup()
    for name, app in get_commands().items():
        assert isinstance(app, str)
        load_command_class(app, name)
    assert get_resolver().url_patterns
    # Or each fork would walk through all of it as it ends.
    gc.freeze()


def run(
    arguments: list[str], folder: str, variables: dict[str, str], files: list[int], *, anew: bool
) -> None:
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.closerange(3, max(files) + 1)
    os.chdir(folder)
    if anew:
        os.execve(sys.executable, [sys.executable, *arguments], variables)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv = arguments
    runpy.run_path(arguments[0], run_name="__main__")


def answer(connection: socket.socket, own: set[str], environment: dict[str, str]) -> None:
    """Run what is asked for, and say how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    data, files, _, _ = socket.recv_fds(connection, 1 << 20, 3)
    while not data.endswith(b"\n"):
        data += connection.recv(1 << 20)
    arguments, folder, variables = json.loads(data)
    is_changed = any(
        variables.get(name) != environment.get(name) for name in {*variables, *environment} - own
    )
    child = os.fork()
    if child == 0:
        connection.close()
        run(arguments, folder, variables, files, anew=is_changed)
        return
    _, status = os.waitpid(child, 0)
    connection.sendall(b"%d" % max(os.waitstatus_to_exitcode(status), -1))
    os._exit(0)


def main(path: str, own: set[str]) -> None:
    environment = dict(os.environ)
    load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while True:
            connection, _ = listener.accept()
            if os.fork() == 0:
                listener.close()
                return answer(connection, own, environment)
            connection.close()


if __name__ == "__main__":
    main(sys.argv[1], {*sys.argv[2:], *ANY})
