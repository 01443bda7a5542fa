"""Marks are placed at their words and change nothing else."""

import re

import pytest
from django.utils.safestring import SafeString, mark_safe
from hypothesis import given
from hypothesis import strategies as st

from core.pages.mark_text import Mark, render_marked, replace_words
from core.pages.render_markdown import MAX_RENDERED_CHARACTERS, NOT_FORMATTED, render, text_of_markdown

TEXT = """# Bread

One *two* three. Four **five** six. A \ue001 sign.

- first thing
- second [a link](https://example.com/a "title") <b>

```py
code = 1
```

> quoted words
"""
# A long text is kept when it has been rendered.
pytestmark = pytest.mark.django_db


def marked(words: str, text: str = TEXT) -> str:
    at = text.index(words)
    html, (stood,) = render_marked(text, [Mark(at, at + len(words), id="cited")])
    assert stood
    assert re.sub(r"</?mark[^>]*>", "", html) == render(text.replace("\ue001", "\ufffd"), is_known=True)
    return html


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("three. Four", '<mark id="cited"> three. Four</mark>'.replace("> ", ">")),
        ("*two* three.", '<em><mark id="cited">two</mark></em><mark> three.</mark>'),
        ("- first thing\n- second", '<li><mark id="cited">first thing</mark></li>\n<li><mark>second</mark>'),
        ("# Bread\n\nOne", '<h3><mark id="cited">Bread</mark></h3>\n<p><mark>One</mark>'),
        ("> quoted words", '<p><mark id="cited">quoted words</mark></p>'),
        ("code = 1", '<code><mark id="cited">code = 1</mark>'),
        # To the letter it cannot be done here: the whole paragraph, or block of code.
        ("example.com", '<mark id="cited">second </mark><a href="https://example.com/a"'),
        ("```py\ncode", '<code><mark id="cited">code = 1\n</mark></code>'),
    ],
)
def test_words_are_marked_in_place(words: str, expected: str) -> None:
    assert expected in marked(words)


def test_a_text_too_long_to_parse_is_marked_as_plain_text() -> None:
    text = "one <b> two " + "x" * MAX_RENDERED_CHARACTERS
    html, stood = render_marked(text, [Mark(4, 11, id="cited")])
    assert html.startswith(f'{NOT_FORMATTED}<div class="plain">one <mark id="cited">&lt;b&gt; two</mark> xx')
    assert stood == (True,)


def test_several_marks_each_with_what_is_behind_it() -> None:
    text = "One. Two. Three."
    html, stood = render_marked(
        text, [Mark(0, 4, tag="span", css="a", suffix=mark_safe("<i>!</i>")), Mark(10, 16), Mark(40, 50)]
    )
    assert stood == (True, True, False)
    assert html == '<p><span class="a">One.</span><i>!</i> Two. <mark>Three.</mark></p>\n'


@given(
    st.lists(
        st.sampled_from(
            [
                "# a",
                "- b *c*",
                "> d",
                "`e`",
                "|f|g|",
                "|-|-|",
                "[h](i)",
                "**j",
                "<k>",
                "```",
                "1. l",
                "",
                "&amp;",
                "m_n_o",
            ]
        ),
        max_size=8,
    ),
    st.integers(0, 60),
    st.integers(1, 60),
)
def test_a_mark_never_changes_how_the_text_reads(lines: list[str], start: int, length: int) -> None:
    text = "\n".join(lines)
    html, _ = render_marked(text, [Mark(start, start + length)])
    assert re.sub(r"</?mark>", "", html) == render(text, is_known=True)


def test_words_are_replaced_in_text_alone() -> None:
    html = SafeString('<p title="[1]">a [1] <code>[1]</code> <a href="/[1]">[1] <b>[1]</b></a> [1]</p>')
    assert replace_words(html, re.compile(r"\[1\]"), lambda _: "!") == (
        '<p title="[1]">a ! <code>[1]</code> <a href="/[1]">[1] <b>[1]</b></a> !</p>'
    )


def test_the_words_of_a_text() -> None:
    assert (
        text_of_markdown("# Bread\n\nOne *two* [three](x)\n\n- ![four](y)\n\n```\nfive\n```")
        == "Bread One two three four five"
    )
