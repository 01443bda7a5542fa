"""manage.py import_stones."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from stones import services
from stones.models import Content, Stone
from stones.queries import assemble, reloaded
from stones.tests.commands.conftest import RunCommand
from stones.tests.factories import LONG, SHORT, new_account, store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deeper").mkdir()
    (tmp_path / "a.md").write_text(LONG)
    (tmp_path / "deeper" / "b.TXT").write_text(SHORT)
    (tmp_path / "manifest.jsonl").write_text("{}")
    (tmp_path / "picture.png").write_bytes(b"\xff\x00")
    return tmp_path


def test_a_folder_once_and_again(account: User, run: RunCommand, folder: Path) -> None:
    first, second = run("import_stones", str(folder)), run("import_stones", str(folder))
    assert (first.status, first.out) == (0, "2 stones stored, 0 were there already.\n")
    assert second.out == "0 stones stored, 2 were there already.\n"
    stones = Stone.objects.order_by("pk")
    assert [stone.content.text for stone in stones] == [LONG, SHORT]
    assert {(stone.source_agent, stone.claimed_source) for stone in stones} == {("user", "import")}


def test_words_for_all(account: User, run: RunCommand, folder: Path) -> None:
    run(
        "import_stones",
        str(folder),
        "--channel",
        "data",
        "--type",
        "message",
        "--agent",
        "koda",
        "--ttl-days",
        "3",
    )
    stone = Stone.objects.all()[0]
    assert (stone.glow_channel, stone.stone_type, stone.claimed_source) == ("data", "message", "koda")
    assert stone.expires is not None
    assert (stone.expires - stone.created).days == 3


def test_a_dry_run_stores_nothing(account: User, run: RunCommand, folder: Path) -> None:
    ran = run("import_stones", str(folder), "--dry-run", "--json")
    assert json.loads(ran.out) == {"created": 2, "there": 0, "faults": [], "dry_run": True}
    assert not Content.objects.exists()


def lines(path: Path, *rows: object) -> str:
    text = "\n".join(row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(text + "\n")
    return str(path)


def test_lines(account: User, run: RunCommand, tmp_path: Path) -> None:
    source = lines(
        tmp_path / "stones.jsonl",
        {"id": 7, "text": "One.\u2028Still one."},
        "",
        {
            "content": "Two.",
            "glow_channel": "query",
            "source_agent": "prax",
            "levels": ["Scan."],
            "ttl_days": None,
        },
    )
    assert run("import_stones", source, "--channel", "data").status == 0
    two, one = Stone.objects.all()
    assert (one.content.text, one.glow_channel) == ("One.\u2028Still one.", "data")
    assert (two.content.text, two.glow_channel, two.claimed_source) == ("Two.", "query", "prax")
    assert two.author_levels.get().text == "Scan."


def test_a_stone_among_them(account: User, run: RunCommand, tmp_path: Path) -> None:
    exported = store(new_account(username="bob"), content=LONG, levels={0: "By hand."})
    (tmp_path / "x.qastone").write_text(services.stone_text(assemble(reloaded(exported))))
    run("import_stones", str(tmp_path), "--account", "ann")
    stone = Stone.objects.get(account=account)
    assert (stone.content.text, stone.claimed_source) == (LONG, "koda")


def test_every_fault_is_told_with_its_place_and_nothing_is_stored(
    account: User, run: RunCommand, tmp_path: Path
) -> None:
    source = lines(
        tmp_path / "stones.jsonl",
        {"text": SHORT},
        "{",
        "[]",
        "[" * 100_000,
        {"title": "no text"},
        {"text": 5},
        {"text": " "},
        {"text": "x", "glow_channel": "dream"},
        {"text": "x", "levels": {"3": "x"}},
        {"text": "§QASTONE§\nno header"},
    )
    ran = run("import_stones", source)
    assert ran.status == 1
    reported = [line for line in ran.err.split("\n") if line.startswith(source)]
    assert [line.removeprefix(f"{source}:").partition(":")[0] for line in reported] == [
        *list("23456789"),
        "10",
    ]
    assert "9 of 10 texts are at fault: nothing was stored" in ran.err
    assert not Content.objects.exists()
    body = json.loads(run("import_stones", source, "--json").out)
    assert (body["created"], body["there"]) == (0, 0)
    assert [fault["place"] for fault in body["faults"]] == [f"{source}:{number}" for number in range(2, 11)]


def test_a_file_that_is_no_text(account: User, run: RunCommand, folder: Path) -> None:
    (folder / "bad.md").write_bytes(b"a\xff")
    ran = run("import_stones", str(folder))
    assert (ran.status, Content.objects.count()) == (1, 0)
    assert f"{folder / 'bad.md'}: not UTF-8 at byte 2" in ran.err


def test_a_link_out_of_the_folder_is_not_followed(account: User, run: RunCommand, folder: Path) -> None:
    secret = folder.parent / "secret.md"
    secret.write_text(LONG)
    (folder / "linked.md").symlink_to(secret)
    ran = run("import_stones", str(folder))
    assert (ran.status, Content.objects.count()) == (1, 0)
    assert f"{folder / 'linked.md'}: is a link that leads out of the folder" in ran.err


@pytest.mark.parametrize("name", ["nowhere", "nowhere.jsonl"])
def test_what_is_not_there(account: User, run: RunCommand, name: str) -> None:
    assert run("import_stones", name).status == 2


def test_an_empty_folder(account: User, run: RunCommand, tmp_path: Path) -> None:
    ran = run("import_stones", str(tmp_path))
    assert (ran.status, "nothing to import" in ran.err) == (2, True)
