"""The page checks accept correct pages and find each single fault."""

import pytest
from playwright.sync_api import Page

from core.pages.tests import page_checks

pytestmark = pytest.mark.browser

LIGHT, DARK = "light-dark(#000, #fff)", "light-dark(#fff, #000)"
PALE, DIM = "light-dark(#ddd, #fff)", "light-dark(#000, #222)"


def check(page: Page, name: str) -> None:
    """In every look: the default is one of them."""
    page_checks.check_page(page, name, everywhere=True)


def show(page: Page, *, ink: str = LIGHT, theme: str = "light", more: str = "") -> None:
    page.set_content(
        f"""<!doctype html><html lang="en" data-theme="{theme}"><title>A page</title><style>
        [data-theme=light] {{ color-scheme: light }} [data-theme=dark] {{ color-scheme: dark }}
        body {{ color: {ink}; background: {DARK} }}</style><main><h1>A page</h1><p>Some words.</p>{more}</main>"""
    )


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_right_passes_and_is_left_as_it_was(page: Page, theme: str) -> None:
    show(page, theme=theme)
    check(page, "right")
    check(page, "right again")
    assert page.evaluate("document.documentElement.dataset.theme") == theme


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "where"), [(PALE, "light"), (DIM, "dark")])
def test_too_little_contrast_is_found_in_either_theme(page: Page, theme: str, ink: str, where: str) -> None:
    show(page, ink=ink, theme=theme)
    with pytest.raises(AssertionError, match=f"{where}: color-contrast: <h1>"):
        check(page, "pale")


def test_colours_that_pass_over_are_waited_for(page: Page) -> None:
    show(
        page,
        more="<style>* { transition: color 9s, background-color 9s }</style><b>Bold <i>and slanted</i></b>",
    )
    check(page, "slow")


def test_other_faults_are_found(page: Page) -> None:
    show(page, more="<img src='data:,'>")
    with pytest.raises(AssertionError, match="image-alt"):
        check(page, "an image without words")


def test_a_page_that_is_too_wide_is_found(page: Page) -> None:
    show(page, more="<p style='width: 200vw'>Wide</p>")
    with pytest.raises(AssertionError, match=r"a wide one, 1280 px wide: .*it scrolls sideways"):
        check(page, "a wide one")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_look_that_the_name_decides_is_enough_for_daily_work(
    page: Page, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TEST_ALL", raising=False)
    show(page, ink=PALE, theme=theme)
    names = [f"page {number}" for number in range(8)]
    assert {fault for name in names for fault in faults(page, name)} == {
        "1280 px wide: ['light: color-contrast",
        "320 px wide: ['light: color-contrast",
    }
    assert any(faults(page, name) == [] for name in names)  # those that are looked at in the dark
    assert page.evaluate("document.documentElement.dataset.theme") == theme


def faults(page: Page, name: str) -> list[str]:
    try:
        page_checks.check_page(page, name)
    except AssertionError as error:
        return [str(error).removeprefix(f"{name}, ").split(": <h1>")[0]]
    return []


NARROW = "<style>@media (max-width: 600px) {{ {} }}</style><p class='narrow'>Narrow</p>"


@pytest.mark.long
@pytest.mark.parametrize(
    ("rule", "fault"),
    [(".narrow { color: #ddd }", "light: color-contrast"), (".narrow { width: 200vw }", "scrolls sideways")],
)
def test_what_is_wrong_in_a_narrow_window_alone_is_found(page: Page, rule: str, fault: str) -> None:
    # Under reduced motion sites shorten passages: none of them may hide where it leads.
    slow = "<style>* { transition: all 9s }</style>"
    show(page, more=NARROW.format(rule) + slow)
    with pytest.raises(AssertionError, match=f"a page, 320 px wide: .*{fault}"):
        check(page, "a page")
