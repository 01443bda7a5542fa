"""Ctrl-C and readers that have gone: one line, and the status that shells know."""

import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from django.contrib.auth.models import User

import manage
from core.cli.shared_arguments import all_or_nothing

# More than a pipe holds, so that it fails while it is written; less, so that it fails at the end.
WRITES = "import manage; manage.main = lambda: print('x' * {}) or exit(1); manage.run()"


@pytest.mark.parametrize(
    ("reason", "line"), [("Nothing was written.", "Stopped. Nothing was written.\n"), ("", "Stopped.\n")]
)
def test_ctrl_c_is_one_line_and_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], reason: str, line: str
) -> None:
    def main() -> None:
        raise KeyboardInterrupt(reason)

    monkeypatch.setattr(manage, "main", main)
    with pytest.raises(SystemExit) as ended:
        manage.run()
    assert (ended.value.code, capsys.readouterr().err) == (130, line)


@pytest.mark.parametrize("size", [200_000, 2])
def test_a_reader_that_has_gone_is_no_error(size: int) -> None:
    with Popen(
        [sys.executable, "-c", WRITES.format(size)],
        cwd=Path(manage.__file__).parent,
        stdout=PIPE,
        stderr=PIPE,
    ) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.close()
        assert (ran.stderr.read(), ran.wait()) == (b"", 141)


@pytest.mark.django_db
def test_a_stopped_import_wrote_nothing_and_says_so() -> None:
    def import_and_stop() -> None:
        with all_or_nothing():
            User.objects.create_user("ann")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match=r"^Nothing was written\.$"):
        import_and_stop()
    assert not User.objects.exists()
