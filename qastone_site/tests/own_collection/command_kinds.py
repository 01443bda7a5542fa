"""What a shell command of the collection runs, by name: management commands, and operations that curl calls."""

import re

from django.core.management import get_commands
from django.urls import Resolver404, resolve

from qastone_site.tests.own_collection.skipped_commands import options_exist

MANAGE = re.compile(r"manage\.py (\w+)([^\n|]*)")
CURL = re.compile(r"curl ((?:[^\n|]|\\\n)*)")
ADDRESS = re.compile(r"\$QASTONE_URL(/[^\s\"?]*)")
METHOD = re.compile(r"-X ([A-Z]+)")


def _operations(command: str) -> list[tuple[str, str]]:
    """Method and path of each call, with something in the place of the path's variables."""
    found = []
    for call in CURL.findall(command):
        named = METHOD.search(call)
        sends = " -d " in call and " -G " not in call
        method = named[1] if named else "POST" if sends else "GET"
        found += [(method, re.sub(r"\$\w+", "1", path)) for path in ADDRESS.findall(call)]
    return found


def _view(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return path  # a static file


def check_names(command: str) -> None:
    """That each management command has the options, and each address leads somewhere. Raises AssertionError."""
    for name, rest in MANAGE.findall(command):
        if name != "help":
            assert name in get_commands(), name
            options_exist(name, rest)
    for _, path in _operations(command):
        is_served = path == "/mcp" or path.startswith("/static/")  # by no view
        assert is_served or _view(path) not in (path, "api-not-found"), path
