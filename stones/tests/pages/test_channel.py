"""POST /stones/{border_hash}/channel, and the buttons that lead there."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from stones import services
from stones.format import CHANNELS
from stones.models import Stone
from stones.queries import assemble, reloaded

BUTTON = 'name="glow_channel" value="{}"'


def post(client: Client, stone: Stone, glow_channel: str) -> str:
    url = f"/stones/{stone.pk}/channel"
    return client.post(url, {"glow_channel": glow_channel}, follow=True).content.decode()


def test_one_press_changes_it(person: Client, stone: Stone) -> None:
    page = person.get(f"/stones/{stone.pk}").content.decode()
    assert all(BUTTON.format(channel) in page for channel in CHANNELS)
    assert f'{BUTTON.format("handoff")} data-channel="handoff" aria-current="true"' in page
    page = post(person, stone, "context")
    assert f'{BUTTON.format("context")} data-channel="context" aria-current="true"' in page
    assert "<code>context:" in page
    assert Stone.objects.get().glow_channel == "context"


@pytest.mark.parametrize("glow_channel", ["", "<b>", "Task"])
def test_an_unknown_channel_is_refused(person: Client, stone: Stone, glow_channel: str) -> None:
    page = post(person, stone, glow_channel)
    assert "Unknown glow_channel" in page
    assert "<b>" not in page.partition("Unknown glow_channel")[2][:40]
    assert Stone.objects.get().glow_channel == "handoff"


def test_another_writers_stone_has_no_buttons(person: Client, ann: User, mallorys: Stone) -> None:
    stone = services.store_stone_text(
        account=ann, text=services.stone_text(assemble(reloaded(mallorys)))
    ).stone
    assert "/channel" not in person.get(f"/stones/{stone.pk}").content.decode()
    assert "Another writer made this stone" in post(person, stone, "data")


def test_somebody_elses_stone_is_not_there(person: Client, client: Client, mallorys: Stone) -> None:
    response = person.post(f"/stones/{mallorys.pk}/channel", {"glow_channel": "data"})
    assert response.status_code == 404
    mallorys.refresh_from_db()
    assert mallorys.glow_channel == "task"


def test_only_by_post_and_signed_in(person: Client, stone: Stone) -> None:
    assert person.get(f"/stones/{stone.pk}/channel").status_code == 405
    response = Client().post(f"/stones/{stone.pk}/channel", {"glow_channel": "data"})
    assert response.status_code == 302
    assert "/sign-in" in response["Location"] or "login" in response["Location"]
