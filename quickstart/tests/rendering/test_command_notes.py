"""What the commands of an answer use is explained: in its text, by the command itself, or in one line behind it."""

import re

import pytest

from quickstart.rendering.command_notes import MANAGE, command_notes
from quickstart.tests.own_collection.shipped_collection import SHELLS, entries, fences

_URL = "`QASTONE_URL`: the site's address (`http://127.0.0.1:8000`)"
_TOKEN = "`QASTONE_TOKEN`: an agent's token (*Agents › New agent*)"
_DEFAULT = re.compile(r"\$\{\w+:-[^}]*\}")
_OF_THE_SHELL = {"HOME", "PWD"}


def shell(code: str) -> str:
    return f"Do it:\n\n```bash\n{code}\n```\n\nDone."


@pytest.mark.parametrize(
    ("answer", "notes"),
    [
        (shell('curl "$QASTONE_URL/health"'), f"{_URL}."),
        (shell('curl "${QASTONE_URL}/x" -H "Bearer $QASTONE_TOKEN"'), f"{_URL}; {_TOKEN}."),
        (shell("python manage.py doctor"), MANAGE),
        ("Tu es so: `python manage.py doctor`.", MANAGE),
        (shell('export QASTONE_URL=https://s.example.org\ncurl "$QASTONE_URL/health"'), ""),
        (shell("claude --env 'T=$QASTONE_TOKEN'") + " `QASTONE_TOKEN` ist das Token.", ""),
        (shell("script/server --port 8080"), ""),
        (shell('echo "$QASTONE_URLS $HASHES"'), ""),
        ("The price of $HASH is not a command.", ""),
        (shell(". .venv/bin/activate\npython manage.py doctor"), ""),
        (shell("my_python manage.pyc"), ""),
    ],
)
def test_what_is_used_and_not_explained(answer: str, notes: str) -> None:
    assert command_notes(answer) == notes


def test_the_check_s_command_counts_too() -> None:
    assert command_notes("Open it.", 'curl "$QASTONE_URL/health"') == f"{_URL}."
    assert command_notes("Open it.") == ""


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: str(entry["id"]))
def test_each_variable_of_the_shipped_answers_is_explained(entry: dict[str, str]) -> None:
    answer, check = entry["answer"], entry.get("verify_command", "")
    code = "\n".join([*(each.text for each in fences(answer) if each.language in SHELLS), check])
    used = set(re.findall(r"(?<!')\$\{?([A-Z_\d]+)", _DEFAULT.sub("", code))) - _OF_THE_SHELL
    explained = set(re.findall(r"`([A-Z_\d]+)`", f"{answer}\n{command_notes(answer, check)}"))
    explained |= set(re.findall(r"^(?:export )?([A-Z_\d]+)=", code, re.MULTILINE))
    assert used <= explained
