"""How a page's look is tested: axe finds nothing serious in any of them, and no page scrolls sideways."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

LOOKS = [("light", 1280), ("dark", 320)]
"""Theme and width (CSS pixels) to start from; `check` looks at the other theme, too."""

# A theme is colours and nothing else (site.css: color-scheme), so in the other one no other rule can find anything new.
_SERIOUS = """async () => {
  const found = async options => (await axe.run({ resultTypes: ["violations"], ...options })).violations
    .filter(each => ["serious", "critical"].includes(each.impact))
    .map(each => `${theme()}: ${each.id}: ${each.nodes[0].html.slice(0, 200)}`);
  const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const theme = () => document.documentElement.dataset.theme ?? system();
  const wear = name => {
    if (name === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  };
  // However short, a passage from colour to colour takes a frame for each element that inherits from another.
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { transition-property: none !important }");
  const said = await found({});
  const worn = document.documentElement.dataset.theme;
  document.adoptedStyleSheets.push(still);
  wear(theme() === "dark" ? "light" : "dark");
  said.push(...await found({ runOnly: ["color-contrast", "link-in-text-block"] }));
  wear(worn);
  document.documentElement.offsetWidth;  // drawn, before colours may pass over again
  document.adoptedStyleSheets.pop();
  return said;
}"""


def check(page: Page, name: str) -> None:
    """Fail on a serious finding in either theme, or when the page is wider than the window."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(_SERIOUS)
    assert not found, f"{name}: {found}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"


def dress(page: Page, live_server: LiveServer, theme: str, width: int) -> None:
    """Give the browser a look."""
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(reduced_motion="reduce")
