"""GET /stones/{border_hash} and what can be done there."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django import DjangoAssertNumQueries

from core.jobs.models import JobState
from stones.models import Content, LedgerEntry, ReadKind, Stone
from stones.queries import assemble, find_stone
from stones.tests.factories import LONG, SHORT, give_up_levels, levels_job, store, write_levels


def url_of(stone: Stone, query: str = "") -> str:
    return f"/stones/{stone.content.border_hash}{query}"


def page_of(client: Client, stone: Stone, query: str = "") -> str:
    response = client.get(url_of(stone, query))
    assert response.status_code == 200
    return response.content.decode()


def levels_read(stone: Stone) -> list[tuple[str, int | None, int]]:
    return list(
        LedgerEntry.objects.filter(stone=stone).order_by("pk").values_list("reader__name", "level", "tokens")
    )


def test_it_opens_at_lod_0_and_names_the_price_of_more(person: Client, stone: Stone) -> None:
    page = page_of(person, stone)
    scan, detail = stone.content.levels.get(number=0), stone.content.levels.get(number=1)
    assert scan.text[:30] in page
    assert detail.text[-30:] not in page
    assert f'Load LOD-1 <span class="price">(+{detail.tokens} tokens)</span>' in page
    assert "LOD-3</strong> Source" in page


def test_the_source_is_offered_without_the_levels_before_it(person: Client, stone: Stone) -> None:
    page = re.sub(r"\s+", " ", page_of(person, stone))
    tokens = [level.tokens for level in assemble(find_stone(stone.account, stone.pk)).levels]
    assert f'Load only the source <span class="price">(+{tokens[3]:,} tokens)</span>' in page
    assert "Load all levels" not in page, "they cost more than the text"
    # A level that is opened with those between says what that costs, not its own size alone.
    words = " ".join(re.sub(r"<[^>]+>", "", page).split())
    assert f"{tokens[3]:,} tok · {sum(tokens[1:]):,} with earlier levels" in words
    assert f"{tokens[1]:,} tok · " not in words
    read = page_of(person, stone, "?lod=3&alone=1")
    assert f"<strong>{tokens[0] + tokens[3]:,}</strong> tokens" in re.sub(r"\s+", " ", read)


def test_until_when_it_is_kept_stands_above_its_sentence(person: Client, stone: Stone) -> None:
    assert stone.expires
    day = date_format(timezone.localtime(stone.expires), "j F Y")
    page = page_of(person, stone)
    assert 0 < page.index(f"<span>kept until {day}</span>") < page.index("<h1")


def test_an_archived_stone_says_so(person: Client, stone: Stone) -> None:
    words = re.compile(r"<span[^>]*>archived</span>")
    assert not words.search(page_of(person, stone))
    person.post("/stones/chosen", {"action": "archive", "chosen": stone.pk})
    assert words.search(page_of(person, stone))


def test_each_level_is_read_once_a_visit(person: Client, stone: Stone) -> None:
    tokens = dict(stone.content.levels.values_list("number", "tokens"))
    page_of(person, stone)
    assert levels_read(stone) == [("person ann", 0, tokens[0])]
    page_of(person, stone, "?lod=2")
    page_of(person, stone, "?lod=2&tab=raw")
    assert levels_read(stone) == [("person ann", number, tokens[number]) for number in range(3)]


def test_all_levels_read_once_are_called_so(person: Client, stone: Stone) -> None:
    page = page_of(person, stone, "?lod=3")
    read = stone.content.tokens + sum(stone.content.levels.values_list("tokens", flat=True))
    assert f"<strong>{read:,}</strong> tokens of it, counting every view of a level or passage" in page
    assert "again" not in page.partition('id="meter-sum"')[2].partition("</p>")[0]


def test_a_later_visit_is_another_read(person: Client, stone: Stone) -> None:
    page_of(person, stone)
    LedgerEntry.objects.update(created="2026-01-01T00:00:00Z")
    page_of(person, stone)
    assert [level for _, level, _ in levels_read(stone)] == [0, 0]


@pytest.mark.parametrize(
    ("query", "open_levels"), [("?lod=9", 4), ("?lod=-1", 1), ("?lod=x", 1), ("?lod=²", 1)]
)
def test_a_level_that_is_not_there(person: Client, stone: Stone, query: str, open_levels: int) -> None:
    assert page_of(person, stone, query).count("is-open") == open_levels


def test_a_short_text_is_its_own_lod_0(person: Client, ann: User) -> None:
    page = page_of(person, store(ann, content=SHORT))
    assert SHORT in page
    assert "Load LOD" not in page
    assert "its own LOD-0" in page


@pytest.mark.parametrize("lod", [0, 3])
def test_the_number_of_queries_is_constant(
    person: Client, stone: Stone, lod: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page_of(person, stone, "?lod=3")
    # Session, person, unread, stone, what was sent under this hash, levels, this visit's reads; for the dialog: other
    # stones of its text, its copies, to whom it was sent; the other stones of its text, which the page names; the
    # source only where it is open.
    with django_assert_num_queries(11 + (lod == 3)):
        page_of(person, stone, f"?lod={lod}")


@pytest.mark.parametrize("path", ["", "/text", "/updates", "/lod/1", "/delete"])
def test_another_accounts_stone_does_not_exist(person: Client, mallorys: Stone, path: str) -> None:
    response = person.get(f"{url_of(mallorys)}{path}", follow=True)
    nothing = person.get(f"/stones/00000000{path}", follow=True)
    assert (response.status_code, nothing.status_code) == (404, 404)
    assert "Mallory" not in response.content.decode()
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize("path", ["/regenerate", "/delete"])
def test_nobody_changes_another_accounts_stone(person: Client, mallorys: Stone, path: str) -> None:
    assert person.post(f"{url_of(mallorys)}{path}").status_code == 404
    assert Stone.objects.filter(pk=mallorys.pk).exists()


@pytest.mark.parametrize("path", ["", "/text", "/updates", "/lod/1", "/delete", "/regenerate"])
def test_a_stranger_is_asked_to_sign_in(client: Client, stone: Stone, path: str) -> None:
    response = client.get(f"{url_of(stone)}{path}")
    assert (response.status_code, response["Location"]) == (302, f"/sign-in?next={url_of(stone)}{path}")


def test_what_is_no_hash_is_a_bad_request(person: Client, stone: Stone) -> None:
    response = person.get("/stones/nonsense")
    assert response.status_code == 400
    assert "is no border hash" in response.content.decode()


def test_an_ambiguous_hash_shows_the_candidates(person: Client, ann: User) -> None:
    for last in "ab":
        sha256 = "12345678" + 55 * "0" + last
        content = Content.objects.create(
            account=ann, sha256=sha256, border_hash=sha256, text=last, tokens=1, tokens_exact=True
        )
        Stone.objects.create(
            account=ann,
            content=content,
            fingerprint=sha256,
            glow_channel="task",
            stone_type="handoff",
            level_count=1,
        )
    response = person.get("/stones/12345678")
    assert response.status_code == 409
    assert response.content.decode().count('<li><a href="/stones/12345678') == 2


def test_what_an_agent_receives_is_exact(person: Client, stone: Stone) -> None:
    response = person.get(url_of(stone, "?lod=1&tab=agent"))
    text = response.context["received"]
    assert text.startswith("§QASTONE§\ndelivered_lod: 1\n")
    assert text.endswith("§/QASTONE§\n")
    assert f"{response.context['received_tokens']:,} tokens" in response.content.decode()


def test_provenance_names_who_wrote_what(person: Client, stone: Stone) -> None:
    page = page_of(person, stone, "?tab=provenance")
    assert stone.content.sha256 in page
    assert page.count("<td>extract</td>") == 3
    assert "the source itself" in page


def test_reads_shows_the_ledger(person: Client, stone: Stone) -> None:
    page = page_of(person, stone, "?lod=1&tab=reads")
    assert "<strong>2 reads</strong>" in page
    assert '<th scope="row">person ann</th>' in page


def test_raw_tells_of_what_cannot_be_seen(person: Client, ann: User) -> None:
    stone = store(ann, content=f"{SHORT}\u200b\u202e hidden")
    assert "2 characters here cannot be seen" in page_of(person, stone, "?tab=raw")


def test_a_claimed_sender_is_a_warning(person: Client, ann: User, stone: Stone) -> None:
    claimed = store(ann, content=f"1 {LONG}", claimed_source="prax")
    shown = page_of(person, claimed)
    assert "Untrusted text" in shown
    assert "stored by koda" in shown
    assert "Untrusted text" not in page_of(person, stone)


def test_while_levels_are_written_the_page_asks_again(person: Client, ann: User) -> None:
    stone = store(ann, content=LONG)
    response = person.get(url_of(stone))
    assert "place 1 in the queue" in response.content.decode()
    mark = response.context["mark"]
    poll = f"{url_of(stone)}/updates?after={mark}&lod=0&tab=reading"
    assert poll.replace("&", "&amp;") in response.content.decode()
    assert person.get(poll).status_code == 204
    write_levels(stone)
    settled = person.get(poll).content.decode()
    assert 'id="stone"' in settled
    assert "data-poll" not in settled


def test_a_failure_says_why_and_can_be_retried(person: Client, ann: User) -> None:
    stone = store(ann, content=LONG)
    give_up_levels(stone, error="the key was refused")
    assert "the key was refused" in page_of(person, stone)
    response = person.post(f"{url_of(stone)}/regenerate")
    assert (response.status_code, response["Location"]) == (302, url_of(stone))
    assert levels_job().state == JobState.PENDING


def test_the_text_can_be_taken_along(person: Client, stone: Stone) -> None:
    response = person.get(f"{url_of(stone)}/text?lod=1")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode().startswith("§QASTONE§\ndelivered_lod: 1")
    # It is handed on: whoever gets it reads it.
    assert not LedgerEntry.objects.exists()
    download = person.get(f"{url_of(stone)}/text?download")
    assert (
        download["Content-Disposition"] == f'attachment; filename="{stone.content.border_hash}.qastone.txt"'
    )
    assert LONG in download.content.decode()


def test_deleting_asks_first(person: Client, stone: Stone) -> None:
    assert "You can restore it for an hour" in person.get(f"{url_of(stone)}/delete").content.decode()
    assert Stone.objects.exists()
    response = person.post(f"{url_of(stone)}/delete")
    assert (response.status_code, response["Location"]) == (302, "/stones/")
    assert not Content.objects.exists()


def test_a_question_gets_its_passages(person: Client, stone: Stone) -> None:
    page = page_of(person, stone, "?q=who+rotates+the+key+of+bucket+17&max_tokens=150")
    assert 'id="focus-title"' in page
    assert "bucket 17?" in page
    assert "bucket 29?" not in page
    read = LedgerEntry.objects.get(kind=ReadKind.FOCUS)
    assert 0 < read.tokens <= 150


def test_a_passage_that_is_the_whole_text_is_not_dearer_than_it(person: Client, ann: User) -> None:
    short = store(ann, content="The boiler is checked on Monday. Ask Vera for the key of the cellar.")
    page = " ".join(page_of(person, short, "?q=When+is+the+boiler+checked").split())
    assert f"the whole text, {short.content.tokens} tokens." in page
    assert "% of the" not in page.partition('class="passages"')[0].partition('id="focus"')[2]


def test_the_part_of_a_question_that_nothing_answers_is_open(person: Client, stone: Stone) -> None:
    question = "who+rotates+the+key+of+bucket+17"
    page = page_of(person, stone, f"?q={question},+and+who+painted+the+ceiling")
    assert "bucket 17?" in page
    assert "<strong>Unanswered:</strong> nothing here clearly answers “who painted the ceiling”" in page
    assert "<strong>Open:" not in page_of(person, stone, f"?q={question}")


def test_reading_on_gives_further_passages(person: Client, stone: Stone) -> None:
    page = page_of(person, stone, "?q=who+rotates+the+key+of+bucket+17")
    (address,) = re.findall(
        r'<p class="passages-next"><a class="button small" href="[^?"]*(\?[^"#]*)#focus"', page
    )
    further = page_of(person, stone, unescape(address))
    assert "further passage" in further
    assert not {*re.findall(r"lines=\d+-\d+", page)} & {*re.findall(r"lines=\d+-\d+", further)}
    _, second = LedgerEntry.objects.filter(kind=ReadKind.FOCUS).order_by("pk")
    assert f"{second.tokens:,} tokens</a>" in " ".join(page.split())


def test_the_source_is_loaded_alone_at_its_price(person: Client, stone: Stone) -> None:
    assembled = assemble(find_stone(stone.account, stone.pk))
    first, *between, source = (level.tokens for level in assembled.levels)
    page = page_of(person, stone)
    alone = re.findall(
        r'href="[^"?]*(\?[^"]*alone=1[^"]*)"[^>]*>Load only the source <[^>]*>\(\+([\d,]+) tokens\)', page
    )
    assert [(unescape(query), price) for query, price in alone] == [("?lod=3&alone=1", f"{source:,}")]
    page = page_of(person, stone, "?lod=3&alone=1")
    assert [level for _, level, _ in levels_read(stone)] == [0, 3]
    assert sum(tokens for _, _, tokens in levels_read(stone)) == first + source
    assert re.findall(r'<h2 id="lod-(\d)"', page) == ["3"]
    # The meter opens those between at what they cost from here.
    assert f": load for {sum(between):,} more tokens" in " ".join(page.split())
    # The other views have the same levels.
    assert "?tab=raw&amp;lod=3&amp;alone=1" in page


def test_a_passage_opens_its_lines_at_the_price_of_the_source(person: Client, stone: Stone) -> None:
    page = page_of(person, stone, "?q=who+rotates+the+key+of+bucket+17&max_tokens=150")
    address = re.findall(r'href="[^?"]*(\?tab=raw[^"#]*)#lines"', page)[0]
    page_of(person, stone, unescape(address))
    assert [level for _, level, _ in levels_read(stone) if level is not None] == [0, 3]


def test_a_passage_leads_to_its_lines_in_the_source(person: Client, stone: Stone) -> None:
    page = page_of(person, stone, "?q=who+rotates+the+key+of+bucket+17&max_tokens=150")
    address = re.findall(r'href="[^?"]*(\?tab=raw[^"#]*lines=(\d+)-(\d+))#lines"', page)[0]
    source = stone.content.text.split("\n")[int(address[1]) - 1 : int(address[2])]
    (marked,) = re.findall(
        r'<mark id="lines">(.*?)</mark>', page_of(person, stone, unescape(address[0])), re.DOTALL
    )
    assert unescape(marked).split("\n") == source


@pytest.mark.parametrize("lines", ["0-2", "3-2", "1-99999", "x", "1", "-"])
def test_lines_that_are_not_there_are_not_marked(person: Client, stone: Stone, lines: str) -> None:
    assert "<mark" not in page_of(person, stone, f"?tab=raw&lod=3&lines={lines}")


def test_an_empty_question_is_refused_on_the_spot(person: Client, stone: Stone) -> None:
    page = page_of(person, stone, "?q=+")
    assert "This field is required" in page
    assert not LedgerEntry.objects.filter(kind=ReadKind.FOCUS).exists()


@pytest.mark.parametrize("region", ["stone", "focus"])
def test_htmx_gets_the_region_alone(person: Client, stone: Stone, region: str) -> None:
    headers = {"HX-Request": "true", "HX-Target": region}
    page = person.get(url_of(stone, "?lod=1&q=port"), headers=headers).content.decode()
    assert "<html" not in page
    assert f'id="{region}"' in page
    assert ("<title>" in page) is (region == "stone")


def test_the_address_of_a_level_leads_to_it(person: Client, stone: Stone) -> None:
    assert person.get(f"{url_of(stone)}/lod/2")["Location"] == f"{url_of(stone)}?lod=2#lod-2"


def test_it_is_tagged_and_archived_on_its_own_page(person: Client, stone: Stone) -> None:
    here = f"/stones/{stone.content.border_hash}"

    def act(action: str, **fields: str) -> str:
        posted = {"action": action, "chosen": stone.pk, "next": here, **fields}
        return person.post("/stones/chosen", posted, follow=True).content.decode()

    page = act("tag", tag="release")
    assert "/stones/?tag=release" in page
    assert 'value="archive"' in page
    row = person.get("/stones/?format=json").json()["items"][0]
    assert (row["tags"], row["archived"]) == (["release"], False)
    assert "Restore" in act("archive")
    assert "/stones/?tag=release" not in act("untag", tag="release").partition('id="tags-title"')[2]


def test_words_that_no_passage_holds_are_named(person: Client, stone: Stone) -> None:
    page = " ".join(page_of(person, stone, "?q=remaining+wombat+vacation+of+key+bucket+17").split())
    assert "nearest passage" in page
    assert "not appear in" not in page, "they are not most of the words"
    page = " ".join(page_of(person, stone, "?q=bucket+wombat+vacation+koala").split())
    assert "“wombat”, “vacation”, “koala” do not appear in" in page


def test_an_address_with_a_slash_behind_it_leads_to_the_stone(person: Client, stone: Stone) -> None:
    answer = person.get(f"{url_of(stone)}/?lod=1")
    assert (answer.status_code, answer["Location"]) == (301, f"{url_of(stone)}?lod=1")
