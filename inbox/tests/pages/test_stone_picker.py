"""The box of *Write* and *Helper*: what it holds, the stones that are picked for it, and that no text is lost."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from inbox.models import Agent, HelperJob, Message
from inbox.queries.deliveries import agent_deliveries
from inbox.rendering.inbox_lines import delivery_line
from inbox.services.box_content import BoxKind, read_box
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.factories import deliver, inbox_of
from stones.models import Stone
from stones.queries import assemble, find_stone
from stones.services import stone_text
from stones.stored_header import text_of
from stones.tests.factories import LONG, WARNED, WARNED_SUMMARY, store, write_levels

TOKEN = "0" * 26
ULID = "01M87E787BYZGDJZNZVDQCSP1X"


@pytest.mark.parametrize(
    ("text", "kind", "names"),
    [
        ("", BoxKind.EMPTY, ()),
        (" \n\u200b", BoxKind.EMPTY, ()),
        ("d5e58b23", BoxKind.NAMED, ("d5e58b23",)),
        (" D5E58B23\n", BoxKind.NAMED, ("D5E58B23",)),
        (f"d5e58b23, {ULID}\nd5e58b23", BoxKind.NAMED, ("d5e58b23", ULID)),
        ("d5e58b2", BoxKind.TEXT, ()),
        ("d5e58b23 is the stone", BoxKind.TEXT, ()),
        ("See d5e58b23", BoxKind.TEXT, ()),
        ("0" * 65, BoxKind.TEXT, ()),
        ("\n§QASTONE§\nnonsense", BoxKind.PASTED, ()),
    ],
)
def test_what_a_box_holds(text: str, kind: BoxKind, names: tuple[str, ...]) -> None:
    content = read_box(text)
    assert (content.kind, content.names, content.text) == (kind, names, text)


def box(page: str) -> str:
    """The text in the box of a page, or of its region."""
    found = re.search(r'<textarea name="text"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)
    assert found
    return html.unescape(found[1]).strip("\n")


def aside(page: str) -> str:
    found = re.search(r'<textarea name="aside"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)
    return html.unescape(found[1]).strip("\n") if found else ""


def picking(client: Client, path: str = "/inbox/compose", **fields: object) -> str:
    response = client.post(path, {"token": TOKEN, **fields})
    assert response.status_code == 200
    return response.content.decode()


PATHS = ["/inbox/compose", "/inbox/helpers/new"]


@pytest.mark.parametrize("path", PATHS)
def test_a_picked_stone_sets_the_text_aside_and_it_comes_back(
    person: Client, koda: Agent, stone: Stone, path: str
) -> None:
    address = stone.content.border_hash
    fields = {"text": "Half a thought.", "task": "Which port?", "recipients": ["koda"], "subject": "Kept"}
    page = picking(person, path, **fields, pick=address)
    assert (box(page), aside(page)) == (address, "Half a thought.")
    page = picking(person, path, **fields | {"text": address}, aside="Half a thought.", action="swap")
    assert (box(page), aside(page)) == ("Half a thought.", "")
    assert ("Kept" in page) is (path == PATHS[0])
    assert ("Which port?" in page) is (path == PATHS[1])
    assert not Message.objects.exists()
    assert not HelperJob.objects.exists()


def test_nothing_that_was_set_aside_is_lost_to_a_second_text(person: Client, stone: Stone) -> None:
    page = picking(person, text="The second.", aside="The first.", pick=stone.content.border_hash)
    assert aside(page) == "The first.\n\nThe second."
    page = picking(person, text="The second.", aside="The first.", action="swap")
    assert (box(page), aside(page)) == ("The first.", "The second.")


def test_several_stones_are_picked_for_a_message_and_one_for_a_helper(person: Client, stone: Stone) -> None:
    address = stone.content.border_hash
    assert box(picking(person, text="d5e58b23", pick=address)) == f"d5e58b23\n{address}"
    assert box(picking(person, text=f"d5e58b23\n{address}", pick=address)) == f"d5e58b23\n{address}"
    assert box(picking(person, PATHS[1], text="d5e58b23", pick=address)) == address


@pytest.mark.parametrize("path", PATHS)
def test_the_picker_finds_stones_by_words_and_filters(
    person: Client, ann: User, mallory: Agent, path: str
) -> None:
    wanted = store(ann, content="Unlock the garden gate.", glow_channel="query")
    store(ann, content="Paint the fence.", glow_channel="task")
    store(mallory.account, content="Unlock the garden of others.")
    for words in ("garden", "channel:query", wanted.content.border_hash):
        page = person.get(path, {"find": words}).content.decode()
        assert re.findall(r'name="pick" value="(\w+)"', page) == [wanted.content.border_hash], words
        assert 'data-focus-open="#id_find" open>' in page
    assert "None of your stones has these words" in person.get(path, {"find": "nothing"}).content.decode()
    # By the form's own button nothing typed is lost.
    page = picking(person, path, text="Half a thought.", find="garden", action="find")
    assert box(page) == "Half a thought."
    assert page.count('name="pick"') == 1


@pytest.mark.parametrize("path", PATHS)
def test_htmx_gets_the_box_or_the_list_alone(person: Client, stone: Stone, path: str) -> None:
    htmx = {"HX-Request": "true", "HX-Target": "found-stones"}
    found = person.get(path, {"find": ""}, headers=htmx).content.decode()
    assert found.startswith('<div id="found-stones"')
    response = person.post(path, {"pick": stone.content.border_hash}, headers=htmx | {"HX-Target": "box"})
    assert response.content.decode().startswith('<div id="box"')
    assert response["HX-Trigger-After-Settle"] == "picked"


def says(page: str) -> str:
    found = re.search(r'<p class="field-help box-says"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert found
    return " ".join(html.unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", "", found[1], flags=re.DOTALL)).split())


def test_the_line_under_the_box_says_what_it_holds(person: Client, koda: Agent, stone: Stone) -> None:
    scan = text_of(assemble(find_stone(stone.account, stone.pk)), 0)
    text = stone_text(assemble(find_stone(stone.account, stone.pk)))
    address = stone.content.border_hash
    expected = {
        "": "A text, a stone ?",
        "Hello.": "A text of 2 tokens.",
        address: f"A stone, handoff from koda: {scan}",
        f"{address} {stone.pk}": "2 stones: each is sent as its own message.",
        text: "A stone pasted whole, handoff from koda: it is stored, and sent up to the level you choose.",
        "0" * 12: "There is no stone",
        "§QASTONE§\nnonsense": "line",
    }
    for content, words in expected.items():
        page = person.post("/inbox/compose/preview", {"text": content}).content.decode()
        assert words.replace("`", "")[:60] in says(page), content
    page = person.post("/inbox/helpers/new", {"text": "Hello.", "action": "preview"}).content.decode()
    assert says(page) == "A text of 2 tokens. It is stored as a stone, and read."


def lines(page: str) -> list[str]:
    return [html.unescape(line) for line in re.findall(r'class="inbox-line"><code>(.*?)</code>', page)]


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "Ship 1.4 today.", "subject": "Release", "priority": "urgent", "needs_answer": "on"},
        {"text": WARNED, "summary": WARNED_SUMMARY},
        {"text": LONG},
    ],
)
def test_the_row_in_the_preview_is_the_row_of_the_inbox(
    person: Client, koda: Agent, fields: dict[str, str]
) -> None:
    deliver(koda)
    form = {"recipients": ["koda"], "token": TOKEN, **fields}
    previewed = lines(person.post("/inbox/compose/preview", form).content.decode())
    assert person.post("/inbox/compose", form).status_code == 302
    assert previewed == [delivery_line(agent_deliveries(koda).get(sequence=2))]


def test_the_row_of_a_stone_that_is_stored_or_pasted(
    person: Client, koda: Agent, mallory: Agent, stone: Stone
) -> None:
    foreign = store(mallory.account, content=f"Foreign.\n\n{LONG}")
    write_levels(foreign)
    pasted = stone_text(assemble(find_stone(foreign.account, foreign.pk)))
    for number, text in enumerate((stone.content.border_hash, pasted), 1):
        form = {"recipients": ["koda"], "text": text, "token": f"{number:026}"}
        previewed = lines(person.post("/inbox/compose/preview", form).content.decode())
        assert person.post("/inbox/compose", form).status_code == 302
        assert previewed == [delivery_line(agent_deliveries(koda).get(sequence=number))]


def test_each_account_has_its_own_row(person: Client, koda: Agent, mallory: Agent) -> None:
    set_contact_policy(account=mallory.account, policy="open")
    form = {"recipients": ["koda"], "others": "mallory@mallory", "text": "Hello.", "token": TOKEN}
    previewed = lines(person.post("/inbox/compose/preview", form).content.decode())
    assert previewed == ["#1 ann: Hello.", "#1 ann@ann: Hello."]
    assert person.post("/inbox/compose", form).status_code == 302
    assert previewed == [delivery_line(agent_deliveries(agent).get()) for agent in (koda, mallory)]


def test_several_stones_go_as_messages_of_their_own_once(person: Client, ann: User, koda: Agent) -> None:
    stones = [store(ann) for _ in range(3)]
    names = "\n".join(stone.content.border_hash for stone in stones)
    form = {"recipients": ["koda"], "text": names, "token": TOKEN}
    preview = person.post("/inbox/compose/preview", form).content.decode()
    response = person.post("/inbox/compose", form, follow=True)
    assert "3 stones sent, each as a message of its own, to koda." in response.content.decode()
    assert response.redirect_chain == [("/inbox/?tab=sent", 302)]
    rows = agent_deliveries(koda).order_by("sequence")
    assert [row.message.border_hash for row in rows] == [stone.content.border_hash for stone in stones]
    assert lines(preview) == [delivery_line(row) for row in rows]
    again = person.post("/inbox/compose", form, follow=True)
    assert "was not sent again" in again.content.decode()
    assert len(inbox_of(koda)) == 3


def test_of_several_stones_all_are_sent_or_none(person: Client, koda: Agent, stone: Stone) -> None:
    form = {"recipients": ["koda"], "text": f"{stone.content.border_hash} {'0' * 12}", "token": TOKEN}
    page = person.post("/inbox/compose", form)
    assert (page.status_code, Message.objects.count()) == (404, 0)
    assert box(page.content.decode()) == form["text"]


def test_a_text_is_stored_for_a_helper_and_only_where_one_starts(
    person: Client, koda: Agent, ann: User
) -> None:
    form = {"text": "The export uses port 7003.", "task": "Which port?", "agent": "ann"}
    refused = person.post("/inbox/helpers/new", form | {"answer_tokens": "200", "task": " "})
    assert (refused.status_code, Stone.objects.count()) == (422, 0)
    assert person.post("/inbox/helpers/new", form).status_code == 302
    job = HelperJob.objects.get()
    assert job.stone is not None
    assert (job.stone.content.text, job.stone.source_agent) == ("The export uses port 7003.", "ann")


def test_what_is_no_name_of_a_stone_does_not_break_the_picker(person: Client) -> None:
    for path in PATHS:
        assert person.get(f"{path}?stone=%00&find=%00").status_code == 200
        assert person.post(path, {"pick": "\x00", "text": "\x00", "find": "\x00"}).status_code == 200
