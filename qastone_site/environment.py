"""The environment variables of the site: read once, and all faults reported together.

`.env.example` names them all.
"""

import os
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple, cast

import dj_database_url
from environs import Env, EnvValidationError, ValidationError, validate

ROOT = Path(__file__).resolve().parent.parent
SITE_STARTED = "SITE_STARTED"
"""Set by `manage.py serve` for the processes that it starts: when it did, in seconds of the epoch."""
_WIKIPEDIA = "https://en.wikipedia.org"
_A_KEY = (
    "50 random characters or more, the same on all machines. This prints some: "
    "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
)
_ADDRESS = "postgres://user:password@host:5432/name"


class EnvironmentFaults(Exception):
    """One or more variables are wrong or missing; the text says for each what would be right."""

    def __init__(self, faults: dict[str, list[str]]) -> None:
        self.faults = faults
        lines = [f"  {name}: {' '.join(words)}" for name, words in sorted(faults.items())]
        super().__init__("The settings in the environment are not usable:\n" + "\n".join(lines))


class Provider(NamedTuple):
    """Address, key and name of a model; empty strings where none is set."""

    base_url: str
    api_key: str
    model: str


class Retention(NamedTuple):
    """How many days old rows are kept; 0: for good."""

    ledger: int
    events: int
    messages: int
    questions: int
    webhook_calls: int
    jobs: int
    audit: int


class Environment(NamedTuple):
    """The validated variables. Durations in seconds, sizes in bytes or tokens as named."""

    var: Path
    debug: bool
    secret_key: str
    allowed_hosts: list[str]
    csrf_trusted_origins: list[str]
    https_only: bool
    staff_need_second_factor: bool
    trusted_proxies: list[str]
    database: dict[str, Any] | None
    broker_url: str
    chat: Provider
    chat_timeout_seconds: int
    chat_daily_tokens: int
    chat_daily_tokens_per_account: int
    chat_context_tokens: int
    embeddings: Provider
    embeddings_question_prefix: str | None
    """None: the model's own, if it is known."""
    embeddings_text_prefix: str | None
    reranking: bool
    stone_max_bytes: int
    stone_ttl_days: int
    retention: Retention
    log_level: str
    web_processes: int
    web_threads: int
    api_calls_per_minute: int
    app_events_per_day: int
    metrics_token: str
    webhook_allow_private: bool
    brain_wikipedia_url: str
    brain_wikipedia_contact: str
    brain_news_api_key: str


def read_environment() -> Environment:
    """Read and check every variable. Raises EnvironmentFaults that names all that are wrong."""
    env = Env(eager=False)
    file = env.str("QASTONE_ENV_FILE", "", validate=_file_exists) or ".env"
    if os.environ.get("QASTONE_ENV_FILE") != "":
        env.read_env(ROOT / file, recurse=False)
    found = _read(env)
    faults: dict[str, list[str]] = {}
    try:
        env.seal()
    except EnvValidationError as error:
        named = cast(Mapping[str, list[str]], error.error_messages)  # seal() names the variables
        faults |= {name: [str(word) for word in words] for name, words in named.items()}
    for fault in _combinations(found, faults):
        faults.setdefault(fault[0], []).append(fault[1])
    if faults:
        raise EnvironmentFaults(faults)
    return found


def _read(env: Env) -> Environment:
    """Every variable, or its default; `env.seal()` raises the faults of single ones."""
    return Environment(
        var=Path(env.str("QASTONE_VAR", "") or ROOT / "var").expanduser().absolute(),
        debug=env.bool("DEBUG", False),
        secret_key=env.str("SECRET_KEY", ""),
        allowed_hosts=env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"], validate=_not_empty),
        csrf_trusted_origins=env.list("CSRF_TRUSTED_ORIGINS", [], validate=_origins),
        https_only=env.bool("HTTPS_ONLY", False),
        staff_need_second_factor=env.bool("STAFF_NEED_SECOND_FACTOR", False),
        trusted_proxies=env.list("TRUSTED_PROXIES", [], validate=_networks),
        database=_database(env),
        broker_url=env.str("CELERY_BROKER_URL", "", validate=_broker_scheme),
        chat=_provider(env, "LLM"),
        chat_timeout_seconds=_positive(env, "LLM_TIMEOUT_SECONDS", 60),
        chat_daily_tokens=env.int("LLM_DAILY_TOKENS", 1_000_000, validate=validate.Range(min=0)),
        chat_daily_tokens_per_account=env.int(
            "LLM_DAILY_TOKENS_PER_ACCOUNT",
            # None where it is no number: that is a fault of its own.
            (env.int("LLM_DAILY_TOKENS", 1_000_000) or 0) // 2,
            validate=validate.Range(min=0),
        ),
        chat_context_tokens=env.int("LLM_CONTEXT_TOKENS", 16_000, validate=validate.Range(min=6_000)),
        embeddings=_provider(env, "EMBEDDINGS"),
        embeddings_question_prefix=env.str("EMBEDDINGS_QUESTION_PREFIX", None),
        embeddings_text_prefix=env.str("EMBEDDINGS_TEXT_PREFIX", None),
        reranking=env.bool("RERANKING", True),
        stone_max_bytes=_positive(env, "STONE_MAX_BYTES", 1_000_000),
        stone_ttl_days=env.int("STONE_TTL_DAYS", 30, validate=validate.Range(min=1, max=3650)),
        retention=_retention(env),
        log_level=env.str(
            "LOG_LEVEL", "INFO", validate=validate.OneOf(["DEBUG", "INFO", "WARNING", "ERROR"])
        ),
        web_processes=_positive(env, "WEB_PROCESSES", min(2, os.cpu_count() or 1)),
        web_threads=_positive(env, "WEB_THREADS", 8),
        api_calls_per_minute=env.int("API_CALLS_PER_MINUTE", 0, validate=validate.Range(min=0)),
        app_events_per_day=env.int("APP_EVENTS_PER_DAY", 10_000, validate=validate.Range(min=0)),
        metrics_token=env.str("METRICS_TOKEN", ""),
        webhook_allow_private=env.bool("WEBHOOK_ALLOW_PRIVATE", False),
        brain_wikipedia_url=env.str("BRAIN_WIKIPEDIA_URL", _WIKIPEDIA, validate=_web_address),
        brain_wikipedia_contact=env.str("BRAIN_WIKIPEDIA_CONTACT", "", validate=_header_text),
        brain_news_api_key=env.str("BRAIN_NEWS_API_KEY", "", validate=_header_text),
    )


def _retention(env: Env) -> Retention:
    return Retention(
        ledger=_days(env, "LEDGER_DAYS", 400, least=100),  # as the dashboard goes back 90 days
        events=_days(env, "EVENT_DAYS", 180),
        messages=_days(env, "MESSAGE_DAYS", 0),
        questions=_days(env, "QUESTION_DAYS", 365),
        webhook_calls=_days(env, "WEBHOOK_CALL_DAYS", 30),
        jobs=_days(env, "JOB_DAYS", 7),
        audit=_days(env, "AUDIT_DAYS", 0, least=30),
    )


def _days(env: Env, name: str, default: int, *, least: int = 1) -> int:
    return env.int(name, default, validate=[validate.Range(min=0, max=36_500), _zero_or(least)])


def _zero_or(least: int) -> Callable[[int], None]:
    def check(value: int) -> None:
        if 0 < value < least:
            raise ValidationError(f"must be 0 (for good), or {least} at least")

    return check


def _positive(env: Env, name: str, default: int) -> int:
    return env.int(name, default, validate=validate.Range(min=1))


def _provider(env: Env, prefix: str) -> Provider:
    return Provider(
        env.str(f"{prefix}_BASE_URL", "", validate=_web_address),
        env.str(f"{prefix}_API_KEY", ""),
        env.str(f"{prefix}_MODEL", ""),
    )


def _database(env: Env) -> dict[str, Any] | None:
    url = env.str("DATABASE_URL", "", validate=_database_address)
    return dict(dj_database_url.parse(url, engine="qastone_site.db.postgres")) if url else None


def _database_address(value: str) -> None:
    if value and not value.startswith(("postgres://", "postgresql://")):
        raise ValidationError("must begin with postgres:// or postgresql:// (pgvector is needed)")
    try:
        named = bool(dj_database_url.parse(value)["NAME"]) if value else True
    except ValueError as error:
        # The reason alone: the value holds a password.
        raise ValidationError(f"is no address ({type(error).__name__}): {_ADDRESS}") from None
    if not named:
        raise ValidationError(f"names no database: {_ADDRESS}")


def _file_exists(value: str) -> None:
    if value and not (ROOT / value).is_file():
        raise ValidationError(f"names no file: {value!r}")


def _not_empty(value: list[str]) -> None:
    if not any(value):
        raise ValidationError("must name at least one host")


def _origins(value: list[str]) -> None:
    if any(origin and not origin.startswith(("http://", "https://")) for origin in value):
        raise ValidationError("must be origins with their scheme: https://stones.example.org")


def _networks(value: list[str]) -> None:
    try:
        networks = [ip_network(each) for each in value]
    except ValueError as error:
        raise ValidationError(f"must be addresses or networks (127.0.0.1, 10.0.0.0/8): {error}") from None
    if any(network.prefixlen == 0 for network in networks):
        raise ValidationError("must not be everybody: name the addresses of your proxies")


def _broker_scheme(value: str) -> None:
    schemes = ("redis://", "rediss://", "redis+socket://", "amqp://", "amqps://", "memory://")
    if value and not value.startswith(schemes):
        raise ValidationError("must begin with redis://, rediss://, redis+socket://, amqp:// or amqps://")


def _web_address(value: str) -> None:
    if value and not value.startswith(("http://", "https://")):
        raise ValidationError("must begin with http:// or https://")


def _header_text(value: str) -> None:
    # The value may be a secret: it is not repeated.
    if not value.isascii() or not value.isprintable() or len(value) > 200:
        raise ValidationError("must be at most 200 printable ASCII characters in one line")


def _combinations(found: Environment, faults: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Faults in the combination of variables: (name, words)."""
    wrong: list[tuple[str, str]] = []
    for name, provider in (("LLM", found.chat), ("EMBEDDINGS", found.embeddings)):
        if bool(provider.base_url or provider.api_key) and not provider.model:
            wrong.append((f"{name}_MODEL", f"is needed when {name}_BASE_URL or {name}_API_KEY is set."))
        if provider.model and not (provider.base_url or provider.api_key or f"{name}_BASE_URL" in faults):
            wrong.append((f"{name}_API_KEY", f"is needed with {name}_MODEL unless {name}_BASE_URL is set."))
    if found.https_only and not found.trusted_proxies and "TRUSTED_PROXIES" not in faults:
        # Without it every request looks like plain http, and is sent round in a circle.
        words = (
            "is needed with HTTPS_ONLY: the address of the proxy that ends TLS, 127.0.0.1 on this machine."
        )
        wrong.append(("TRUSTED_PROXIES", words))
    if found.secret_key and not found.debug and _is_guessable(found.secret_key):
        wrong.append(("SECRET_KEY", f"is too easy to guess, and opens every account: {_A_KEY}"))
    if found.database is not None and not found.debug:
        if not found.secret_key:
            wrong.append(("SECRET_KEY", f"is needed with DATABASE_URL: {_A_KEY}"))
        if not found.broker_url and "CELERY_BROKER_URL" not in faults:
            wrong.append(("CELERY_BROKER_URL", "is needed with DATABASE_URL: redis://… or amqp://…"))
    wrong += [fault for fault in _outside_addresses(found) if fault[0] not in faults]
    return wrong


def _is_guessable(secret_key: str) -> bool:
    """Fewer than 128 bits as hexadecimal digits have, or no random ones (Django's check security.W009)."""
    return len(secret_key) < 32 or len(set(secret_key)) < 5


def _outside_addresses(found: Environment) -> list[tuple[str, str]]:
    """Faults of addresses that are private or invalid. Host names are resolved only when they are called."""
    name, value, private = "BRAIN_WIKIPEDIA_URL", found.brain_wikipedia_url, found.webhook_allow_private
    if value == _WIKIPEDIA:
        return []
    from core.http import AddressRefused, parse_url  # with it comes an HTTP client

    try:
        if value and parse_url(value, https_only=not private, allow_private=private).query:
            return [(name, "must have no query (?…).")]
    except AddressRefused as error:
        also = "" if private else " WEBHOOK_ALLOW_PRIVATE allows addresses of one's own network."
        return [(name, f"cannot be called. {error}{also}")]
    return []
