"""POST /paste of a stone by another tool: what its levels leave out, and its prices."""

import re

from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import escape

from stones.models import Stone
from stones.tests.factories import FOREIGN_STONE
from stones.tests.pages.test_paste_page import send


def test_the_script_is_told_what_the_levels_leave_out(person: Client, ann: User) -> None:
    response = person.post(
        "/paste", {"text": FOREIGN_STONE, "action": "check"}, headers={"Accept": "application/json"}
    )
    warnings = response.json()["warnings"]
    assert any("left out" in each and "red valve" in each for each in warnings)
    shown = send(person, text=FOREIGN_STONE)
    assert all(escape(each) in shown for each in warnings)
    assert not Stone.objects.exists()


def test_who_reads_a_level_is_not_told_to_write_it_anew(person: Client) -> None:
    page = send(person, text=FOREIGN_STONE)
    assert escape("LOD-0: '3' does not stand in the content.") in page
    assert "Copy it as" not in page


def test_pasted_whole_is_all_that_was_pasted(person: Client) -> None:
    page = "".join(send(person, text=FOREIGN_STONE).partition("<template")[0].split())
    numbers = [int(each) for each in re.findall(r"<dd>(\d+)", page)]
    header, loaded, whole, saved = numbers[:4]
    assert header < loaded < whole
    assert saved == whole - loaded
