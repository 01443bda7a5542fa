"""What a command loads before it does anything: no admin classes, no models' libraries, no Celery, no MCP."""

import os
import subprocess
import sys

from django.conf import settings

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
