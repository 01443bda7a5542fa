"""The specification's second flow in a browser, with a complex stone that another writer made."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from assistant.tests.browser.conftest import Show, _models, card, configure, expected, paste, show
from inbox.models import HelperJob
from qastone_site.tests.foreign.foreign_stones import COMPLEX
from stones.models import Stone

__all__ = ["_models", "show"]

pytestmark = pytest.mark.browser


def test_a_complex_stone_is_read_to_lod_2_and_a_helper_reads_the_rest(
    show: Show, ann: User, complaints: list[str]
) -> None:
    configure(ann, default_max_lod=2)
    page = show()
    paste(page, COMPLEX.text)
    expect(card(page)).to_contain_text("LOD-2 of 4 in use")
    expect(card(page)).to_contain_text("complex: LOD-2 or more and a helper for the rest")
    expect(card(page)).to_contain_text(
        "Unverified. Named by another writer’s rule: whether the text was changed cannot be checked."
    )
    page.get_by_role("button", name="Store it here").click()
    form = page.get_by_role("form", name="Spawn a helper")
    form.get_by_role("button", name="Spawn a helper (").click()
    expect(form).to_have_count(0)
    stone = Stone.objects.get(account=ann)
    assert (stone.claimed_hash, stone.fortune) == (COMPLEX.header.border_hash, "architecture:complex")
    assert HelperJob.objects.get().stone_id == stone.pk
    expected(complaints, 404)
