"""GET /inbox/compose: whose answer is not to be expected, what the stones say, what stays one call away."""

import re
from datetime import timedelta

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from inbox.models import Agent
from inbox.services.issue_tokens import issue_token
from inbox.tests.factories import new_agent
from inbox.tests.pages.test_compose_pages import plain
from stones.models import Stone
from stones.queries import find_stone
from stones.tests.factories import store


def quiet_notes(client: Client) -> list[str]:
    page = plain(client.get("/inbox/compose").content)
    notes = re.findall(
        r'<span class="recipient">.*?</label> (?:<span class="note warn">(.*?)</span>)?</span>', page
    )
    return [" ".join(re.sub(r"<[^>]+>", " ", note).split()) for note in notes]


def test_whom_no_answer_is_to_be_expected_of(person: Client, ann: User, koda: Agent, prax: Agent) -> None:
    Agent.objects.filter(pk=koda.pk).update(is_demo=True)
    token = issue_token(agent=prax).row
    token.last_used = timezone.now()
    token.save()
    new_agent(ann, "quill")
    gone = issue_token(agent=new_agent(ann, "rook")).row
    gone.last_used = timezone.now() - timedelta(days=20)
    gone.save()
    assert quiet_notes(person) == [
        "koda is an example: nobody reads its inbox.",
        "",
        "quill has not connected yet: connect it first .",
        "rook last called 20 d ago : check it .",
    ]


def test_the_sentences_of_the_stones_stand_under_the_box(
    person: Client, ann: User, koda: Agent, stone: Stone
) -> None:
    other = store(ann, content="Ship the release on Friday.")
    page = plain(person.get(f"/inbox/compose?stone={stone.pk}&stone={other.pk}").content)
    assert "<strong>2 stones</strong>" in page
    links = dict(
        re.findall(r'<span class="box-stone">.*?<a dir="auto" href="/stones/([^"]+)">(.*?)</a>', page)
    )
    assert list(links) == [find_stone(ann, each.pk).address for each in (stone, other)]
    assert links[find_stone(ann, other.pk).address] == "Ship the release on Friday."


def test_what_is_left_out_stays_one_call_away(person: Client, koda: Agent, stone: Stone) -> None:
    form = {"recipients": ["koda"], "text": stone.pk, "max_lod": "1", "action": "preview"}
    page = plain(person.post("/inbox/compose", form).content)
    assert "Left out: LOD-2" in page
    assert "The receiver can load the rest when needed." in page


def test_whom_one_writes_to_stands_first(person: Client, koda: Agent) -> None:
    page = plain(person.get("/inbox/compose").content)
    assert page.index("<legend>To</legend>") < page.index('id="id_text"') < page.index('id="id_for_agent"')
