"""A text that speaks of stones is plain text; only one that begins with the mark can be a damaged stone."""

import re
from pathlib import Path

import pytest
from django.test import Client
from rest_framework.test import APIClient

from clipboard.clipboard_hook import ClipboardHook
from clipboard.services import save_clipboard_settings
from core.rest.tests.access_assertions import Personas
from inbox.forms import ComposeForm
from inbox.models import Message
from inbox.tests.api.api_calls import problem_of, send
from qastone_site.tests.foreign.foreign_stones import SAMPLE
from stones.format import FormatError, parse, parse_all, verify
from stones.models import Stone

# As specifications do it: what a stone looks like, then an example, each in a fence.
TALK = f"""# Stones

The structure is

```
§QASTONE§
border_hash: <8-char hash of full content>
glow_channel: <category: task|context|handoff|query|data>
lod_count: <number of LOD levels>
─
LOD-0: <1-2 sentence scan - always loaded>
§/QASTONE§
```

A reader tests `content.trim().startsWith('§QASTONE§')`. An example:

```
{SAMPLE.text}```

That is all.
"""
DAMAGED = SAMPLE.text.replace("lod_count: 4", "lod_count: <number of LOD levels>")
NORM = Path(__file__).parents[3] / "docs" / "stone-format.md"


def test_it_holds_no_stone() -> None:
    assert parse_all(TALK).parts == (TALK,)
    with pytest.raises(FormatError, match="line 1"):
        parse(TALK)
    with pytest.raises(FormatError, match="lod_count is a whole number"):
        parse_all(DAMAGED)


def test_a_whole_stone_with_words_around_it_is_one() -> None:
    paste = parse_all(f"Please take this over:\n\n{SAMPLE.text}\nThanks!")
    assert [found.stone.levels for found in paste.stones] == [SAMPLE.levels]


def test_the_example_of_our_own_norm_is_no_false_one() -> None:
    """Whoever pastes the page sees no alarm for it."""
    example = re.search(r"```\n(§QASTONE§\n.*?)```", NORM.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    assert verify(parse(example[1])) == "verified"


def test_it_is_formatted_as_a_text(personas: Personas) -> None:
    response = personas.owner.post("/api/format-qastone", {"content": TALK}, format="json")
    assert response.status_code == 201
    assert Stone.objects.get().content.text == TALK
    refused = personas.owner.post("/api/format-qastone", {"content": DAMAGED}, format="json")
    assert problem_of(refused) == (422, "not_a_stone")
    assert "is damaged. Line 7:" in refused.json()["detail"]


def test_it_is_sent_as_a_text(personas: Personas, mira: APIClient) -> None:
    send(personas.owner, TALK)
    assert Message.objects.get().body == TALK
    form = ComposeForm(data={"text": TALK, "recipients": []}, account=personas.account)
    assert (form.is_valid(), form.content.is_stone) == (True, False)
    form = ComposeForm(data={"text": DAMAGED, "recipients": []}, account=personas.account)
    assert (form.is_valid(), form.content.is_stone) == (True, True)


def test_the_paste_page_takes_it_for_a_text(personas: Personas) -> None:
    person = Client()
    person.force_login(personas.account)
    page = person.post("/paste", {"text": TALK}).content.decode().partition("<template")[0]
    assert "Store as a stone" in page
    assert "damaged" not in page
    refused = person.post("/paste", {"text": DAMAGED})
    assert refused.status_code == 422


def test_the_clipboard_makes_a_stone_of_it(personas: Personas) -> None:
    save_clipboard_settings(personas.account, auto_format=True)
    hook = ClipboardHook(personas.account)
    copied = hook.on_copy(TALK)
    assert parse(copied["qastone"]).levels[-1] == TALK
    damaged = hook.on_copy(DAMAGED)
    assert "qastone" not in damaged
    assert "lod_count is a whole number" in damaged["no_stone"]


def test_the_clipboard_puts_no_stone_into_another(personas: Personas) -> None:
    save_clipboard_settings(personas.account, auto_format=True)
    copied = ClipboardHook(personas.account).on_copy(SAMPLE.text)
    assert parse(copied["qastone"]).levels == SAMPLE.levels
    assert parse(copied["qastone"]).header.border_hash == "f7a3b2c1"
    assert Stone.objects.get().content.text == SAMPLE.levels[-1]
