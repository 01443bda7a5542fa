"""Windows that close once something in them is pressed."""

from playwright.sync_api import Locator, Page, expect

# Not `click`: the window may be gone before that is told that it has clicked. And the window's own button is closed to
# presses for a moment whenever it comes up.
_PRESS = """button => {
  const each = setInterval(() => {
    if (button.disabled) return;
    clearInterval(each);
    button.click();
  }, 50);
}"""


def press_and_close(window: Page, button: Locator) -> None:
    """Press it as soon as that does something, and wait until the window is closed."""
    expect(button).to_be_visible()
    with window.expect_event("close"):
        button.evaluate(_PRESS)
