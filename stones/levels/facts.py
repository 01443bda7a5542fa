"""What must not be invented and should not be lost: numbers, paths, commands, identifiers."""

import re
from collections import Counter
from collections.abc import Iterable

from stones.levels.blocks import Block, Kind

_SHELL = frozenset(
    {
        "bash",
        "sh",
        "shell",
        "console",
        "zsh",
        "shell-session",
        "shellsession",
        "terminal",
        "powershell",
        "cmd",
        "fish",
    }
)
PATH = re.compile(
    r"(?<![\w/.:@-])(?:~?/|\.{1,2}/)?(?:[\w@.+-]{1,80}/){1,12}[\w@.+-]{0,80}\w|"
    r"(?<![\w/.:@-])[\w-]{1,60}\.(?:py|pyi|js|jsx|ts|tsx|go|rs|md|rst|toml|"
    r"ya?ml|json|jsonl|sh|sql|html|css|txt|ini|cfg|lock|c|h|cpp|hpp|java|kt|rb|php|swift|pl|lean|mod|env|"
    r"csv|ipynb|xml|proto|tf|ex|exs|lua|vue|svelte)\b"
)  # fmt: skip
IDENTIFIER = re.compile(
    r"`[^`\n]{1,80}`|\b[A-Za-z]\w*_\w+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w*\b|\b\w+\(\)|"
    r"\b[A-Z][A-Z0-9]+\b|(?<!\w)#\d+|(?<![\w-])--[a-z][\w-]+"
)
NUMBER = re.compile(r"(?<![\w.])\d[\d,.]*%?")
NUMERAL = re.compile(r"(?<![\w.])[#$€£v]?\d[\w.,:/-]*")
"""A number with what clings to it: `1,204`, `v0.3.1`, `2026-01-30`, `12ms`."""
_COMMAND = re.compile(
    r"^(?:sudo |time |[A-Z_]+=\S+ )*(?:git|npm|npx|pnpm|yarn|bun|bunx|pip3?|python3?|uv|uvx|poetry|pytest|"
    r"make|cargo|go|docker|docker-compose|kubectl|"
    r"helm|gh|curl|wget|ssh|scp|rsync|cd|cp|mv|rm|mkdir|cat|grep|sed|brew|apt|apt-get|systemctl|node|deno|"
    r"ruff|mypy|lake|swipl|"
    r"terraform|aws|gcloud|az|psql|redis-cli|tox|nox|just|bash|sh|source|export|\./[\w./-]+|[\w-]+ "
    r"(?:--?[\w-]+|run|test|build|install))(?:\s|$)"
)


def code_spans(text: str) -> list[str]:
    """What stands between backticks; a line with an odd number of them has none."""
    pieces = (line.split("`") for line in text.split("\n"))
    return [span for parts in pieces if len(parts) % 2 for span in parts[1::2] if span.strip()]


def fact_count(text: str) -> int:
    return len(NUMBER.findall(text)) + len(PATH.findall(text)) + len(IDENTIFIER.findall(text))


def commands_of(block: Block) -> list[str]:
    """The command lines of a code block, without prompts and comments; empty for other code."""
    is_shell = block.marker in _SHELL
    prompted = [
        line.strip() for line in block.text.split("\n")[:400] if line.lstrip().startswith(("$ ", "> $ "))
    ]
    lines = prompted or [line.strip() for line in block.text.split("\n")[:400]]
    found = []
    for line in lines:
        command = line.removeprefix("> ").removeprefix("$ ").split("  #")[0].rstrip(" \\")
        if 3 <= len(command) <= 160 and "`" not in command and (prompted or _COMMAND.match(command)):
            found.append(command)
    return found if is_shell or prompted or block.marker in ("", "indented") else []


def paths_of(blocks: Iterable[Block]) -> list[str]:
    """Paths and file names outside code, most often named first."""
    counts: Counter[str] = Counter()
    for block in blocks:
        if block.kind is not Kind.CODE:
            counts.update(path for path in PATH.findall(block.text[:20_000]) if _is_path(path))
    return [path for path, _ in sorted(counts.items(), key=lambda pair: -pair[1])]


def _is_path(text: str) -> bool:
    """`a/b.py`, `src/x/` and `~/x`, not `and/or` or `5/10`."""
    has_name = (
        "." in text.rsplit("/", 1)[-1] or text.startswith(("/", "~", "./", "../")) or text.count("/") > 1
    )
    return (
        has_name
        and any(char.isalpha() for char in text)
        and "//" not in text
        and not text.startswith(("http", "www."))
    )
