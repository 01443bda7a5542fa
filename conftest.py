"""What every test may ask for. Its database and other settings are in qastone_site/settings_test.py."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.db import connection
from hypothesis import HealthCheck, settings
from pytest_django.plugin import DjangoDbBlocker
from pytest_httpserver import HTTPServer

from core.http.tests.local_server import LocalServer
from qastone_site.tests.migrated_template import migrated_template

pytest_plugins = [
    "qastone_site.tests.browsers",
    "qastone_site.tests.daily_tests",
    "qastone_site.tests.persona_clients",
    "qastone_site.tests.file_weights",
    "qastone_site.tests.module_transaction",
    "qastone_site.tests.remembered_extracts",
    "qastone_site.tests.remembered_vectors",
]

# How many examples a law is tried on. A busy machine takes its time, over an example and over drawing it.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("some", UNHURRIED, max_examples=50)
settings.register_profile("all", UNHURRIED, max_examples=500)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all",
        action="store_true",
        help="the long run: outages as long as promised, ten times the examples, every width and theme",
    )


def pytest_configure(config: pytest.Config) -> None:
    """What tests look up while they are collected: TEST_ALL in the environment, and hypothesis's profile."""
    if config.getoption("--all"):
        os.environ["TEST_ALL"] = "1"
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("all" if os.environ.get("TEST_ALL") else "some")
    if not hasattr(config, "workerinput"):
        # Of all workers, which inherit the environment (qastone_site.tests.whole_sites). The database's user may enter.
        folder = tempfile.mkdtemp(prefix="qastone-prepared-")
        os.chmod(folder, 0o755)
        os.environ["QASTONE_TEST_PREPARED"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder))


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls are counted at 20 seconds past noon, from none: no minute ends between two of them."""
    cache.clear()
    monkeypatch.setattr("core.rest.throttling.time", SimpleNamespace(time=lambda: 12 * 3600 + 20.0))


FAULT_RUNS = 20


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A fault that was survived once may have been survived by luck."""
    if metafunc.definition.get_closest_marker("fault"):
        metafunc.fixturenames.append("fault_run")
        runs = FAULT_RUNS if os.environ.get("TEST_ALL") else 1
        metafunc.parametrize("fault_run", range(1, runs + 1), ids="run{}".format)


# What is loaded stays to the end: the collector of garbage need not walk through it again and again.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)  # by default it is a tenth of an ordinary test
    gc.enable()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """On our own server the test database begins as a copy of one that is migrated."""
    if connection.settings_dict["ENGINE"] == "qastone_site.db.embedded":
        with django_db_blocker.unblock():
            connection.settings_dict["TEST"]["TEMPLATE"] = migrated_template()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database; it can be dropped even where a thread that has just ended still holds a connection."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    # What drops the database may close another, which was made beside a browser's loop.
    connection.close()


@pytest.fixture
def httpserver() -> Iterator[HTTPServer]:
    """Instead of the library's, which is one for all tests."""
    with LocalServer() as server:
        yield server


@pytest.fixture(scope="session", autouse=True)
def _celery_app() -> None:
    """The site's own, which it loads with its first message: tests look at what `current_app` sends."""
    import qastone_site.celery  # noqa: F401
