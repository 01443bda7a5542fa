"""Checks of a rendered page in a browser: axe finds nothing serious, and no page scrolls sideways."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from zlib import crc32

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Page

# Fixtures of qastone_site/tests: browsers, page weights.
SignIn = Callable[[BrowserContext], None]
"""Gives a browser context a session."""
Weigh = Callable[[str], int]
"""Bytes sent to a browser for a static file, by its name."""

WIDTHS = (1280, 320)
"""CSS pixels: a desktop's window, and a page enlarged to 400 % (WCAG 2.2, 1.4.10)."""

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PICTURE_WIDTHS = (1280, 390)

_OVERFLOW_SCRIPT = "document.documentElement.scrollWidth > innerWidth ? ['it scrolls sideways'] : []"

# A theme is colours only (site.css: color-scheme), so no other rule can find anything new in the second one. A broken
# rule of axe has that rule's impact: rules of lower impact need not run.
_AXE_SCRIPT = """async (only) => {
  const rules = Object.fromEntries(axe._audit.rules
    .filter(rule => ["minor", "moderate"].includes(rule.impact)).map(rule => [rule.id, { enabled: false }]));
  const found = async options => (await axe.run({ resultTypes: ["violations"], ...options })).violations
    .filter(each => ["serious", "critical"].includes(each.impact))
    .map(each => `${theme()}: ${each.id}: ${each.nodes[0].html.slice(0, 200)}`);
  const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const theme = () => document.documentElement.dataset.theme ?? system();
  const wear = name => {
    if (name === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  };
  // However short, a passage from one colour or width to another takes a frame for each element that inherits.
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { transition-property: none !important }");
  document.adoptedStyleSheets.push(still);
  const worn = document.documentElement.dataset.theme;
  if (only) wear(only);
  const said = await found({ rules });
  if (!only) {
    wear(theme() === "dark" ? "light" : "dark");
    said.push(...await found({ runOnly: ["color-contrast", "link-in-text-block"] }));
  }
  wear(worn);
  document.documentElement.offsetWidth;  // drawn, before colours may pass over again
  document.adoptedStyleSheets.pop();
  return said;
}"""


def check_page(page: Page, name: str, *, everywhere: bool | None = None) -> None:
    """Fail if the page is wider than the window, wide or narrow, or on a serious finding of axe.

    axe runs at one width in one theme, which `name` decides; with `everywhere`, the default under --all, at both in
    both. Leaves the window narrow: the test's next steps must be reachable there, too.
    """
    page.emulate_media(reduced_motion="reduce")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    everywhere = bool(os.environ.get("TEST_ALL")) if everywhere is None else everywhere
    digest = crc32(name.encode())
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        problems = page.evaluate(_OVERFLOW_SCRIPT)
        if everywhere:
            problems += page.evaluate(_AXE_SCRIPT)
        elif width == WIDTHS[digest % 2]:
            problems += page.evaluate(_AXE_SCRIPT, THEMES[digest // 2 % 2])
        assert not problems, f"{name}, {width} px wide: {problems}"


def save_screenshots(page: Page, name: str) -> None:
    """If SHOTS names a folder, save four screenshots: each theme, wide and as narrow as a phone."""
    if folder := os.environ.get("SHOTS"):
        size = page.viewport_size
        for theme in THEMES:
            for width in PICTURE_WIDTHS:
                _save_screenshot(page, Path(folder) / f"{name}-{theme}-{width}.png", theme, width)
        page.emulate_media(color_scheme="null")
        if size:
            page.set_viewport_size(size)


def _save_screenshot(page: Page, file: Path, theme: Literal["light", "dark"], width: int) -> None:
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": width, "height": 900})
    page.screenshot(path=file, full_page=True)
