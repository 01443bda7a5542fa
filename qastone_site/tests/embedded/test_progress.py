"""Nobody waits in silence: the installation and the first start say every while how far they are."""

import importlib.util
import subprocess
import sys
import time
from types import ModuleType

import pytest
from django.conf import settings

from qastone_site.timed_steps import timed_step

PIP = """
import time
print("Collecting amqp==5.4.2", flush=True)
print("Collecting attrs==26.1.0", flush=True)
time.sleep(.3)
print("Installing collected packages: amqp, attrs", flush=True)
time.sleep(.3)
"""


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "install_environment", settings.BASE_DIR / "script" / "environment.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_installation_says_how_far_it_is(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "EVERY", 0.1)
    script.run_with_progress([sys.executable, "-c", PIP], 2)
    lines = capsys.readouterr().err.splitlines()
    assert "qastone:   2 of 2 fetched, 0 s" in lines
    assert lines[-1] in ("qastone:   unpacking, 0 s", "qastone:   unpacking, 1 s")


def test_a_failed_installation_is_told(script: ModuleType) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        script.run_with_progress([sys.executable, "-c", "raise SystemExit(3)"], 2)


def test_a_short_step_is_one_line_and_a_long_one_goes_on_telling() -> None:
    said: list[str] = []
    with timed_step("migrating", said.append):
        pass
    assert said == ["migrating"]
    with timed_step("collecting", said.append, every=0.05):
        time.sleep(0.12)
    assert said[1:] == [
        "collecting",
        *["collecting: 0 s so far"] * (len(said) - 3),
        "collecting: done in 0 s",
    ]
    assert len(said) > 3
