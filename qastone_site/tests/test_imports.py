"""What a command loads before it does anything: no admin classes, no models' libraries, no Celery, no MCP."""

import os
import pkgutil
import subprocess
import sys
from types import ModuleType

import pytest
from django.conf import settings

import core.llm
import stones.services

HEAVY = (
    *(
        "celery",
        "httpx2",
        "markdown_it",
        "mcp",
        "numpy",
        "onnx",
        "onnxruntime",
        "openai",
        "pydantic",
        "pytest",
    ),
    *("rest_framework.views", "snowballstemmer", "starlette", "tokenizers", "unfold.admin", "yaml"),
)


def test_setting_up_loads_nothing_heavy() -> None:
    code = f"import sys, django; django.setup(); print(*(m for m in {HEAVY} if m in sys.modules))"
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "qastone_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == []


@pytest.mark.parametrize("package", [core.llm, stones.services])
def test_what_is_loaded_on_first_use_has_no_module_of_its_name(package: ModuleType) -> None:
    """Once that was imported, the package's attribute would be the module."""
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert modules.isdisjoint(package.__all__)
