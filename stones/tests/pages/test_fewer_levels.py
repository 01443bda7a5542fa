"""The page of a stone with one, two or four levels: those, and no others."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from stones.tests.factories import LONG, SHORT, store, write_levels
from stones.tests.pages.test_stone_detail import page_of

TWO_LEVELS = " ".join(
    f"Step {number}: change the variable EXPORT_{number} and run the job." for number in range(9)
)


@pytest.mark.parametrize(("content", "count"), [(SHORT, 1), (TWO_LEVELS, 2), (LONG, 4)])
def test_only_levels_that_the_stone_has_are_offered_or_explained(
    person: Client, ann: User, content: str, count: int
) -> None:
    made = store(ann, content=content)
    write_levels(made)
    assert made.level_count == count
    page = " ".join(page_of(person, made).split())
    offered = set(re.findall(r"data-lod=\"(\d)\"", page))
    assert offered == {str(number) for number in range(count)}
    # The keys of the help, which is on every page.
    assert re.findall(r"Load up to LOD-(\d)", page) == [str(number) for number in range(count)]
    named = set(re.findall(r"LOD-(\d)", re.sub(r"<section class=\"card ask.*?</section>", "", page)))
    assert named == {str(number) for number in range(count)}
    assert ("Download, all levels" in page) is (count > 1)
    assert ("This stone has no further levels: longer texts do." in page) is (count < 4)
    card = page.partition('id="term-levels"')[2].partition('<span class="term-card"')[0]
    assert ("Longer texts</strong>" in card) is (count < 4)
    # The last of them is the text itself, whatever its number.
    assert set(re.findall(r"LOD-(\d) \w+</(?:strong|dt)>\s*(?:<dd>)?All of it", page)) == {str(count - 1)}


def test_other_pages_explain_all_levels(person: Client) -> None:
    page = person.get("/stones/").content.decode()
    assert re.findall(r"Load up to LOD-(\d)", page) == ["0", "1", "2", "3"]
