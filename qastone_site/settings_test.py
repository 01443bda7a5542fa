"""The settings under test: a database without durability, and nothing of the developer's environment.

Each test run has its own database (a slot that the kernel frees when the run ends), so that two runs in one
checkout do not destroy each other's. TEST_DATABASE_URL tests against a real server instead.
"""

import itertools
import os
from pathlib import Path

from qastone_site.embedded.file_locks import try_exclusive

ROOT = Path(__file__).resolve().parent.parent


def _named_in_example() -> set[str]:
    example = ROOT / ".env.example"
    lines = example.read_text().splitlines() if example.exists() else []
    return {line.lstrip("# ").split("=")[0] for line in lines if "=" in line}


def _slot(folder: Path) -> str:
    """The first free number, taken for the life of this process; the workers of one run inherit it."""
    if "QASTONE_TEST_SLOT" not in os.environ:
        folder.mkdir(parents=True, exist_ok=True)
        free = (n for n in itertools.count() if try_exclusive(folder / f"pytest-{n}") is not None)
        os.environ["QASTONE_TEST_SLOT"] = str(next(free))
    return os.environ["QASTONE_TEST_SLOT"]


for name in _named_in_example():
    os.environ.pop(name, None)
os.environ["QASTONE_ENV_FILE"] = ""  # nor of their .env
os.environ["QASTONE_VAR"] = str(ROOT / "var" / "test")
os.environ["CELERY_BROKER_URL"] = "memory://"  # no worker reads it: tests call the services
if "TEST_DATABASE_URL" in os.environ:
    os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]

from qastone_site.settings import *  # noqa: E402, F403
from qastone_site.settings import (  # noqa: E402
    DATABASES,
    INSTALLED_APPS,
    QASTONE_VAR,
    STATIC_ROOT,
    STORAGES,
)

INSTALLED_APPS = ["qastone_site.tests.flushing", *INSTALLED_APPS]
DATABASES["default"]["DURABLE"] = False
DATABASES["default"]["TEST"] = {"NAME": f"test_qastone_{_slot(QASTONE_VAR / 'run')}"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns where it finds none
RERANKING = False  # its tests turn it on: others rank by words and vectors
LOCAL_MODEL_PORTS = {}  # nor of the models on their machine
