"""What import-linter cannot see: packages that its contracts do not name, and tests that the product imports."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
CONTRACTS = {contract["name"]: contract for contract in CONFIGURATION["contracts"]}
PACKAGES = {folder.parent.name for folder in ROOT.glob("*/__init__.py")}
# Not part of what is installed: it may import all.
WITHOUT_LAYERS = {"tools"}


def layered() -> set[str]:
    layers = CONTRACTS["Packages point downwards"]["layers"]
    return {package.strip() for layer in layers for package in layer.split("|")}


def product_modules() -> Iterator[Path]:
    for package in sorted(PACKAGES - {"tools"}):
        for file in (ROOT / package).rglob("*.py"):
            if "tests" not in file.relative_to(ROOT).parts:
                yield file


def imported_modules(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_every_package_has_its_layer() -> None:
    assert {"core", "stones", "inbox"} < PACKAGES
    assert layered() == PACKAGES
    assert set(CONFIGURATION["root_packages"]) == PACKAGES


@pytest.mark.parametrize("package", sorted(PACKAGES - WITHOUT_LAYERS))
def test_every_module_of_an_app_has_a_layer(package: str) -> None:
    contracts = [each for each in CONTRACTS.values() if package in each.get("containers", ())]
    assert [each["exhaustive"] for each in contracts] == [True]


def test_core_is_a_shelf_without_modules_of_its_own() -> None:
    assert [file.name for file in (ROOT / "core").glob("*.py")] == ["__init__.py"]


def test_the_product_imports_neither_tests_nor_tools() -> None:
    modules = list(product_modules())
    assert len(modules) > 500
    found = [
        f"{file.relative_to(ROOT)}: {module}"
        for file in modules
        for module in imported_modules(file)
        if ".tests" in module or module.startswith("tools.")
    ]
    assert not found


def test_no_class_name_stands_twice() -> None:
    """Nobody reads the one for the other. Django looks for some by their name."""
    files: dict[str, list[Path]] = {}
    for file in product_modules():
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef) and node.name not in {
                "Command",
                "Migration",
                "DatabaseWrapper",
            }:
                files.setdefault(node.name, []).append(file)
    assert len(files) > 1000
    assert {name: places for name, places in files.items() if len(places) > 1} == {}
