"""Which JavaScript modules a browser loads with one, found in their texts."""

import re
from pathlib import Path


def loaded(folder: Path, entry: str, *, on_demand: bool = False) -> set[str]:
    """The names of a module and of all that it imports, and they import, seen from the folder of static files.

    `on_demand`: those too that are imported only when they are needed.
    """
    found: set[str] = set()
    waiting = [(folder / entry).resolve()]
    while waiting:
        module = waiting.pop()
        name = module.relative_to(folder.resolve()).as_posix()
        if name not in found:
            found.add(name)
            code = module.read_text(encoding="utf-8")
            named = imports(code) + (imports_on_demand(code) if on_demand else [])
            waiting += [(module.parent / each).resolve() for each in named]
    return found


def imports(code: str) -> list[str]:
    """What a module names to import or to export anew, minified or not."""
    return re.findall(r"""(?:\bfrom\s*|\bimport\s*)['"]([^'"]+)['"]""", code)


def imports_on_demand(code: str) -> list[str]:
    return re.findall(r"""\bimport\s*\(\s*['"]([^'"]+)['"]""", code)
