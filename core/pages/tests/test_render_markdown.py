"""Content as HTML: an allow-list, nothing loaded from elsewhere, linear time."""

import time

import pytest

from core.pages.render_cache import MIN_CHARACTERS
from core.pages.render_markdown import MAX_RENDERED_CHARACTERS, count_invisible, render
from core.text.tests.machine_speed import is_within

# A long text is kept when it has been rendered.
pytestmark = pytest.mark.django_db

PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "![x](javascript:alert(1))",
    '![x"onerror="alert(1)](https://evil.example/x.png)',
    "<svg/onload=alert(1)>",
    "<style>*{display:none}</style>",
    "<iframe src=//evil.example></iframe>",
    "```x onmouseover=alert(1)\ncode\n```",
    "<a href='https://x' onclick='alert(1)'>x</a>",
    '| a |\n|---|\n| <b onclick="x">b</b> |',
    "&lt;script&gt;alert(1)&lt;/script&gt;",
]


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("around", ["{}", "# Heading\n\n{}\n\n- item"])
def test_nothing_dangerous_comes_through(payload: str, around: str) -> None:
    html = render(around.format(payload)).lower()
    for wrong in (
        "<script",
        "<img",
        "<svg",
        "<style",
        "<iframe",
        'href="javascript',
        'href="data',
        'href="vbscript',
    ):
        assert wrong not in html
    assert not any(f'" {name}=' in html for name in ("onerror", "onclick", "onload", "onmouseover"))


def test_links_tell_nobody_where_they_come_from() -> None:
    assert render("- [a](https://example.org/x)") == (
        '<ul>\n<li><a href="https://example.org/x" rel="noopener noreferrer nofollow">a</a></li>\n</ul>\n'
    )


def test_a_picture_is_a_link_and_loads_nothing() -> None:
    html = render("![The *plan*](https://example.org/plan.png)")
    assert 'href="https://example.org/plan.png"' in html
    assert '<span class="picture">The plan</span>' in html


def test_headings_go_below_those_of_the_page() -> None:
    assert render("# One\n\n###### Six") == "<h3>One</h3>\n<h6>Six</h6>\n"


def test_tables_and_code_can_be_reached_by_keyboard() -> None:
    html = render("| a |\n|---|\n| 1 |\n\n```\ncode\n```")
    assert '<div class="scroll" tabindex="0"><table>' in html
    assert '<pre tabindex="0"><code>code\n</code></pre>' in html


def test_a_text_without_mark_up_keeps_its_lines() -> None:
    assert render("one\ntwo & <three>") == '<div class="plain">one\ntwo &amp; &lt;three&gt;</div>'


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000 + "](x)",
        "> " * 5_000 + "x",
        "*a **a " * 20_000,
        "`" * 100_000,
        "- " * 20_000 + "x",
        "| a " * 30_000 + "|\n|---|",
        "# " + "x" * (MAX_RENDERED_CHARACTERS + 1),
    ],
    ids=["brackets", "quotes", "emphasis", "ticks", "lists", "cells", "long"],
)
def test_no_text_holds_the_page_up(text: str) -> None:
    begun = time.process_time()
    render(text)
    assert is_within(time.process_time() - begun, 4)


def test_invisible_characters_are_counted() -> None:
    assert count_invisible("a\u200bb\u202ec\U000e0041\ttab\n") == 3
    assert count_invisible("§ ─ é 漢字 👍") == 0


@pytest.mark.parametrize("times", [1, MIN_CHARACTERS])
def test_line_breaks_are_kept_where_they_are_meant(times: int) -> None:
    text = "**Anna**\nBob\n\n- one\n  two\n\n```\na\nb\n```\n" + "\nword" * times
    kept = render(text, is_known=True, keeps_lines=True)
    assert "<strong>Anna</strong><br>\nBob</p>" in kept
    assert "one<br>\ntwo" in kept
    assert "a\nb\n</code>" in kept
    wrapped = render(text, is_known=True)
    assert "<strong>Anna</strong>\nBob</p>" in wrapped
    assert "<br>" not in wrapped
    assert render(text, is_known=True, keeps_lines=True) == kept
