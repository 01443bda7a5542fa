"""What must not be invented: numbers, paths, commands, identifiers."""

import re

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
NUMERAL = re.compile(r"(?<![\w.])[#$€£v]?\d[\w.,:/-]*")
"""A number with what clings to it: `1,204`, `v0.3.1`, `2026-01-30`, `12ms`."""


def code_spans(text: str) -> list[str]:
    """What stands between backticks; a line with an odd number of them has none."""
    pieces = (line.split("`") for line in text.split("\n"))
    return [span for parts in pieces if len(parts) % 2 for span in parts[1::2] if span.strip()]
