"""Files that commands write: whole or not at all, and never in the place of a device or a folder."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from core.cli.write_file import write_file


def stopped() -> Iterator[bytes]:
    yield b"half"
    raise KeyboardInterrupt


def out_of_room() -> Iterator[bytes]:
    yield b"half"
    raise OSError(28, "No space left on device")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_and_its_mode(tmp_path: Path) -> None:
    assert write_file(tmp_path / "a", [b"one ", b"two"]).read_bytes() == b"one two"
    write_file(tmp_path / "b", [b"secret"], private=True)
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["a", "b"]


@pytest.mark.parametrize(("private", "mode"), [(False, 0o640), (True, 0o600)])
def test_what_it_replaces_keeps_its_mode_unless_it_is_private(
    tmp_path: Path, private: bool, mode: int
) -> None:
    file = tmp_path / "a"
    file.touch()
    file.chmod(0o640)
    write_file(file, [b"new"], private=private)
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"new", mode)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path, is_there: bool) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "a", tmp_path / "link"
    if is_there:
        target.write_bytes(b"old")
    link.symlink_to(target)
    assert write_file(link, [b"new"]) == target
    assert link.is_symlink()
    assert (target.read_bytes(), names(tmp_path), names(tmp_path / "far")) == (b"new", ["far", "link"], ["a"])


@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "link to a device"])
def test_what_is_no_file_is_refused_and_left_as_it_is(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "there"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "link to a device":
        path.symlink_to("/dev/null")
    else:
        path = Path("/dev/null")
    before = path.stat()
    with pytest.raises(CommandError, match=r"is a (folder|device or a pipe): name a file") as raised:
        write_file(path, [b"x"])
    assert raised.value.returncode == 2
    assert (path.stat().st_mode, path.stat().st_rdev) == (before.st_mode, before.st_rdev)


@pytest.mark.parametrize(
    ("pieces", "error", "words"),
    [(stopped, KeyboardInterrupt, "^Nothing was written.$"), (out_of_room, CommandError, "No space left")],
)
def test_after_an_error_the_old_file_is_there_and_nothing_else(
    tmp_path: Path, pieces: type[Iterator[bytes]], error: type[BaseException], words: str
) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"old")
    with pytest.raises(error, match=words):
        write_file(file, pieces())
    assert (file.read_bytes(), names(tmp_path)) == (b"old", ["a"])


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "a")
    with pytest.raises(CommandError, match="Too many levels of symbolic links"):
        write_file(tmp_path / "a", [b"x"])


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/dev/../dev/stdout", "/proc/self/fd/1"])
def test_what_stdout_is_redirected_to_is_not_replaced(tmp_path: Path, name: str) -> None:
    file, before = tmp_path / "out", os.dup(1)
    file.write_bytes(b"log")
    try:
        with file.open("ab") as out:
            os.dup2(out.fileno(), 1)
        with pytest.raises(CommandError, match="is a device or a pipe: name a file"):
            write_file(name, [b"x"])
    finally:
        os.dup2(before, 1)
        os.close(before)
    assert (file.read_bytes(), names(tmp_path)) == (b"log", ["out"])


def test_a_folder_that_is_not_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="new/ is no folder: name a file"):
        write_file(f"{tmp_path}/new/", [b"x"])
    assert names(tmp_path) == []


def test_a_file_that_may_not_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"old")
    # Root may write everything.
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with pytest.raises(CommandError, match=r"a: It is not writable\.") as raised:
        write_file(file, [b"new"])
    assert (raised.value.returncode, file.read_bytes(), names(tmp_path)) == (2, b"old", ["a"])


def test_it_is_on_the_disk_before_it_takes_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    monkeypatch.setattr(
        os, "fsync", lambda number: synced.append((os.fstat(number).st_size, names(tmp_path)))
    )
    write_file(tmp_path / "a", [b"new"])
    ((size, (partial,)),) = synced
    assert (size, partial != "a") == (3, True)
