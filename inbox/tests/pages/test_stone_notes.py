"""A person's own words beside a stone that she sends: none of them is lost."""

import html
import re
import time

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.text.tests.machine_speed import is_within
from inbox.models import Agent, HelperJob, Message
from inbox.queries.deliveries import agent_deliveries
from inbox.rendering.inbox_lines import delivery_line
from inbox.services.box_content import BoxKind, read_box
from inbox.tests.factories import deliver
from stones.models import Stone
from stones.queries import assemble, find_stone
from stones.services import stone_text

TOKEN = "0" * 26
NOTE = "Please look at its last line."


@pytest.fixture
def pasted(stone: Stone) -> str:
    return stone_text(assemble(find_stone(stone.account, stone.pk)))


def plain(content: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html.unescape(content.decode())).split())


def send(client: Client, **fields: object) -> str:
    form = {"token": TOKEN, "recipients": ["koda"], "action": "send", **fields}
    response = client.post("/inbox/compose", form, follow=True)
    assert response.status_code == 200
    return plain(response.content)


def sent_to(agent: Agent) -> list[Message]:
    return [each.message for each in agent_deliveries(agent).order_by("sequence")]


@pytest.mark.parametrize(
    "around",
    ["{}\n" + NOTE, NOTE + "\n\n{}", "```\n{}```\n" + NOTE, NOTE + "\n```text\n{}```"],
)
def test_a_text_around_a_pasted_stone_is_its_note(
    person: Client, koda: Agent, pasted: str, around: str
) -> None:
    text = around.format(pasted)
    content = read_box(text)
    assert (content.kind, content.note, content.text) == (BoxKind.PASTED, NOTE, text)
    assert [each.strip() for each in content.stones] == [pasted.strip()]
    page = send(person, text=text)
    assert "Sent to koda, with your note beside it." in page
    assert NOTE in page
    stone, note = sent_to(koda)
    assert (stone.is_stone, stone.body != pasted, note.body) == (True, True, NOTE)
    assert (note.thread, note.in_reply_to) == (stone.thread, stone)


def test_a_text_that_only_speaks_of_stones_is_a_text(pasted: str) -> None:
    for text in (
        f"One:\n{pasted}\nTwo:\n{pasted}",
        "It begins with\n§QASTONE§\nand so on.",
        f"Cut: {pasted[:200]}",
    ):
        assert read_box(text).kind is BoxKind.TEXT, text


def test_of_several_pasted_stones_each_is_sent(person: Client, koda: Agent, pasted: str) -> None:
    other = (
        "§QASTONE§\nborder_hash: 12345678\nglow_channel: task\nlod_count: 1\n─\nLOD-0: Hello.\n─\n§/QASTONE§"
    )
    assert "2 stones sent, each as a message of its own, to koda." in send(person, text=f"{pasted}\n{other}")
    assert [each.is_stone for each in sent_to(koda)] == [True, True]


def test_a_note_typed_beside_a_stone_goes_with_it_once(
    person: Client, koda: Agent, prax: Agent, stone: Stone
) -> None:
    deliver(koda)
    form = {"text": stone.content.border_hash, "aside": NOTE, "subject": "Export", "needs_answer": "on"}
    everybody = {"recipients": ["koda", "prax"], "token": TOKEN}
    preview = person.post("/inbox/compose/preview", form | {"recipients": ["koda"]}).content.decode()
    assert "Exact text delivered" in preview
    assert "Your note costs 7 tokens more." in preview
    assert "with your note beside it" in send(person, **form | everybody)
    assert "was not sent again" in send(person, **form | everybody)
    rows = agent_deliveries(koda).order_by("sequence")[1:]
    assert [(row.message.body == NOTE, row.message.needs_answer) for row in rows] == [
        (False, True),
        (True, False),
    ]
    lines = [html.unescape(line) for line in re.findall(r'class="inbox-line"><code>(.*?)</code>', preview)]
    assert lines == [delivery_line(row) for row in rows]
    assert [message.body for message in sent_to(prax)][1] == NOTE


def test_the_note_of_a_reply_goes_to_whom_the_stone_goes(
    person: Client, me: Agent, koda: Agent, stone: Stone
) -> None:
    asked = deliver(me, "Which port?", sender=koda).message
    send(person, recipients=[], reply=asked.pk, text=stone.content.border_hash, aside=NOTE)
    answer, note = sent_to(koda)
    assert (answer.in_reply_to, note.in_reply_to, note.thread) == (asked, answer, asked.thread)


def test_a_note_without_a_stone_is_not_dropped(person: Client, koda: Agent) -> None:
    form = {"token": TOKEN, "recipients": ["koda"], "text": "Hello.", "aside": NOTE}
    response = person.post("/inbox/compose", form)
    assert response.status_code == 422
    assert "There is no stone for it to stand beside" in plain(response.content)
    assert NOTE in plain(response.content)
    assert not Message.objects.exists()


def test_a_text_that_names_a_stone_offers_to_send_it(
    person: Client, ann: User, koda: Agent, stone: Stone
) -> None:
    address = stone.content.border_hash
    for text in (f"See `{address}`, please.", f"Please:\n{address}"):
        page = person.post("/inbox/compose/preview", {"text": text}).content.decode()
        assert "which is not sent with it" in plain(page.encode())
        assert re.findall(r'name="pick" value="(\w+)"', page) == [address]
    for text in ("It is from 20261126.", "Hello."):
        page = person.post("/inbox/compose/preview", {"text": text}).content.decode()
        assert "is not sent with it" not in page
    picked = person.post("/inbox/compose", {"text": f"See {address}.", "pick": address}).content.decode()
    assert re.search(rf'<textarea name="text"[^>]*>\s*{address}</textarea>', picked)
    assert re.search(rf'<textarea name="aside"[^>]*>\s*See {address}\.</textarea>', picked)


def test_a_helper_says_that_it_reads_the_stone_alone(person: Client, koda: Agent, pasted: str) -> None:
    form = {"text": f"{pasted}\n{NOTE}", "task": "Which port?", "agent": "ann"}
    response = person.post("/inbox/helpers/new", form)
    assert response.status_code == 422
    assert "put the text beside it into the question" in plain(response.content)
    assert not HelperJob.objects.exists()


def test_blank_lines_around_a_stone_take_no_time(db: None, pasted: str) -> None:
    begun = time.thread_time()
    content = read_box(f"{NOTE}{chr(10) * 100_000}x{chr(10) * 100_000}{pasted}")
    assert (content.kind, content.note[: len(NOTE)]) == (BoxKind.PASTED, NOTE)
    # A pattern that looks again at each line for all that follow takes minutes.
    assert is_within(time.thread_time() - begun, 5)
