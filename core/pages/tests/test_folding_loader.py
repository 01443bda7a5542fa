"""Templates are sent without their indentation; what shows its white space keeps it."""

from pathlib import Path

import pytest
from django.template import Context, Engine


def render(folder: Path, source: str) -> str:
    (folder / "page.html").write_text(source)
    engine = Engine(
        dirs=[str(folder)],
        loaders=["core.pages.folding_loader.FoldingLoader"],
        libraries={"page_parts": "core.pages.templatetags.page_parts"},
    )
    return engine.get_template("page.html").render(Context({}))


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<p>one\n    two</p>", "<p>one two</p>"),
        ('<a\n  href="/">x</a>', '<a href="/">x</a>'),
        ('<a href="/"\n  >x</a>', '<a href="/">x</a>'),
        ("<pre>one\n    two</pre>\n  <p>", "<pre>one\n    two</pre> <p>"),
        ("<textarea>\n  one</textarea>", "<textarea>\n  one</textarea>"),
        ("<p>one</p>\n<p>two</p>", "<p>one</p>\n<p>two</p>"),
    ],
)
def test_what_is_sent(tmp_path: Path, source: str, sent: str) -> None:
    assert render(tmp_path, source) == sent
