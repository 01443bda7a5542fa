"""The cost of one text: it is rendered within a work limit, and a long one only once."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from core.pages.mark_text import Mark, render_marked
from core.pages.models import RenderedText
from core.pages.render_cache import MAX_AGE, MAX_ROWS, MIN_CHARACTERS, purge_rendered
from core.pages.render_markdown import MAX_RENDERED_CHARACTERS, NOT_FORMATTED, render, text_of_markdown
from core.text.limited_markdown import MAX_STEPS, LimitedMarkdown, WorkLimitExceeded
from core.text.tests.machine_speed import measure_slowness

pytestmark = pytest.mark.django_db

LONG = "A **word** of many. " * (MIN_CHARACTERS // 15)
TABLE = "|" + "a|" * 300 + "\n|" + "-|" * 300 + "\n" + ("|" + "a|" * 300 + "\n") * 315
INTRICATE = {
    "brackets": "[" * 190_000,
    "pictures": "![" * 95_000,
    "a list": "- a\n" * 47_500,
    "a table of 300 columns": TABLE,
    "headings": "# a\n" * 47_500,
    "emphasis": "**a *" * 38_000,
}


@pytest.mark.parametrize("name", INTRICATE)
def test_a_text_that_is_too_costly_is_shown_as_plain_text(name: str) -> None:
    text = INTRICATE[name] + "\n<b>end</b>"
    begun = time.thread_time()
    html = render(text, is_known=True)
    assert time.thread_time() - begun < 2 * measure_slowness()
    assert html.startswith(f'{NOT_FORMATTED}<div class="plain">')
    assert "&lt;b&gt;end&lt;/b&gt;</div>" in html
    assert text_of_markdown(text) == " ".join(text.split())
    marked, stood = render_marked(text, [Mark(len(text) - 10, len(text), id="cited")])
    assert stood == (True,)
    assert marked.startswith(NOT_FORMATTED)


def test_a_long_document_is_formatted() -> None:
    sentence = "A [link](https://a.org/) and `code`, *so* it is, with some more words. " * 3
    part = f"## Part\n\n{sentence}\n\n- one thing\n- and two\n\n|a|b|\n|-|-|\n|1|2|\n\n"
    text = part * (MAX_RENDERED_CHARACTERS // len(part))
    html = render(text)
    assert NOT_FORMATTED not in html
    assert html.count("<h4>Part</h4>") == text.count("## Part")


def test_the_limit_is_of_steps_and_the_same_each_time() -> None:
    reader = LimitedMarkdown()
    assert len(reader.parse("a\n\n" * (MAX_STEPS // 2 - 1))) > MAX_STEPS
    for text in ("a\n\n" * (MAX_STEPS // 2 + 1), "x" * 500_001):
        with pytest.raises(WorkLimitExceeded):
            reader.parse(text)
    assert reader.render("*a*") == "<p><em>a</em></p>\n", "each text has its own count"


def test_a_long_text_is_rendered_once() -> None:
    html = render(LONG)
    assert "<strong>word</strong>" in html
    RenderedText.objects.update(html="<p>as it was kept</p>")
    assert render(LONG) == "<p>as it was kept</p>"
    assert render(LONG + "more") != "<p>as it was kept</p>"
    assert render_marked(LONG, [Mark(0, 5)])[0] != "<p>as it was kept</p>"
    assert RenderedText.objects.count() == 3


def test_a_short_text_is_not_cached() -> None:
    render("A **word**.")
    assert not RenderedText.objects.exists()


def test_marks_are_inserted_into_the_cached_html() -> None:
    mark = Mark(2, 10, id="cited", suffix="")
    first = render_marked(LONG, [mark])
    assert render_marked(LONG, [mark]) == first
    other, stood = render_marked(LONG, [Mark(2, 10, tag="span", css="weak")])
    assert (stood, '<span class="weak">' in other) == ((True,), True)
    assert RenderedText.objects.count() == 1


def test_cached_html_is_deleted_within_the_hour() -> None:
    render(LONG)
    assert purge_rendered() == 0
    RenderedText.objects.update(html="old", made_at=timezone.now() - MAX_AGE - timedelta(seconds=1))
    assert render(LONG) != "old"
    RenderedText.objects.update(made_at=timezone.now() - MAX_AGE - timedelta(seconds=1))
    assert purge_rendered() == 1


def test_the_cache_is_limited() -> None:
    now = timezone.now()
    RenderedText.objects.bulk_create(
        RenderedText(sha256=f"{number:064}", html="", made_at=now - timedelta(seconds=number))
        for number in range(MAX_ROWS + 2)
    )
    assert purge_rendered() == 2
    assert not RenderedText.objects.filter(sha256=f"{MAX_ROWS:064}").exists()
