"""No line of a template is longer than one can read."""

from django.conf import settings

MAX_LINE = 160


def test_no_template_line_is_too_long() -> None:
    templates = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
    assert len(templates) > 100
    too_long = [
        f"{file.relative_to(settings.BASE_DIR)}:{number}"
        for file in templates
        for number, line in enumerate(file.read_text().split("\n"), 1)
        if len(line) > MAX_LINE
    ]
    assert too_long == []
