"""docs/specification.md: what it names is there."""

import re
from importlib import import_module

import pytest
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from qastone_site.settings import BASE_DIR

PAGE = (BASE_DIR / "docs" / "specification.md").read_text()
SPECIFICATION = BASE_DIR.parent / "shared" / "spec"
ROWS = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| ") and line.count(" | ") == 2]
CODE = re.compile(r"`([^`]+)`")
PYTHON = re.compile(r"[a-z_.]+:\w+")
CALL = re.compile(r"(GET|POST) (/\S+)")
COMMAND = re.compile(r"manage\.py (\w+)")
SCRIPT_DEFINITION = re.compile(
    r"^\s*(?:export const (\w+Schema)\b|class (\w+)|(?:async )?(\w+)(?:<[^>]*>)?\([^)]*\)[^;\n]*\{$)",
    re.MULTILINE,
)


def named(column: int) -> list[str]:
    return [code for row in ROWS for code in CODE.findall(row[column])]


@pytest.mark.parametrize("name", sorted({name for name in named(1) if not name.startswith("manage.py")}))
def test_documented_names_exist(name: str) -> None:
    if PYTHON.fullmatch(name):
        module, _, attribute = name.partition(":")
        assert hasattr(import_module(module), attribute), name
    elif call := CALL.fullmatch(name):
        try:
            resolve(call[2])
        except Resolver404:
            pytest.fail(f"{name} leads nowhere")
    else:
        assert (BASE_DIR / name).exists(), name


def test_its_commands_are_there() -> None:
    named_commands = set(COMMAND.findall(PAGE))
    assert len(named_commands) > 4
    assert named_commands <= set(get_commands())


def test_rows_are_read() -> None:
    assert len(ROWS) > 50


@pytest.mark.skipif(not SPECIFICATION.exists(), reason="needs ../shared, the specification's own texts")
@pytest.mark.parametrize("file", ["1-qastone.md", "2-quickstart.md", "3-brain.md"])
def test_every_function_and_endpoint_of_the_documents_is_named(file: str) -> None:
    text = (SPECIFICATION / file).read_text()
    blocks = re.findall(r"```(?:python|javascript|typescript)\n(.*?)```", text, re.DOTALL)
    defined = {name for block in blocks for name in _defined(block)}
    calls = set(re.findall(r"^(?:GET|POST) /\S+", text, re.MULTILINE))
    missing = sorted(name for name in defined | calls if name not in PAGE)
    assert missing == []


def _defined(block: str) -> set[str]:
    """Classes, functions and methods that a block of code defines; those of its tests are left out."""
    if "describe(" in block:
        return set()
    python = re.findall(r"^\s*(?:async )?(?:def|class) (\w+)", block, re.MULTILINE)
    script = SCRIPT_DEFINITION.findall(block)
    names = {*python, *(name for names in script for name in names if name)}
    return names - {"constructor", "if", "for", "catch", "switch", "while"}
