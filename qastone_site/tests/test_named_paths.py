"""README.md, CONTRIBUTING.md, SECURITY.md, docs/*.md: the files and folders that they name are there.

So are the documents that the code cites, and the modules and classes that docs/adr names with their packages. Not
looked at: paths in docs/adr, which may name what was, and docs/specification.md, which has a test of its own.
"""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

from qastone_site.settings import BASE_DIR

PAGES = sorted(
    {*BASE_DIR.glob("*.md"), *BASE_DIR.glob("docs/*.md")} - {BASE_DIR / "docs" / "specification.md"}
)
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
PATH = re.compile(r"[\w./{},-]+")
FILE = re.compile(r"\.(py|m?js|md|toml|html|css|yaml|txt)$")
# Made when the site runs, or files of an agent's client, of a skill, of Ollama.
ELSEWHERE = {
    "SKILL.md",
    "docs/api.md",
    "var/",
    "var/log/",
    "var/models",
    ".cursor/mcp.json",
    ".vscode/mcp.json",
    "~/.codex/config.toml",
}
CITED = re.compile(r"\bdocs/(?:adr/\d{4}|[\w.-]+\.md)|\b(?<!/)[A-Z]{2,}\.md\b")
DOTTED = re.compile(r"`([a-z_]+(?:\.[A-Za-z_]+){2,})`")
FOLDERS = {entry.name for entry in BASE_DIR.iterdir() if entry.is_dir()}


def _alternatives(path: str) -> list[str]:
    """`a/{b,c}/` is `a/b/` and `a/c/`."""
    found = re.search(r"\{([^}]*)\}", path)
    if not found:
        return [path]
    return [each for part in found[1].split(",") for each in _alternatives(path.replace(found[0], part, 1))]


def _is_path(code: str) -> bool:
    if not PATH.fullmatch(code) or code.startswith("/") or code in ELSEWHERE:
        return False
    return bool(FILE.search(code)) or code.endswith("/") or ("/" in code and code.split("/")[0] in FOLDERS)


def named_paths(page: Path) -> list[str]:
    codes = CODE.findall(FENCED.sub("", page.read_text()))
    return [path for code in codes if _is_path(code) for path in _alternatives(code)]


def _is_there(path: str) -> bool:
    """A name without a folder may be that of a file anywhere."""
    if "/" in path:
        return (BASE_DIR / path).exists()
    return (BASE_DIR / path).exists() or any(
        found for folder in FOLDERS - {"var", ".venv", ".git"} for found in (BASE_DIR / folder).rglob(path)
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(BASE_DIR)))
def test_what_a_page_names_is_there(page: Path) -> None:
    assert [path for path in named_paths(page) if not _is_there(path)] == []
    linked = LINK.findall(page.read_text())
    assert [link for link in linked if not (page.parent / link).exists()] == []


def test_the_modules_and_classes_that_decisions_name_are_there() -> None:
    names = {
        name
        for decision in BASE_DIR.glob("docs/adr/*.md")
        for name in DOTTED.findall(decision.read_text())
        if name.split(".")[0] in FOLDERS
    }
    assert "core.jobs.models.Job" in names
    for name in names:
        resolve_name(name)


def test_paths_are_found() -> None:
    assert _alternatives("a/{b,c}/") == ["a/b/", "a/c/"]
    assert "stones/format/" in named_paths(BASE_DIR / "docs" / "architecture.md")


def test_the_documents_that_code_cites_are_there() -> None:
    cited = {
        (match, source)
        for folder in FOLDERS - {"var", ".venv", ".git", "docs"}
        for suffix in ("py", "js", "mjs", "css")
        for source in (BASE_DIR / folder).rglob(f"*.{suffix}")
        if "tests" not in source.parts and "collections" not in source.parts
        for match in set(CITED.findall(source.read_text())) - ELSEWHERE
    }
    assert len(cited) > 20
    assert sorted(f"{source}: {each}" for each, source in cited if not _document(each)) == []


def _document(cited: str) -> bool:
    return any(BASE_DIR.glob(f"{cited}*"))
