"""Everything of an account, by page, REST and command: nothing of it is missing, and nothing of others is in it."""

import io
import json
import random
import zipfile
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from audit.models import AuditEntry
from core.cli.tests.command_runner import RunCommand, run
from core.pages.zip_stream import stream_zip
from inbox.models import AgentToken, Memory, Webhook
from inbox.services import create_agent
from inbox.services.manage_contacts import add_contact
from inbox.services.manage_webhooks import rotate_secret
from inbox.services.send_messages import Outgoing, send_stone
from qastone_site.accounts.export_account import FILES, NOT_EXPORTED
from qastone_site.tests.access.access_world import CANARY, DRAFT, World, new_world
from qastone_site.tests.account.owned_rows import owned_models
from stones.models import Stone
from stones.services import StoneDraft, read_level, store_stone
from stones.tests.factories import write_levels

__all__ = ["run"]

Files = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def made_once(module_transaction: None, django_db_blocker: DjangoDbBlocker) -> World:
    with django_db_blocker.unblock():
        return new_world()


@pytest.fixture
def world(made_once: World, db: None) -> World:
    return deepcopy(made_once)


def download(account: User) -> bytes:
    client = Client()
    client.force_login(account)
    answer = client.get("/account/export")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def unpack(content: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {
            name: [json.loads(line) for line in archive.read(name).splitlines()]
            for name in archive.namelist()
            if name.endswith(".jsonl")
        }


def test_every_model_of_an_account_is_exported_or_says_why_not() -> None:
    named = {model._meta.label for model in owned_models()}
    exported = {model._meta.label for file in FILES for model in file.models}
    assert named - exported == set(NOT_EXPORTED)
    assert exported & set(NOT_EXPORTED) == set()


def test_each_file_is_named_in_the_readme(world: World) -> None:
    with zipfile.ZipFile(io.BytesIO(download(world.owner))) as archive:
        assert archive.namelist() == ["README.txt", *(file.name for file in FILES)]
        readme = archive.read("README.txt").decode()
    assert all(f"{file.name} " in readme and file.description in readme for file in FILES)
    assert "account 'ann'" in readme


def test_a_world_is_in_it_whole(world: World) -> None:
    write_levels(Stone.objects.select_related("content").get(pk=world.stone.pk))
    files = unpack(download(world.owner))
    empty = {name for name, rows in files.items() if not rows}
    assert empty == {
        "analytics/events.jsonl",
        "assistant/menus.jsonl",
        "assistant/settings.jsonl",
        "brain/settings.jsonl",
        "brain/summaries.jsonl",
        "clipboard/settings.jsonl",
        "inbox/settings.jsonl",
        "inbox/tokens.jsonl",
        "quickstart/coverage.jsonl",
        "stones/ledger.jsonl",
        "stones/ledger_days.jsonl",
    }
    stone = next(row for row in files["stones/stones.jsonl"] if row["id"] == world.stone.pk)
    assert stone["content"] == world.stone.content.text
    assert [level["level"] for level in stone["levels"]] == [0, 1, 2]
    assert CANARY in files["brain/turns.jsonl"][0]["query"]
    assert files["quickstart/entries.jsonl"][0]["variants"] == [f"port of the {CANARY} job"]
    assert any(DRAFT in row["triggers"][0] for row in files["quickstart/skills.jsonl"] if row["triggers"])
    assert files["account.jsonl"][0]["username"] == "ann"


def test_the_ledger_names_the_reader(world: World) -> None:
    read_level(account=world.owner, border_hash=world.stone.pk, level=0, reader="agent koda")
    (row,) = unpack(download(world.owner))["stones/ledger.jsonl"]
    assert {name: row[name] for name in row if "reader" in name} == {"reader": "agent koda"}


def test_no_secret_is_in_it(world: World) -> None:
    text = world.token(world.koda)
    world.owner.set_password("correct horse 9")
    world.owner.save()
    replaced = world.webhook.secret
    rotate_secret(agent=world.koda, webhook_id=world.webhook.pk)
    content = json.dumps(unpack(download(world.owner)))
    assert f'"last4": "{text[-4:]}"' in content
    secrets = [
        text,
        world.owner.password,
        Webhook.objects.get().secret,
        replaced,
        *AgentToken.objects.values_list("sha256", flat=True),
    ]
    assert [secret for secret in secrets if secret in content] == []


def test_nothing_of_others_is_in_it(world: World) -> None:
    content = json.dumps(unpack(download(world.other)))
    assert CANARY not in content
    assert DRAFT not in content


def test_of_a_stone_that_was_sent_only_what_was_sent(world: World) -> None:
    """Levels that the sender left out are the sender's."""
    add_contact(account=world.other, username="ann")
    text = "\n\n".join(f"## Part {n}\n\nThe withheld-{n} job runs at {n} o'clock." for n in range(200))
    stone = store_stone(account=world.owner, draft=StoneDraft(content=text, source_agent="koda")).stone
    write_levels(Stone.objects.select_related("content").get(pk=stone.pk))
    send_stone(
        sender=world.koda,
        stone=stone.content.border_hash,
        outgoing=Outgoing(recipients=["koda@mallory"]),
        max_lod=0,
    )
    files = unpack(download(world.other))
    (received,) = files["inbox/received.jsonl"]
    assert (received["sender_account"], received["delivered_lod"]) == ("ann", 0)
    assert received["body"]
    assert "withheld-150" in json.dumps(unpack(download(world.owner)))
    assert "withheld-150" not in json.dumps(files)
    assert files["stones/stones.jsonl"] == []


@pytest.mark.parametrize("accept", ["application/zip", "*/*"])
def test_by_rest_with_its_scope(world: World, accept: str) -> None:
    token = world.token(world.koda, ["account:export"])
    headers = {"Authorization": f"Bearer {token}", "Accept": accept}
    answer = Client().get("/api/account/export", headers=headers)
    assert answer["Content-Disposition"].startswith('attachment; filename="qastone-ann-')
    files = unpack(b"".join(answer.streaming_content))  # type: ignore[attr-defined]
    assert len(files["brain/notes.jsonl"]) == 1
    assert AuditEntry.objects.get(action="export").actor == "agent koda@ann"


def test_by_command(world: World, run: RunCommand, tmp_path: Path) -> None:
    target = tmp_path / "ann.zip"
    result = run("export_account", "ann", str(target))
    assert (result.status, result.err) == (0, "")
    assert result.out == f"{target}: {target.stat().st_size:,} bytes.\n"
    assert target.stat().st_mode & 0o777 == 0o600
    assert set(unpack(target.read_bytes())) == {file.name for file in FILES}
    assert [path.name for path in tmp_path.iterdir()] == ["ann.zip"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nobody", "x.zip"), "no active account 'nobody'"),
        (("ann", "/nowhere/x.zip"), "No such file or directory"),
        (("ann", "/dev/full"), "/dev/full is a device"),
    ],
)
def test_a_command_that_cannot(world: World, run: RunCommand, arguments: tuple[str, str], words: str) -> None:
    result = run("export_account", *arguments)
    assert result.status == 2
    assert words in result.err


def test_many_rows_are_never_in_memory_together(world: World) -> None:
    """The first piece is there before the last row is read; a piece is small."""
    Memory.objects.bulk_create(
        Memory(account=world.owner, agent=world.koda, key=f"key-{n}", text=noise(n, 200).hex(), tokens=1)
        for n in range(3000)
    )
    client = Client()
    client.force_login(world.owner)
    pieces = [len(piece) for piece in client.get("/account/export").streaming_content]  # type: ignore[attr-defined]
    assert len(pieces) > 3
    assert max(pieces) < 300_000


def test_what_is_downloaded_slowly_is_made_slowly() -> None:
    taken = []

    def lines() -> Any:
        for number in range(100):
            taken.append(number)
            yield bytes(f"{number}" * 9, "ascii") + noise(number, 20_000)

    pieces = stream_zip([("a.txt", lines())], now=timezone.now())
    next(pieces)
    assert 0 < len(taken) < 20
    assert b"".join(pieces)


def noise(seed: int, length: int) -> bytes:
    """Bytes that cannot be compressed."""
    return random.Random(seed).randbytes(length)


def test_a_name_in_other_letters_is_a_file_name_too(db: None) -> None:
    account = User.objects.create(username="zoë@日本")
    create_agent(account=account, name="koda")
    client = Client()
    client.force_login(account)
    assert 'filename="qastone-zo-' in client.get("/account/export")["Content-Disposition"]
