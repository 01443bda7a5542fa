"""What a person wrote is shown in its own direction: Arabic from the right, beside words of a page from the left."""

import re
from pathlib import Path

from django.conf import settings

TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)((?:[^<>{]|\{(?![{%])|\{\{.*?\}\}|\{%.*?%\})*)>", re.S)
TEXTS = "scan|text|subject|query|last_query|question|excerpt|html|whole_html|body|preview|beginning|description|task"
FILTERS = "code_spans|in_words|rendered|markdown"
TITLED = "note|entry|skill|source|option|hit|each|current|memory"
OWN_TEXT = re.compile(
    rf"\{{\{{ ?(?!form\.)(?:\w+\.)*(?:(?:{TEXTS})|(?:{TITLED})\.title)(?!\|length)(?:\|[^}}]*)? ?\}}\}}"
    rf"|\{{\{{[^}}]*\|(?:{FILTERS})\b[^}}]*\}}\}}|\{{% shipped [^%]*%\}}"
)
# A block's title is the browser's, a snippet's element is in its own template, and a form's field is styled.
NO_ELEMENT = re.compile(r"\{% block title %\}.*?\{% endblock %\}|\{% snippet .*?\{% endsnippet %\}", re.S)
# The site's own words, and texts whose element stands in the template that includes this one.
ELSEWHERE = {
    "_draft_note.html",
    "_not_understood.html",
    "_help.html",
    "_term.html",
    "manual/document.html",
    "inbox/_open_link.html",
    "inbox/confirm_action.html",
    "mfa/_confirm.html",
    "overview/_example.html",
}
VOID = {"input", "br", "meta", "link", "rect", "line", "circle", "meter"}


def without_direction(template: str) -> list[str]:
    """The texts of persons in it that no element with a direction of its own stands around."""
    template = NO_ELEMENT.sub("", template)
    tags = [(tag.start(), tag.end(), tag[1], tag[2], tag[3]) for tag in TAG.finditer(template)]
    missed = []
    for found in OWN_TEXT.finditer(template):
        if any(start < found.start() < end for start, end, *_ in tags):
            continue
        around: list[tuple[str, str]] = []
        for _, end, closes, name, attributes in tags:
            if end > found.start():
                break
            if closes:
                while around and around.pop()[0] != name:
                    pass
            elif name not in VOID:
                around.append((name, attributes))
        names = [name for name, _ in around]
        if not any(name == "bdi" or 'dir="auto"' in attributes for name, attributes in around) and not {
            "title",
            "option",
            "textarea",
        } & set(names):
            missed.append(found[0])
    return missed


def all_templates() -> dict[str, str]:
    root = Path(settings.BASE_DIR) / "templates"
    return {str(file.relative_to(root)): file.read_text() for file in root.rglob("*.html")}


def test_every_own_text_has_a_direction_of_its_own() -> None:
    missed = {
        name: texts
        for name, source in all_templates().items()
        if name not in ELSEWHERE and (texts := without_direction(source))
    }
    assert missed == {}


def test_what_takes_a_text_follows_its_direction() -> None:
    css = (Path(settings.BASE_DIR) / "static/css/site.css").read_text()
    assert 'textarea, input:is([type="search"], [type="text"])' in css


def test_the_rule_sees_what_lacks_it() -> None:
    assert without_direction('<p title="{{ a.text }}">{{ a.text }}</p>') == ["{{ a.text }}"]
    assert without_direction('<p dir="auto"><a>{{ a.scan|code_spans }}</a></p>') == []
    assert without_direction("<p>On <bdi>{{ a.query }}</bdi>: {{ a.query }}</p>") == ["{{ a.query }}"]
