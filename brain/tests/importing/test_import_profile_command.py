"""manage.py import_profile."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from brain.models import Profile
from brain.tests.factories import vectors_of
from brain.tests.importing.conftest import RunCommand

YAML = "name: Ann\nborn: 1980-05-01\nsummary: >\n  I mill\n  corn.\nskills: [Milling, Baking]\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "profile.yaml"
    path.write_text(YAML)
    return path


def test_a_profile_with_its_vectors(account: User, run: RunCommand, file: Path) -> None:
    ran = run("import_profile", str(file))
    assert (ran.status, ran.out, ran.err) == (0, "The profile of Ann: new.\n", "")
    profile = Profile.objects.get()
    assert profile.data == {
        "name": "Ann", "born": "1980-05-01", "summary": "I mill corn.\n", "skills": ["Milling", "Baking"],
    }  # fmt: skip
    assert vectors_of(account) == {"fake-embedder"}
    assert run("import_profile", str(file)).out == "The profile of Ann: unchanged.\n"
    file.write_text("name: Bob")
    assert run("import_profile", str(file), "--no-embed").out == "The profile of Bob: changed.\n"
    assert vectors_of(account) == {""}


def test_a_dry_run_shows_the_text(account: User, run: RunCommand, file: Path) -> None:
    ran = run("import_profile", str(file), "--dry-run")
    assert ran.out == (
        "# Ann\n\n- Name: Ann\n- Born: 1980-05-01\n\n## Summary\n\nI mill corn.\n\n"
        "## Skills\n\n- Milling\n- Baking\n"
    )
    assert not Profile.objects.exists()


def test_json_in_and_out(account: User, run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "profile.JSON"
    file.write_text('{"name": "Ann"}')
    result = json.loads(run("import_profile", str(file), "--json").out)
    assert result == {"profile": "new", "name": "Ann", "text": "# Ann\n\n- Name: Ann\n", "dry_run": False}


def test_from_the_standard_input(account: User, run: RunCommand) -> None:
    assert run("import_profile", "-", stdin=b'{"name": "Ann"}').status == 0


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("p.yaml", "a: [b\n", "p.yaml, line 2: is not YAML"),
        ("p.yaml", "a: 1\na: 2\n", "p.yaml, line 2: is not YAML: 'a' stands twice"),
        ("p.yaml", "- a\n", "A profile is an object"),
        ("p.yaml", "", "A profile is an object"),
        ("p.yaml", "a: &x [1, *x]\n", "is nested deeper than 20 levels"),
        ("p.json", '{\n"a": 1,}', "p.json, line 2: is not JSON"),
        ("p.json", '{"a": 1, "a": 2}', "'a' stands twice"),
        ("p.json", '{"a": NaN}', "not finite"),
        ("p.json", "[" * 100_000, "nests too deeply"),
        ("p.yaml", "x" * 1_000_001, "more than the 1,000,000 bytes"),
    ],
)
def test_what_is_refused(
    account: User, run: RunCommand, tmp_path: Path, name: str, text: str, reason: str
) -> None:
    (tmp_path / name).write_text(text)
    ran = run("import_profile", str(tmp_path / name))
    assert (ran.status, ran.out) == (1, "")
    assert reason in ran.err
    assert not Profile.objects.exists()


def test_many_names_of_one_value_are_refused_before_they_grow(
    account: User, run: RunCommand, tmp_path: Path
) -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 15)]
    (tmp_path / "p.yaml").write_text("\n".join(lines))
    ran = run("import_profile", str(tmp_path / "p.yaml"))
    assert (ran.status, "holds more than 20,000 values" in ran.err) == (1, True)


def test_what_cannot_be_read(account: User, run: RunCommand, tmp_path: Path) -> None:
    assert run("import_profile", str(tmp_path / "none")).status == 2
    (tmp_path / "p.yaml").write_bytes(b"a: \xff")
    ran = run("import_profile", str(tmp_path / "p.yaml"))
    assert (ran.status, "p.yaml, line 1: not UTF-8." in ran.err) == (1, True)
