"""The disk, the settings, the versions; and that findings never contain a secret."""

import shutil
from collections import namedtuple
from collections.abc import Callable

import django
import pytest
from django.core import checks
from django.core.checks.registry import registry
from pytest_django.fixtures import Settings

from qastone_site.health import HealthFinding, HealthState
from qastone_site.health.health_check import CheckResult, check
from qastone_site.health.machine_checks import configuration, disk, version
from qastone_site.health.mask_secrets import mask_secrets

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def _own_machine(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]


@pytest.mark.parametrize(("free", "state"), [(10**9, HealthState.OK), (10**8, HealthState.WRONG)])
def test_free_disk_space(monkeypatch: pytest.MonkeyPatch, free: int, state: HealthState) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**10, 10**10 - free, free))
    assert (disk().state, disk().detail) == (state, f"{free / 1e9:.1f} GB free")


def test_the_version() -> None:
    assert version().state == HealthState.OK
    assert version().detail.startswith(f"QA.Stone 0.1.0, Django {django.get_version()}, Python 3.")


def test_settings_without_warnings() -> None:
    assert (configuration().state, configuration().detail) == (HealthState.OK, "no warnings")


def test_errors_that_show_too_much(settings: Settings) -> None:
    settings.DEBUG = True
    found = configuration()
    assert (found.state, found.ok) == (HealthState.WARNING, True)
    assert found.mend == "Set DEBUG=0."


@pytest.mark.parametrize(("secure", "state"), [(False, HealthState.WARNING), (True, HealthState.OK)])
def test_others_come_in_the_clear(settings: Settings, secure: bool, state: HealthState) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "stones.example.org"]
    settings.SESSION_COOKIE_SECURE = secure
    found = configuration()
    assert found.state == state
    assert ("HTTPS_ONLY" in found.mend) is not secure


@pytest.mark.parametrize(
    ("kind", "state"), [(checks.Warning, HealthState.WARNING), (checks.Error, HealthState.WRONG)]
)
def test_what_django_finds(
    settings: Settings, kind: Callable[..., checks.CheckMessage], state: HealthState
) -> None:
    message = kind("The folder is missing.", hint="Make it.", id="site.X001")

    def finds(**_: object) -> list[checks.CheckMessage]:
        return [message]

    checks.register(finds)
    try:
        found = configuration()
        settings.SILENCED_SYSTEM_CHECKS = ["site.X001"]
        assert configuration().state == HealthState.OK
    finally:
        registry.registered_checks.discard(finds)
    assert (found.state, found.detail, found.mend) == (
        state,
        "The folder is missing. (site.X001)",
        "Make it.",
    )


@pytest.fixture
def _secrets(settings: Settings) -> None:
    settings.SECRET_KEY, settings.LLM_API_KEY = "key-of-the-site", "sk-1"
    settings.EMBEDDINGS_API_KEY, settings.METRICS_TOKEN = "sk-12", "metrics"
    settings.BRAIN_NEWS_API_KEY = "news"
    settings.CELERY_BROKER_URL = "amqp://stones:p%40ss@broker:5672//"
    settings.LLM_BASE_URL = "https://llm.example.com/v1?code=c0de"


@pytest.mark.usefixtures("_secrets")
@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("the key key-of-the-site is wrong", "the key … is wrong"),
        ("sk-1, sk-12: refused", "…, …: refused"),
        ("Bearer metrics, news", "Bearer …, …"),
        ("p@ss or p%40ss is wrong", "… or … is wrong"),
        ("amqp://stones:p%40ss@broker:5672//", "amqp://…@broker:5672//"),
        ("redis://:another@cache/0 and postgres://u:p@db/n", "redis://…@cache/0 and postgres://…@db/n"),
        ("GET https://llm.example.com/v1?code=c0de", "GET https://llm.example.com/v1?…"),
        ("newspapers and metrically", "newspapers and metrically"),
        ("http://localhost:8000/ask?mail=a@b", "http://localhost:8000/ask?mail=a@b"),
    ],
)
def test_secrets_are_taken_out(text: str, masked: str) -> None:
    assert mask_secrets(text) == masked


def test_the_password_of_the_database(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "PASSWORD", "hunter2")
    assert mask_secrets("password hunter2 refused") == "password … refused"


@pytest.mark.usefixtures("_secrets")
def test_no_finding_holds_one() -> None:
    @check("told", "Told", "Nothing.")
    def leaking_check() -> CheckResult:
        return CheckResult(HealthState.WRONG, "sk-12 is wrong", "Change sk-12.", "export LLM_API_KEY=sk-12")

    assert leaking_check() == HealthFinding(
        "told", "Told", HealthState.WRONG, "… is wrong", "Nothing.", "Change ….", "export LLM_API_KEY=…"
    )
