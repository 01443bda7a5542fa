"""The environment variables: valid values, and that all faults are reported together."""

import re
from pathlib import Path

import pytest

from qastone_site.embedded.server_paths import make_private
from qastone_site.environment import ROOT, EnvironmentFaults, read_environment

NAMES = re.findall(r"^# ([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("QASTONE_ENV_FILE", "")


def faults(monkeypatch: pytest.MonkeyPatch, **variables: str) -> set[str]:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(EnvironmentFaults) as raised:
        read_environment()
    for name in raised.value.faults:
        assert f"  {name}: " in str(raised.value)
    return set(raised.value.faults)


def test_an_empty_environment_is_enough() -> None:
    found = read_environment()
    assert (found.database, found.broker_url, found.stone_ttl_days) == (None, "", 30)
    assert found.var == ROOT / "var"


def test_every_fault_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults(
        monkeypatch,
        DATABASE_URL="mysql://host/name",
        CELERY_BROKER_URL="sqs://queue",
        STONE_MAX_BYTES="many",
        STONE_TTL_DAYS="0",
        LLM_BASE_URL="localhost:11434",
        LOG_LEVEL="LOUD",
        DEBUG="perhaps",
    ) == {
        "DATABASE_URL",
        "CELERY_BROKER_URL",
        "STONE_MAX_BYTES",
        "STONE_TTL_DAYS",
        "LLM_BASE_URL",
        "LOG_LEVEL",
        "DEBUG",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgres://u:p@h:notaport/x"),
        ("DATABASE_URL", "postgresql://[bad/x"),
        ("DATABASE_URL", "postgres://"),
        ("STONE_TTL_DAYS", "99999999"),
        ("LEDGER_DAYS", "99"),
        ("AUDIT_DAYS", "-1"),
        ("QASTONE_ENV_FILE", "nosuch.env"),
        ("ALLOWED_HOSTS", ""),
        ("CSRF_TRUSTED_ORIGINS", "stones.example.org"),
        ("TRUSTED_PROXIES", "*"),
        ("TRUSTED_PROXIES", "proxy.example.org"),
        ("TRUSTED_PROXIES", "127.0.0.1,0.0.0.0/0"),
        ("LLM_CONTEXT_TOKENS", "2000"),
        ("LLM_DAILY_TOKENS", "abc"),
        ("BRAIN_WIKIPEDIA_URL", "en.wikipedia.org"),
        ("BRAIN_WIKIPEDIA_URL", "http://en.wikipedia.org"),
        ("BRAIN_WIKIPEDIA_URL", "https://en.wikipedia.org?a=b"),
        ("BRAIN_WIKIPEDIA_URL", "https://en.wikipedia.org#a"),
        ("BRAIN_WIKIPEDIA_URL", "https://ann:secret@en.wikipedia.org"),
        ("BRAIN_WIKIPEDIA_URL", "https://"),
        ("BRAIN_WIKIPEDIA_CONTACT", "ann@example.org\r\nX-Evil: 1"),
        ("BRAIN_WIKIPEDIA_URL", "https://127.1"),
        ("BRAIN_WIKIPEDIA_URL", "https://169.254.169.254"),
        ("BRAIN_NEWS_API_KEY", "one\ntwo"),
        ("BRAIN_NEWS_API_KEY", "kéy"),
        ("BRAIN_NEWS_API_KEY", "k" * 201),
        ("WEBHOOK_ALLOW_PRIVATE", "perhaps"),
    ],
)
def test_invalid_values(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    assert faults(monkeypatch, **{name: value}) == {name}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgres://u:hunter2@h:notaport/x"),
        ("BRAIN_NEWS_API_KEY", "hunter2\n"),
        ("BRAIN_WIKIPEDIA_URL", "https://u:hunter2@en.wikipedia.org"),
    ],
)
def test_a_fault_shows_no_password(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(EnvironmentFaults) as raised:
        read_environment()
    assert "hunter2" not in str(raised.value)


def test_outside_sources_are_named_and_without_a_key_there_is_no_news() -> None:
    found = read_environment()
    assert found.brain_wikipedia_url == "https://en.wikipedia.org"
    assert (found.brain_news_api_key, found.webhook_allow_private) == ("", False)


def test_outside_sources_may_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAIN_WIKIPEDIA_URL", "")
    assert read_environment().brain_wikipedia_url == ""


def test_a_mirror_in_ones_own_network_is_allowed_by_a_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAIN_WIKIPEDIA_URL", "http://10.0.0.7:8080/mirror")
    with pytest.raises(EnvironmentFaults, match="WEBHOOK_ALLOW_PRIVATE"):
        read_environment()
    monkeypatch.setenv("WEBHOOK_ALLOW_PRIVATE", "true")
    assert read_environment().brain_wikipedia_url == "http://10.0.0.7:8080/mirror"


def test_a_model_at_its_maker_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults(monkeypatch, LLM_MODEL="gpt-4o-mini") == {"LLM_API_KEY"}


def test_production_needs_its_key_and_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults(monkeypatch, DATABASE_URL="postgres://u:p@db/name") == {"SECRET_KEY", "CELERY_BROKER_URL"}


@pytest.mark.parametrize("key", ["abc", ("0123456789abcdef" * 2)[:31], "x" * 50])
def test_a_key_that_can_be_guessed_is_refused_unless_debugging(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    assert faults(monkeypatch, SECRET_KEY=key) == {"SECRET_KEY"}
    with pytest.raises(EnvironmentFaults, match=r"secrets\.token_urlsafe") as raised:
        read_environment()
    assert key not in str(raised.value)
    monkeypatch.setenv("DEBUG", "1")
    assert read_environment().secret_key == key


@pytest.mark.parametrize(
    ("folder", "words"),
    [("/proc/nope", "No such file or directory: /proc/nope"), ("/dev/null", "File exists: /dev/null")],
)
def test_a_folder_that_cannot_be(folder: str, words: str) -> None:
    with pytest.raises(EnvironmentFaults, match=f"'{folder}' cannot be the site's folder \\({words}\\)"):
        make_private(Path(folder))


def test_https_needs_to_know_who_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults(monkeypatch, HTTPS_ONLY="true") == {"TRUSTED_PROXIES"}
    monkeypatch.setenv("TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/8")
    assert read_environment().trusted_proxies == ["127.0.0.1", "10.0.0.0/8"]


def test_production_with_all_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://u:p@db:5433/name")
    monkeypatch.setenv("SECRET_KEY", "0123456789abcdef" * 2)
    monkeypatch.setenv("CELERY_BROKER_URL", "amqp://u:p@rabbit//")
    found = read_environment()
    assert found.database is not None
    assert (found.database["HOST"], found.database["PORT"]) == ("db", 5433)


@pytest.mark.parametrize("prefix", ["LLM", "EMBEDDINGS"])
def test_a_provider_needs_its_model(monkeypatch: pytest.MonkeyPatch, prefix: str) -> None:
    assert faults(monkeypatch, **{f"{prefix}_API_KEY": "secret"}) == {f"{prefix}_MODEL"}


def test_the_example_names_every_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (ROOT / "qastone_site" / "environment.py").read_text()
    read = set(re.findall(r'(?:env, |env\.\w+\(\s*)"([A-Z_]+)"', source))
    read |= {
        f"{prefix}_{part}" for prefix in ("LLM", "EMBEDDINGS") for part in ("BASE_URL", "API_KEY", "MODEL")
    }
    assert read - {"LLM", "EMBEDDINGS"} == set(NAMES)
