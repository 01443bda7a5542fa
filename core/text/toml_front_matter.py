"""TOML front matter, between two lines `+++`, as generators of sites write it."""

import re
import tomllib

from core.text.front_matter import MAX_CHARACTERS, FrontMatter, normalize_name

_BLOCK = re.compile(r"\s*\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


def split_toml(file: str, text: str) -> tuple[FrontMatter, str] | None:
    """The front matter and the Markdown behind it; None: the text begins with none that is TOML, and is Markdown."""
    block = _BLOCK.match(text)
    if block is None or len(block[1]) > MAX_CHARACTERS:
        return None
    try:
        data = tomllib.loads(block[1])
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    values = {normalize_name(name): value for name, value in data.items()}
    return FrontMatter(file, values, raw_values=data), text[block.end() :]
