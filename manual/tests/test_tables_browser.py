"""The manual's tables in a real browser: words of a cell stay whole, wide or narrow."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.browser

# A longer one may break: codes such as names of variables.
LONGEST = 8
_BROKEN_SCRIPT = """(longest) => {
  const broken = [];
  for (const cell of document.querySelectorAll('.prose :is(th, td)')) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (word.length <= longest && lines.size > 1) broken.push(word);
      }
  }
  return broken;
}"""


@pytest.mark.parametrize("width", [1280, 360])
def test_no_short_word_of_a_table_is_broken(ann_page: Page, live_server: LiveServer, width: int) -> None:
    ann_page.set_viewport_size({"width": width, "height": 800})
    for name in ("operators", "architecture"):
        ann_page.goto(f"{live_server.url}/manual/{name}")
        assert ann_page.locator(".prose table").count() > 1
        assert ann_page.evaluate(_BROKEN_SCRIPT, LONGEST) == []
        assert ann_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
