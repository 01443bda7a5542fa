"""POST /paste: the page's journey without its script, and the two calls that the script makes."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from stones.models import LedgerEntry, Stone
from stones.queries import assemble, find_stone
from stones.services.read_levels import stone_text
from stones.tests.factories import LONG, SHORT, store


def text_of(stone: Stone, lod: int | None = None) -> str:
    return stone_text(assemble(find_stone(stone.account, stone.content.border_hash)), lod)


def send(client: Client, status: int = 200, **fields: str) -> str:
    response = client.post("/paste", fields)
    assert response.status_code == status
    return response.content.decode()


@pytest.fixture
def foreign(mallorys: Stone) -> str:
    """A whole stone that ann does not have."""
    return text_of(mallorys)


def test_how_long_a_stone_is_kept_is_said_with_its_unit(person: Client) -> None:
    page = " ".join(send(person, text=SHORT, action="plain").split())
    day = date_format(timezone.localtime(timezone.now() + timedelta(days=30)), "j F Y")
    assert f"Left empty, it is kept for 30 days, until {day}; at most 3,650." in page
    assert f"Kept until <strong>{day}</strong>" in page, "beside the button"
    assert 'placeholder="30"' not in page


def test_the_day_beside_the_button_is_that_of_the_days_typed(person: Client) -> None:
    day = date_format(timezone.localtime(timezone.now() + timedelta(days=90)), "j F Y")
    assert f"Kept until <strong>{day}</strong>" in send(person, text=SHORT, action="plain", ttl_days="90")


def test_a_stranger_is_asked_to_sign_in(client: Client, db: None) -> None:
    assert client.get("/paste")["Location"] == "/sign-in?next=/paste"
    assert client.post("/paste", {"text": "x"}).status_code == 302
    assert client.post("/paste/level", {}, content_type="application/json").status_code == 302


def test_the_limit_stands_there_before_anything_is_sent(person: Client) -> None:
    assert "Up to 1,000,000 bytes" in person.get("/paste").content.decode()


def test_a_stone_shows_its_header_alone(person: Client, stone: Stone, foreign: str) -> None:
    page = send(person, text=foreign)
    result = page.partition('id="result"')[2].partition("<template")[0]
    assert "Use <strong>LOD-" in result
    assert "pasted whole" in result
    assert "Part 12" not in result
    assert not LedgerEntry.objects.exists()


def test_an_unknown_stone_is_read_from_the_paste(person: Client, foreign: str) -> None:
    page = send(person, text=foreign, open="0:1")
    assert '<span class="level-lod">LOD-1</span>' in page
    assert "not stored here" in page
    assert "Store it" in page
    assert not LedgerEntry.objects.exists()


def test_a_known_stone_is_read_through_the_ledger(person: Client, stone: Stone) -> None:
    page = send(person, text=text_of(stone, 0), open="0:2")
    assert stone.content.levels.get(number=2).text[:40] in page
    assert list(LedgerEntry.objects.order_by("pk").values_list("reader__name", "level")) == [
        ("person ann", number) for number in range(3)
    ]


def test_an_unknown_stone_can_be_stored(person: Client, ann: User, foreign: str) -> None:
    response = person.post("/paste", {"text": f"Here:\n{foreign}\nThanks", "store": "0:2"})
    stored = Stone.objects.get(account=ann)
    assert stored.source_claimed
    assert response["Location"] == f"/stones/{stored.content.border_hash}?lod=1"


def test_the_script_stores_by_the_same_service(person: Client, ann: User, foreign: str) -> None:
    response = person.post(
        "/paste", {"text": foreign, "store": "0:0"}, headers={"Accept": "application/json"}
    )
    content = Stone.objects.get(account=ann).content
    assert response.status_code == 201
    assert response.json()["url"] == f"/stones/{content.border_hash}"


@pytest.mark.parametrize("status", [422])
def test_a_truncated_stone_is_not_stored(person: Client, ann: User, mallorys: Stone, status: int) -> None:
    text = text_of(mallorys, 1)
    page = send(person, status, text=text, store="0:1")
    assert "truncated" in page
    assert page.count("Nothing was stored") == 1
    assert not Stone.objects.filter(account=ann).exists()
    answer = person.post("/paste", {"text": text, "store": "0:1"}, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_a_stone")


def test_damage_is_named_and_the_text_kept(person: Client, foreign: str) -> None:
    damaged = foreign.replace("lod_count: 4", "lod_count: four")
    page = send(person, 422, text=damaged)
    assert "lod_count is a whole number" in page
    assert "Line 7" in page
    assert page.count("Nothing was stored") == 1
    assert "lod_count: four" in page.partition("<textarea")[2].partition("</textarea>")[0]


def test_a_changed_content_is_blocked(person: Client, foreign: str) -> None:
    page = send(person, text=foreign.replace("port 7003", "port 6666"), open="0:0")
    result = page.partition('id="result"')[2].partition("<template")[0]
    assert "does not match its hash" in result
    assert 'class="opened"' not in result
    assert 'name="open"' not in result


def test_what_was_changed_is_shown_where_the_stone_is_stored(person: Client, ann: User) -> None:
    stone = store(ann, content=f"{LONG}\nKeep port 7003 open.\nThe end.")
    number = f"{LONG}\nKeep".count("\n") + 1
    page = send(person, text=text_of(stone).replace("Keep port 7003 open", "Keep <b>port 6666</b> open"))
    result = page.partition('id="result"')[2].partition("<template")[0]
    assert f"Line {number} of its source is the first that differs" in result
    lines = [part.partition("</pre>")[0].partition(">")[2] for part in result.split("<pre")[1:]]
    assert lines == ["Keep &lt;b&gt;port 6666&lt;/b&gt; open.", "Keep port 7003 open."]
    assert "cannot be told" not in result


def test_a_copy_without_its_end_says_that_first(person: Client, foreign: str) -> None:
    cut = foreign.replace("port 7003", "port 6666").replace("§/QASTONE§", "")
    page = " ".join(send(person, text=cut).split())
    assert "Its content does not match its hash: the end mark is missing: copy the whole stone again." in page
    assert "changed it" not in page.partition('id="result"')[2].partition("<template")[0]
    assert "on the way" not in page


def test_where_nothing_can_be_compared_that_is_said(person: Client, foreign: str) -> None:
    page = " ".join(send(person, text=foreign.replace("port 7003", "port 6666")).split())
    assert "What was changed cannot be told: no stone of this hash is stored here" in page


def test_a_plain_text_is_previewed_with_a_guess(person: Client) -> None:
    page = send(person, text="Where is a session ended?", action="plain")
    assert '<option value="query" selected>' in page
    assert "a stone of 1 level" in page
    assert not Stone.objects.exists()


def test_the_guess_can_be_changed(person: Client, ann: User) -> None:
    response = person.post(
        "/paste",
        {"text": LONG, "action": "store", "glow_channel": "data", "source_agent": "prax", "ttl_days": "7"},
    )
    stored = Stone.objects.get(account=ann)
    assert response["Location"] == f"/stones/{stored.content.border_hash}"
    assert (stored.glow_channel, stored.source_agent, stored.claimed_source) == ("data", "user", "prax")
    assert stored.expires is not None
    assert (stored.expires - stored.created).days == 7


def test_a_stone_can_be_kept_as_plain_text(person: Client, ann: User, foreign: str) -> None:
    person.post("/paste", {"text": foreign, "action": "store"})
    assert Stone.objects.get(account=ann).content.text.startswith("§QASTONE§")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"text": ""}, "This field is required"),
        ({"text": "x" * 1_000_001}, "1,000,001 bytes"),
        ({"text": SHORT, "glow_channel": "purple"}, "purple is not one of"),
        ({"text": SHORT, "ttl_days": "0"}, "greater than or equal to 1"),
        ({"text": "a\x00b"}, "Null characters"),
        ({"text": SHORT, "source_agent": "two\nlines"}, "cannot carry this source_agent"),
    ],
)
def test_what_does_not_fit_is_named_and_the_text_kept(
    person: Client, fields: dict[str, str], words: str
) -> None:
    response = person.post("/paste", fields | {"action": "store"})
    assert response.status_code in (400, 422)
    page = response.content.decode()
    assert words in page
    assert page.count("Nothing was stored") <= 1
    assert fields["text"][:20].replace("\x00", "") in page.replace("\x00", "")
    assert not Stone.objects.exists()


def test_several_stones_are_several_cards(person: Client, ann: User, foreign: str, stone: Stone) -> None:
    page = send(person, text=f"first\n{foreign}\nthen\n{text_of(stone)}", open="1:0")
    result = page.partition('id="result"')[2].partition("<template")[0]
    assert result.count("<article") == 2
    assert result.count('class="opened"') == 1
    assert "It is stored here" in result
    assert "other text around it, 9 characters" in result


def ask(client: Client, body: object) -> tuple[int, dict[str, object]]:
    response = client.post("/paste/level", json.dumps(body), content_type="application/json")
    return response.status_code, response.json()


def test_the_script_reads_a_stored_level(person: Client, stone: Stone) -> None:
    status, answer = ask(person, {"border_hash": stone.content.sha256, "level": 1})
    level = stone.content.levels.get(number=1)
    assert (status, answer["content"], answer["tokens"]) == (200, level.text, level.tokens)
    assert LedgerEntry.objects.get().level == 1


def test_the_script_is_told_of_a_copy_that_differs(person: Client, stone: Stone) -> None:
    levels = ["0" * 64]
    status, answer = ask(
        person, {"border_hash": stone.content.sha256, "level": 0, "levels": levels, "is_whole": False}
    )
    assert (status, answer) == (200, {"url": f"/stones/{stone.content.border_hash}", "changed": "LOD-0"})
    assert not LedgerEntry.objects.exists()


def test_the_script_is_told_of_a_header_that_differs(person: Client, stone: Stone) -> None:
    header = text_of(stone).partition("\n─")[0]
    asked = {"border_hash": stone.content.sha256, "level": 0, "header": header}
    assert ask(person, asked)[1]["level"] == 0
    LedgerEntry.objects.all().delete()
    status, answer = ask(person, asked | {"header": f"{header}\ntopic: another"})
    assert (status, answer["changed"]) == (200, "header line 'topic'")
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"border_hash": "00000000", "level": 0}, 404),
        ({"border_hash": "nonsense", "level": 0}, 404),
        ({"level": 0}, 400),
        ({"border_hash": "00000000", "level": "x"}, 400),
        ([], 400),
        ({"border_hash": "00000000", "level": 0, "levels": "x"}, 400),
        ({"border_hash": "00000000", "level": 0, "levels": [1]}, 400),
        ({"border_hash": "00000000", "level": 0, "levels": [], "is_whole": "x"}, 400),
        ({"border_hash": "00000000", "level": 0, "header": 1}, 400),
        ({"border_hash": "00000000", "level": 0, "header": "x"}, 400),
    ],
)
def test_what_the_script_cannot_have(person: Client, body: object, status: int) -> None:
    assert ask(person, body)[0] == status


@pytest.mark.parametrize(
    "body",
    [
        '{"border_hash": "1b8af426", "level": Infinity}',
        '{"border_hash": "1b8af426", "level": 1e999}',
        '{"border_hash": "1b8af426", "level": true}',
        '{"border_hash": 12345678, "level": 0}',
        "[" * 100_000,
        "{",
        "",
    ],
    ids=lambda body: body[:50],
)
def test_what_is_no_request_is_refused(person: Client, body: str) -> None:
    assert person.post("/paste/level", body, content_type="application/json").status_code == 400


def test_a_level_beyond_all_numbers_is_not_there(person: Client, stone: Stone) -> None:
    for level in (10**40, -1):
        assert ask(person, {"border_hash": stone.content.sha256, "level": level})[0] == 404


def test_another_accounts_stone_is_not_stored_here(person: Client, mallorys: Stone) -> None:
    assert ask(person, {"border_hash": mallorys.content.sha256, "level": 0})[0] == 404
    assert not LedgerEntry.objects.exists()


def test_a_missing_level_is_not_another_one(person: Client, ann: User) -> None:
    short = store(ann, content=SHORT)
    assert ask(person, {"border_hash": short.content.sha256, "level": 3})[0] == 404
