"""manage.py import_stones."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from core.db.export_files import json_lines
from stones import services
from stones.format import Header, ParsedStone, content_sha256, dump
from stones.models import Content, Stone
from stones.queries import assemble, reloaded, stones_of
from stones.queries.account_files import export_stones
from stones.tests.commands.conftest import RunCommand
from stones.tests.factories import LONG, SAID, SHORT, new_account, store, write_levels

WORDED = "Handoff of the export service: open is who rotates its keys."
# Of another writer, whose hash nobody can check, with six levels.
FOREIGN = (
    "§QASTONE§\nborder_hash: deadbeef\nglow_channel: task\nstone_type: handoff\ncreated: 2026-11-20T10:00:00Z\n"
    "source_agent: gary\nlod_count: 6\nfortune: task:deploy:simple\nmood: calm\n"
    + "".join(f"─\nLOD-{number}: Deploy the ferry app, part {number}.\n" for number in range(6))
    + "§/QASTONE§\n"
)


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
    assert json.loads(ran.out) == {
        "created": 2,
        "there": 0,
        "faults": [],
        "warnings": [],
        "dry_run": True,
    }
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


@pytest.fixture
def stored(account: User) -> list[Stone]:
    """Of each way in which a stone comes: with its sender's words, with levels, without any, as another's text."""
    foreign = FOREIGN
    made: list[Stone] = [
        store(account, content=LONG, summary=SAID),
        store(account, levels={0: "By hand."}, source_agent="prax", glow_channel="query"),
        store(account, content=LONG.replace("export", "import")),
        services.store_stone_text(account=account, text=foreign).stone,
    ]
    for stone in made:
        write_levels(stone)
    return made


def exported_lines(account: User, tmp_path: Path) -> str:
    rows = export_stones(Stone.objects.filter(account=account))
    (tmp_path / "stones.jsonl").write_text("".join(json_lines(rows)))
    return str(tmp_path / "stones.jsonl")


def exported_files(account: User, tmp_path: Path) -> str:
    for stone in stones_of(account).defer(None):
        (tmp_path / f"{stone.pk}.qastone.txt").write_text(services.stone_text(assemble(stone)))
    return str(tmp_path)


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("export", [exported_lines, exported_files])
def test_an_account_finds_its_own_export_stored(
    account: User, run: RunCommand, tmp_path: Path, export: Callable[[User, Path], str]
) -> None:
    answer = run("import_stones", export(account, tmp_path), "--account", account.username)
    assert (answer.status, answer.out.strip()) == (0, "0 stones stored, 4 were there already.")
    assert Stone.objects.filter(account=account).count() == 4


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("export", [exported_lines, exported_files])
def test_another_account_takes_an_export_once(
    account: User, run: RunCommand, tmp_path: Path, export: Callable[[User, Path], str]
) -> None:
    other = new_account("cleo")
    source = export(account, tmp_path)
    for said in ("4 stones stored, 0", "0 stones stored, 4"):
        assert run("import_stones", source, "--account", "cleo").out.startswith(said)
    found, own = (
        {each.content.text: each for each in stones_of(user).defer(None)} for user in (other, account)
    )
    assert found.keys() == own.keys()
    for text, stone in found.items():
        assert stone.glow_channel == own[text].glow_channel
        given, had = (dict(each.author_levels.values_list("number", "text")) for each in (stone, own[text]))
        assert had.items() <= given.items()
        assert stone.claimed_hash == own[text].claimed_hash
        assert set(own[text].claimed_header.splitlines()) <= set(stone.claimed_header.splitlines())


def test_an_exported_stone_keeps_its_times_and_its_writer(
    account: User, run: RunCommand, tmp_path: Path
) -> None:
    now = timezone.now().replace(microsecond=0)
    made, until = now - timedelta(days=400), now + timedelta(days=9)
    stones = [
        store(account, content=SHORT),
        store(account, content=LONG, claimed_source="someone"),
        store(account, content=LONG),
    ]
    Stone.objects.update(created=made, expires=until)
    Stone.objects.filter(pk=stones[0].pk).update(expires=now - timedelta(days=1))
    new_account("cleo")
    ran = run("import_stones", exported_lines(account, tmp_path), "--account", "cleo", "--ttl-days", "3")
    assert (ran.out, ran.err) == ("3 stones stored, 0 were there already.\n", "")
    ended, someones, kodas = Stone.objects.filter(account__username="cleo").order_by("pk")
    assert {each.created for each in (ended, someones, kodas)} == {made}
    assert (someones.expires, kodas.expires) == (until, until)
    assert ended.expires is not None
    assert timedelta(days=2) < ended.expires - now < timedelta(days=4)
    assert [each.named_source for each in (someones, kodas)] == ["someone", "koda"]
    assert {each.source_agent for each in (ended, someones, kodas)} == {"user"}


def test_no_line_becomes_another_s_stone_silently(account: User, run: RunCommand, tmp_path: Path) -> None:
    store(account, content=LONG, summary=SAID)
    [row] = [json.loads(line) for line in Path(exported_lines(account, tmp_path)).read_text().splitlines()]
    worded = [each | {"text": WORDED} if each["origin"] == "sender" else each for each in row["levels"]]
    other = row | {"id": "0" * 26, "levels": worded}
    new_account("cleo")
    source = lines(tmp_path / "three.jsonl", row, row | {"id": "1" * 26}, other)
    ran = run("import_stones", source, "--account", "cleo")
    assert ran.out == "1 stones stored, 2 were there already.\n"
    assert ran.err.splitlines() == [
        f"warning: {source}:2: is the same stone as {source}:1: one text under one header, with the same levels",
        f"warning: {source}:3: its sender's own words were not stored: the same stone is there with other words",
    ]
    notes = json.loads(run("import_stones", source, "--account", "cleo", "--json").out)["warnings"]
    assert [note["place"] for note in notes] == [f"{source}:2", f"{source}:3"]


@pytest.mark.parametrize(
    "change",
    [
        {"created": "yesterday"},
        {"created": 5},
        {"expires": "2026-11-30T03:11:43"},
        {"expires": "9999-01-01T00:00:00Z"},
    ],
)
def test_times_that_are_none_are_a_fault_of_their_line(
    account: User, run: RunCommand, tmp_path: Path, change: dict[str, object]
) -> None:
    store(account, content=SHORT)
    [row] = [json.loads(line) for line in Path(exported_lines(account, tmp_path)).read_text().splitlines()]
    new_account("cleo")
    ran = run("import_stones", lines(tmp_path / "odd.jsonl", row | change), "--account", "cleo")
    assert (ran.status, f"odd.jsonl:1: {next(iter(change))}: Must be" in ran.err) == (1, True)
    assert Stone.objects.count() == 1


@pytest.mark.parametrize("levels", [["A stone is quoted."], []])
@pytest.mark.parametrize("inner", [FOREIGN, FOREIGN.replace("LOD-0", "LOD-9")])
def test_a_stone_whose_content_is_a_stone_comes_back_as_it_was(
    account: User, run: RunCommand, tmp_path: Path, levels: list[str], inner: str
) -> None:
    # One that is damaged, too: it is content, not what is imported.
    header = Header(
        content_sha256(inner)[:8],
        "data",
        "artifact",
        "2026-11-20T10:00:00Z",
        "gary",
        len(levels) + 1,
        "data:deploy:simple",
    )
    services.store_stone_text(account=account, text=dump(ParsedStone(header, (*levels, inner))))
    new_account("cleo")
    source = exported_lines(account, tmp_path)
    for said in ("1 stones stored, 0", "0 stones stored, 1"):
        assert run("import_stones", source, "--account", "cleo").out.startswith(said)
    one, other = Stone.objects.order_by("pk")
    assert other.content.text == one.content.text == inner
    assert [each.text for each in other.author_levels.all()] == levels
    assert other.claimed_header == one.claimed_header


@pytest.mark.usefixtures("stored")
def test_an_edited_line_is_not_taken_for_what_is_there(
    account: User, run: RunCommand, tmp_path: Path
) -> None:
    rows = [json.loads(line) for line in Path(exported_lines(account, tmp_path)).read_text().splitlines()]
    rows[0]["levels"] = [
        each | {"text": WORDED} if each["origin"] == "sender" else each for each in rows[0]["levels"]
    ]
    rows[2]["glow_channel"] = "data"
    answer = run(
        "import_stones", lines(tmp_path / "edited.jsonl", rows[0], rows[2]), "--account", account.username
    )
    assert answer.out.startswith("2 stones stored, 0 were there already.")


@pytest.mark.parametrize(
    "row",
    [
        {"id": "x", "content": "A.", "levels": [{"level": [1], "text": "B.", "origin": "author"}]},
        {"id": "x", "content": "A.", "levels": [{"level": 0, "text": None, "origin": []}]},
        {"id": "x\x00", "content": "A.", "levels": [{"level": 9, "text": "B.", "origin": "author"}]},
        {"id": "x", "content": "A\ud800", "levels": [{"level": 0, "text": "B.", "origin": "extract"}]},
        {"content": "A\ud800"},
    ],
)
def test_what_is_no_export_is_a_fault_of_its_line(
    account: User, run: RunCommand, tmp_path: Path, row: dict[str, object]
) -> None:
    (tmp_path / "odd.jsonl").write_text(json.dumps(row))
    answer = run("import_stones", str(tmp_path / "odd.jsonl"))
    assert answer.status == 1
    assert "odd.jsonl:1: " in answer.err
    assert not Stone.objects.exists()


def test_words_beside_an_export_s_id_stay(account: User, run: RunCommand, tmp_path: Path) -> None:
    row = {"id": "x", "content": LONG, "summary": SAID, "levels": []}
    assert run("import_stones", lines(tmp_path / "one.jsonl", row)).status == 0
    assert Stone.objects.get().author_levels.get().text == SAID


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


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n" + b"\xff\x00\n" * 200, b"# Title\n\nText.\n"])
def test_a_file_without_a_line_of_json_is_refused_once(
    account: User, run: RunCommand, tmp_path: Path, content: bytes
) -> None:
    source = tmp_path / "picture.png"
    source.write_bytes(content)
    ran = run("import_stones", str(source))
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert f"'{source}' is no JSON Lines file: none of its lines is JSON." in ran.err


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
