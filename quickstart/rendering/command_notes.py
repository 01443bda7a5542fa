"""Where that comes from which the commands of an answer about QA.Stone use: its address, a token, a stone's hash."""

import re

from core.pages.example_address import EXAMPLE_ADDRESS

ORIGINS = {
    "QASTONE_URL": f"the site's address (`{EXAMPLE_ADDRESS}`)",
    "QASTONE_TOKEN": "an agent's token (*Agents › New agent*)",
    "HASH": "a stone's `border_hash` (on its page, or from `/api/stones`)",
    "MESSAGE": "a message's number in the inbox",
    "COPY": "a copy's `id` (from `/api/clipboard/`)",
}
"""Of the variables that stand in many answers; a rarer one is explained in its answer."""
MANAGE = "`python manage.py` runs in the site's folder, after `source .venv/bin/activate`."
_FENCED = re.compile(r"^ {0,3}(```|~~~)[^\n]*\n(.*?)^ {0,3}\1", re.MULTILINE | re.DOTALL)
_MANAGE = re.compile(r"\bpython manage\.py\b")


def command_notes(answer: str, check: str = "") -> str:
    """One line of Markdown for what the commands of an answer use and its text does not explain; or empty."""
    code = "\n".join([*(found[2] for found in _FENCED.finditer(answer)), check])
    prose = _FENCED.sub("", answer)
    origins = [f"`{name}`: {origin}" for name, origin in ORIGINS.items() if _is_open(name, code, prose)]
    notes = [f"{'; '.join(origins)}."] if origins else []
    if _MANAGE.search(f"{answer}\n{check}") and ".venv/bin/activate" not in answer:
        notes.append(MANAGE)
    return " ".join(notes)


def _is_open(name: str, code: str, prose: str) -> bool:
    """Whether the code uses the variable without setting it, and no text names it."""
    is_used = re.search(rf"\$(?:{name}\b|\{{{name}\b)", code)
    is_set = re.search(rf"^(?:export )?{name}=", code, re.MULTILINE)
    return bool(is_used and not is_set and f"`{name}`" not in prose)
