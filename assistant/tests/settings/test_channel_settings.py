"""The paste page uses the account's channels."""

import json
import re

from django.contrib.auth.models import User
from django.test import Client

from assistant.services.save_settings import save_assistant_settings
from assistant.tests.settings.conftest import with_channel
from stones.queries import assemble
from stones.services.read_levels import stone_text
from stones.tests.factories import LONG, store, write_levels


def test_the_paste_page_reads_from_the_level_that_the_account_chose(person: Client, ann: User) -> None:
    stone = store(ann, content=LONG, glow_channel="data")
    write_levels(stone)
    text = stone_text(assemble(stone))
    before = person.post("/paste", {"text": text}).content.decode()
    assert "data starts at LOD-2" in before
    save_assistant_settings(ann, channels=with_channel("data", defaultLod=1))
    after = person.post("/paste", {"text": text}).content.decode()
    assert "data starts at LOD-1" in after
    attribute = re.search(r'data-channels="([^"]+)"', after)
    assert attribute is not None
    assert json.loads(attribute[1].replace("&quot;", '"'))["data"]["defaultLod"] == 1
