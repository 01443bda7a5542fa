"""What a browser loads of a file of ours (a plugin of pytest, as conftest.py says)."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from core.pages.tests.page_checks import Weigh
from qastone_site.settings import STORAGES


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files as a site has them, collected by its own storage: minified, hashed, compressed."""
    folder = tmp_path_factory.mktemp("static")
    others = ["admin", "drf_spectacular_sidecar", "import_export", "rest_framework", "unfold"]
    with override_settings(STATIC_ROOT=folder, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=others)
    return folder


@pytest.fixture
def weigh(collected: Path) -> Iterator[Weigh]:
    """Bytes that a browser is sent for a static file, by its name without the hash: WhiteNoise's answer, by gzip."""
    hashed = json.loads((collected / "staticfiles.json").read_text())["paths"]
    with override_settings(STATIC_ROOT=collected):
        client = Client(headers={"accept-encoding": "gzip"})

        def body(name: str) -> int:
            answer = client.get(f"/static/{hashed[name]}")
            assert answer.status_code == 200, name
            return len(b"".join(answer))

        yield body
